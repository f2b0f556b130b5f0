import CarillonDiagnostics
import MessageFormat

/// Every text, and every variant of it, shows something: a notification without text is worse than none.
enum BlankRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for text in tenant.texts {
            guard text.problems.isEmpty, let message = text.message else { continue }
            guard let node = blank(message, text.node), let file = tenant.templateFiles[text.locale] else { continue }
            report.add(.blankText(text.path, Span(file.source, node.range)))
        }
    }

    /// The place of the first pattern that shows nothing; nil where all show something.
    private static func blank(_ message: Message, _ node: JSONNode) -> JSONNode? {
        switch message.body {
        case .pattern(let pattern): return pattern.says ? nil : node
        case .select(_, let variants):
            guard let index = variants.firstIndex(where: { !$0.pattern.says }) else { return nil }
            let written = node["when"]?.members ?? []
            return written.count == variants.count ? written[index].value : node
        }
    }
}

extension Message.Pattern {
    /// Whether a reader sees anything of the pattern; a variable is assumed to have a visible value.
    fileprivate var says: Bool {
        contains { element in
            switch element {
            case .text(let text): !text.isBlank
            case .expression(let expression):
                if case .literal(let text)? = expression.operand { !text.isBlank } else { true }
            case .markup: false
            }
        }
    }
}

extension Diagnostic {
    fileprivate static func blankText(_ path: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .emptyText,
            "`\(path)` has no words here",
            at: span,
            help: "write some; where the default language has none either, remove the slot"
        )
    }
}
