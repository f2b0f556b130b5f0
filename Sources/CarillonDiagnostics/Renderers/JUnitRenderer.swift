/// JUnit XML: a suite for each tenant, a case for each of its files.
public struct JUnitRenderer: DiagnosticRenderer {
    private let failsOnWarnings: Bool

    /// - Parameter failsOnWarnings: as `--strict` does.
    public init(failsOnWarnings: Bool) {
        self.failsOnWarnings = failsOnWarnings
    }

    public func render(_ report: DiagnosticReport) -> String {
        let compact = CompactRenderer()
        var suites = ""
        var (allCases, allFailures) = (0, 0)
        let byPath = Dictionary(grouping: report.diagnostics) { report.sources[$0.primary.span.source].path }
        for subject in report.subjects {
            var cases = ""
            let files = report.sources.files.map(\.path).filter { $0.hasPrefix(subject + "/") }
            var failures = 0
            for path in files.isEmpty ? [subject] : files {
                let found = byPath[path] ?? []
                let fails = found.contains { $0.severity == .error || failsOnWarnings }
                let lines = compact.render(
                    DiagnosticReport(sources: report.sources, diagnostics: found, subjects: [])
                )
                let name = escaped(String(path.dropFirst(subject.count + 1)))
                cases += "    <testcase classname=\"\(escaped(subject))\" name=\"\(name)\""
                if fails {
                    failures += 1
                    let first = escaped(found.first { $0.severity == .error || failsOnWarnings }?.message ?? "")
                    cases += ">\n      <failure message=\"\(first)\">\(escaped(lines))</failure>\n    </testcase>\n"
                } else if !lines.isEmpty {
                    cases += ">\n      <system-out>\(escaped(lines))</system-out>\n    </testcase>\n"
                } else {
                    cases += "/>\n"
                }
            }
            let count = max(1, files.count)
            allCases += count
            allFailures += failures
            suites +=
                "  <testsuite name=\"\(escaped(subject))\" tests=\"\(count)\" failures=\"\(failures)\" errors=\"0\">\n"
            suites += cases + "  </testsuite>\n"
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<testsuites name=\"carillon validate\" tests=\"\(allCases)\" failures=\"\(allFailures)\">\n\(suites)"
            + "</testsuites>\n"
    }

    /// Source: XML 1.0, sections 2.2 (characters that aren't allowed at all) and 2.4.
    private func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n": escaped += "&#10;"
            case "\t": escaped.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
