/// One line a diagnostic, as compilers print them: for editors and `grep`.
public struct CompactRenderer: DiagnosticRenderer {
    public init() {}

    public func render(_ report: DiagnosticReport) -> String {
        var tables = LineTables(report.sources)
        return report.diagnostics.map { diagnostic in
            let span = diagnostic.primary.span
            let position = tables[span.source].position(of: span.range.lowerBound)
            let place = "\(Printable.text(report.sources[span.source].path)):\(position.line):\(position.column)"
            return "\(place): \(diagnostic.severity.rawValue): \(Printable.text(diagnostic.message)) "
                + "[\(diagnostic.code.number) \(diagnostic.code.slug)]\n"
        }
        .joined()
    }
}
