import CarillonModel

/// GitLab's code quality report: findings in merge requests, and which of them a change brought or took away.
///
/// Source: docs.gitlab.com, "Code Quality", "Code Quality report format".
public struct GitLabRenderer: DiagnosticRenderer {
    public init() {}

    public func render(_ report: DiagnosticReport) -> String {
        var tables = LineTables(report.sources)
        var counter = FingerprintCounter()
        var findings: [JSONValue] = []
        for diagnostic in report.diagnostics {
            let span = diagnostic.primary.span
            let (start, end) = (
                tables[span.source].position(of: span.range.lowerBound), tables[span.source].end(of: span)
            )
            let path = report.sources[span.source].path
            let label = diagnostic.primary.text.isEmpty ? "" : " (\(diagnostic.primary.text))"
            // Without a fingerprint GitLab takes no finding: one by place is better than none.
            let fingerprint =
                counter.next(diagnostic) ?? "\(path):\(start.line):\(start.column):\(diagnostic.code.number)"
            findings.append([
                "description": .string(Printable.text(diagnostic.message + label)),
                "check_name": .string("\(diagnostic.code.number) \(diagnostic.code.slug)"),
                "fingerprint": .string(fingerprint),
                "severity": diagnostic.severity == .error ? "critical" : "minor",
                "location": [
                    "path": .string(Self.inRepository(path)),
                    "lines": ["begin": JSONValue(start.line), "end": JSONValue(end.line)],
                ],
            ])
        }
        return JSONValue.array(findings).prettyText + "\n"
    }

    /// GitLab shows nothing for a path that begins with `./`.
    private static func inRepository(_ path: String) -> String {
        path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }
}
