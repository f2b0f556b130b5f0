/// Everything that one run found, ready to be printed.
public struct DiagnosticReport: Sendable {
    public let sources: SourceSet
    /// Sorted, without duplicates.
    public let diagnostics: [Diagnostic]
    /// What was looked at: tenant folders, as printed.
    public let subjects: [String]

    public init(sources: SourceSet, diagnostics: [Diagnostic], subjects: [String]) {
        self.sources = sources
        var seen: Set<Diagnostic> = []
        self.diagnostics = diagnostics.filter { seen.insert($0).inserted }.sorted(by: Diagnostic.precedes)
        self.subjects = subjects
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
        return DiagnosticReport(sources: sources, diagnostics: chosen, subjects: subjects)
    }

    /// `2 errors and 1 warning in 5 tenants`, or `5 tenants are valid`.
    public var summary: String {
        let (errors, warnings) = (count(.error), count(.warning))
        let tenants = Self.counted(subjects.count, "tenant")
        let parts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { Self.counted($0.0, $0.1) }
        guard !parts.isEmpty else { return "\(tenants) \(subjects.count == 1 ? "is" : "are") valid" }
        return "\(parts.joined(separator: " and ")) in \(tenants)"
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
