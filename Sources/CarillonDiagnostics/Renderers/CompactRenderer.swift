/// One line a diagnostic, as compilers print them: for editors and `grep`.
public struct CompactRenderer: DiagnosticRenderer {
    public init() {}

    public func render(_ report: DiagnosticReport) -> String {
        var tables = LineTables(report.sources)
        return report.diagnostics.map { diagnostic in
            let place = tables.place(of: diagnostic.primary.span)
            return "\(place): \(diagnostic.severity.rawValue): \(Printable.text(diagnostic.message)) "
                + "[\(diagnostic.code.number) \(diagnostic.code.slug)]\n"
        }
        .joined()
    }
}
