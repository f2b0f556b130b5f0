/// Everything that one run found, ready to be printed.
public struct DiagnosticReport: Sendable {
    public let sources: SourceSet
    /// Sorted, without duplicates.
    public let diagnostics: [Diagnostic]
    /// What was checked, as printed.
    public let subjects: [String]
    /// What was left out because it has no change, as printed.
    public var passedOver: [String] = []
    /// What one of them is called, such as `tenant`.
    private let noun: String
    /// What was found beside ``diagnostics`` and is not shown, by severity.
    private var hidden: [Severity: Int] = [:]

    public init(
        sources: SourceSet,
        diagnostics: [Diagnostic],
        subjects: [String],
        noun: String = "tenant"
    ) {
        self.sources = sources
        var seen: Set<Diagnostic> = []
        self.diagnostics = diagnostics.filter { seen.insert($0).inserted }.sorted(by: Diagnostic.precedes)
        self.subjects = subjects
        self.noun = noun
    }

    public func count(_ severity: Severity) -> Int {
        diagnostics.count { $0.severity == severity }
    }

    /// The same with only the diagnostics of some codes, named by number or slug; all when none is named.
    public func only(_ names: [String]) -> DiagnosticReport {
        guard !names.isEmpty else { return self }
        let chosen = diagnostics.filter { diagnostic in
            names.contains { $0.uppercased() == diagnostic.code.number || $0.lowercased() == diagnostic.code.slug }
        }
        var report = DiagnosticReport(sources: sources, diagnostics: chosen, subjects: subjects, noun: noun)
        report.passedOver = passedOver
        for severity in [Severity.error, .warning] {
            let more = count(severity) - report.count(severity)
            if more > 0 { report.hidden[severity] = more }
        }
        return report
    }

    /// `2 errors and 1 warning in 5 tenants`, or `5 tenants are valid`; then what is not shown.
    public var summary: String {
        if subjects.isEmpty, !passedOver.isEmpty, diagnostics.isEmpty { return "no \(noun) has a change" }
        let tenants = Self.counted(subjects.count, noun)
        let rest = Self.counted(hidden[.error] ?? 0, hidden[.warning] ?? 0)
        let tail = rest.map { ", and \($0) not shown" } ?? ""
        if let found = Self.counted(count(.error), count(.warning)) { return "\(found) in \(tenants)" + tail }
        guard hidden[.error] == nil else { return "nothing of this kind in \(tenants)" + tail }
        return "\(tenants) \(subjects.count == 1 ? "is" : "are") valid" + tail
    }

    /// Such as `1 error and 2 warnings`; nil when there is neither.
    static func counted(_ errors: Int, _ warnings: Int) -> String? {
        let parts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
        return parts.isEmpty ? nil : parts.joined(separator: " and ")
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}

/// Turns a report into text.
///
/// One format, one type.
public protocol DiagnosticRenderer: Sendable {
    func render(_ report: DiagnosticReport) -> String
}
