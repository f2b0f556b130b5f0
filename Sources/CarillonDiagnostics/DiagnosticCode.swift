/// How bad it is.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    case warning
    case error

    public static func < (left: Severity, right: Severity) -> Bool { left == .warning && right == .error }
}

/// What kind of fault: a number for machines that is never reused, a name for people, and the page that explains it.
public struct DiagnosticCode: Sendable {
    /// Such as `T0301`.
    public let number: String
    /// Such as `unknown-channel`.
    public let slug: String
    public let severity: Severity
    /// Markdown below the heading: what it means, an example, what to do.
    ///
    /// Printed by `carillon explain`.
    public let page: StaticString

    public init(_ number: String, _ slug: String, _ severity: Severity = .error, page: StaticString) {
        self.number = number
        self.slug = slug
        self.severity = severity
        self.page = page
    }

    /// The first sentence of the page, on one line.
    public var summary: String {
        let text = page.description
        let end = text.firstRange(of: "\n\n")?.lowerBound ?? text.endIndex
        let paragraph = String(text[..<end].replacing("\n", with: " "))
        guard let end = paragraph.firstRange(of: ". ") else { return paragraph }
        return String(paragraph[..<end.lowerBound]) + "."
    }

    /// The whole page as Markdown.
    public var markdown: String {
        "# \(number) \(slug)\n\nSeverity: \(severity.rawValue)\n\n\(page.description)\n"
    }
}

extension DiagnosticCode: Hashable {
    public static func == (left: DiagnosticCode, right: DiagnosticCode) -> Bool { left.number == right.number }
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
