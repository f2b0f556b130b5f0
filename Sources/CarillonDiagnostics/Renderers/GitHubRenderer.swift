/// Workflow commands that GitHub Actions turns into annotations on the lines of a pull request.
public struct GitHubRenderer: DiagnosticRenderer {
    public init() {}

    public func render(_ report: DiagnosticReport) -> String {
        var tables = LineTables(report.sources)
        return report.diagnostics.map { diagnostic in
            let span = diagnostic.primary.span
            let table = tables[span.source]
            let start = table.position(of: span.range.lowerBound)
            let end = table.position(of: span.range.upperBound)
            var properties = [
                ("file", report.sources[span.source].path), ("line", String(start.line)),
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
