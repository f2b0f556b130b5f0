/// Everything that one run found, ready to be printed.
public struct DiagnosticReport: Sendable {
    public let sources: SourceSet
    /// Sorted, without duplicates.
    public let diagnostics: [Diagnostic]
    /// What was checked, as printed.
    public let subjects: [String]
    /// Warnings that are there and aren't shown, sorted, without duplicates.
    public private(set) var suppressed: [SuppressedDiagnostic]
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
        noun: String = "tenant",
        suppressed: [SuppressedDiagnostic] = []
    ) {
        self.sources = sources
        var seen: Set<Diagnostic> = []
        self.diagnostics = diagnostics.filter { seen.insert($0).inserted }.sorted(by: Diagnostic.precedes)
        self.suppressed = suppressed.filter { seen.insert($0.diagnostic).inserted }.sorted { left, right in
            Diagnostic.precedes(left.diagnostic, right.diagnostic)
        }
        self.subjects = subjects
        self.noun = noun
    }

    public func count(_ severity: Severity) -> Int {
        diagnostics.count { $0.severity == severity }
    }

    /// The same with only the diagnostics of some codes, named by number or slug; all when none is named.
    public func only(_ names: [String]) -> DiagnosticReport {
        guard !names.isEmpty else { return self }
        func isChosen(_ diagnostic: Diagnostic) -> Bool {
            names.contains { $0.uppercased() == diagnostic.code.number || $0.lowercased() == diagnostic.code.slug }
        }
        var report = with(diagnostics.filter(isChosen), suppressed: suppressed.filter { isChosen($0.diagnostic) })
        for severity in [Severity.error, .warning] {
            let more = count(severity) - report.count(severity)
            if more > 0 { report.hidden[severity] = more }
        }
        return report
    }

    private func with(_ diagnostics: [Diagnostic], suppressed: [SuppressedDiagnostic]) -> DiagnosticReport {
        var report = DiagnosticReport(
            sources: sources,
            diagnostics: diagnostics,
            subjects: subjects,
            noun: noun,
            suppressed: suppressed
        )
        report.passedOver = passedOver
        report.hidden = hidden
        return report
    }

    /// The same without those diagnostics for which there is a reason not to show them.
    func suppressing(_ reason: (Diagnostic) -> SuppressedDiagnostic.Reason?) -> DiagnosticReport {
        var shown: [Diagnostic] = []
        var suppressed = suppressed
        for diagnostic in diagnostics {
            if let reason = reason(diagnostic) {
                suppressed.append(SuppressedDiagnostic(diagnostic, reason))
            } else {
                shown.append(diagnostic)
            }
        }
        return with(shown, suppressed: suppressed)
    }

    /// `; 3 warnings are in the baseline, 1 is allowed`; nothing where nothing is suppressed.
    private var suppressions: String {
        let allowed = suppressed.count(where: \.isAllowed)
        let parts = [(suppressed.count - allowed, "in the baseline"), (allowed, "allowed")].filter { $0.0 > 0 }
        guard let first = parts.first else { return "" }
        let rest = parts.dropFirst().map { ", \($0.0) \($0.0 == 1 ? "is" : "are") \($0.1)" }.joined()
        return "; \(Self.counted(first.0, "warning")) \(first.0 == 1 ? "is" : "are") \(first.1)" + rest
    }

    /// `2 errors and 1 warning in 5 tenants`, or `5 tenants are valid`; then what is not shown.
    public var summary: String {
        if subjects.isEmpty, !passedOver.isEmpty, diagnostics.isEmpty { return "no \(noun) that is there has a change" }
        let tenants = Self.counted(subjects.count, noun)
        let rest = Self.counted(hidden[.error] ?? 0, hidden[.warning] ?? 0)
        let tail = (rest.map { ", and \($0) not shown" } ?? "") + suppressions
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
