/// Workflow commands that GitHub Actions turns into annotations on the lines of a pull request.
///
/// Errors come first, because GitHub shows only the first few of a step.
public struct GitHubRenderer: DiagnosticRenderer {
    /// How many annotations of a severity GitHub shows for a step; all are in the step's log.
    ///
    /// Source: as observed, and commonly told; GitHub's documentation has no figure.
    static let shown = 10

    public init() {}

    public func render(_ report: DiagnosticReport) -> String {
        let severities: [Severity] = [.error, .warning]
        let sorted = severities.flatMap { severity in report.diagnostics.filter { $0.severity == severity } }
        let more = DiagnosticReport.counted(
            report.count(.error) - Self.shown,
            report.count(.warning) - Self.shown
        )
        let note = more.map { more in
            "::notice title=carillon::GitHub shows \(Self.shown) errors and \(Self.shown) warnings of a step; "
                + "not shown, but in the log: \(more)\n"
        }
        return commands(sorted, in: report.sources) + (note ?? "")
    }

    private func commands(_ diagnostics: [Diagnostic], in sources: SourceSet) -> String {
        var tables = LineTables(sources)
        return diagnostics.map { diagnostic in
            let span = diagnostic.primary.span
            let table = tables[span.source]
            let start = table.position(of: span.range.lowerBound)
            let end = table.position(of: span.range.upperBound)
            var properties = [
                ("file", sources[span.source].path), ("line", String(start.line)),
                ("endLine", String(end.line)), ("col", String(start.column)),
            ]
            if start.line == end.line { properties.append(("endColumn", String(end.column))) }
            properties.append(("title", "\(diagnostic.code.number) \(diagnostic.code.slug)"))
            let list = properties.map { "\($0.0)=\(escapedProperty($0.1))" }.joined(separator: ",")
            let label = diagnostic.primary.text.isEmpty ? [] : [diagnostic.primary.text]
            let parts = [diagnostic.message] + label + diagnostic.notes + [diagnostic.help].compactMap { $0 }
            return
                "::\(diagnostic.severity.rawValue) \(list)::\(escaped(Printable.lines(parts.joined(separator: "\n"))))\n"
        }
        .joined()
    }

    private func escaped(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private func escapedProperty(_ text: String) -> String {
        escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
