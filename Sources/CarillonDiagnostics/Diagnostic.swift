/// One fault: what, where, why, and what would be right.
///
/// Texts are in the user's terms, one clause, lower case, without full stop; names are in backticks.
public struct Diagnostic: Sendable, Hashable {
    public var code: DiagnosticCode
    public var message: String
    /// Where, with a short text under the caret.
    public var primary: Label
    /// Other places that belong to it, such as the first of two equal keys.
    public var related: [Label]
    /// Why: one line each.
    public var notes: [String]
    /// What to do.
    public var help: String?
    public var fixes: [Fix]
    /// What is at the primary place must not be shown: it may be a secret, and reports end up in logs.
    public var hidesSource = false
    /// What stays the same while lines move; nil until all files are read, and for files outside tenants' folders.
    public var identity: DiagnosticIdentity?

    public init(
        _ code: DiagnosticCode,
        _ message: String,
        at span: Span,
        label: String = "",
        related: [Label] = [],
        notes: [String] = [],
        help: String? = nil,
        fixes: [Fix] = []
    ) {
        self.code = code
        self.message = message
        self.primary = Label(span, label)
        self.related = related
        self.notes = notes
        self.help = help
        self.fixes = fixes
    }

    public var severity: Severity { code.severity }

    /// The same without showing what is at its place.
    public func hidingSource() -> Diagnostic {
        var copy = self
        copy.hidesSource = true
        return copy
    }

    /// A place and a label for it.
    public struct Label: Sendable, Hashable {
        public var span: Span
        public var text: String

        public init(_ span: Span, _ text: String) {
            self.span = span
            self.text = text
        }
    }

    /// A change that would help.
    public struct Fix: Sendable, Hashable {
        public var title: String
        public var span: Span
        public var replacement: String

        public init(_ title: String, replace span: Span, with replacement: String) {
            self.title = title
            self.span = span
            self.replacement = replacement
        }
    }
}

extension Diagnostic {
    /// By file, then by place, then by code: the order everything is printed in.
    public static func precedes(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
        let (a, b) = (left.primary.span, right.primary.span)
        if a.source != b.source { return a.source < b.source }
        if a.range.lowerBound != b.range.lowerBound { return a.range.lowerBound < b.range.lowerBound }
        if left.code != right.code { return left.code.number < right.code.number }
        return left.message < right.message
    }
}
