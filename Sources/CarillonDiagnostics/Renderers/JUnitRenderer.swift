/// JUnit XML: a suite for each tenant, a case for each of its files; then a suite for each folder of files that tenants share, where
/// there are findings in them.
public struct JUnitRenderer: DiagnosticRenderer {
    private let failsOnWarnings: Bool

    /// - Parameter failsOnWarnings: as `--strict` does.
    public init(failsOnWarnings: Bool) {
        self.failsOnWarnings = failsOnWarnings
    }

    public func render(_ report: DiagnosticReport) -> String {
        var suites = ""
        var (allCases, allFailures) = (0, 0)
        let byPath = Dictionary(grouping: report.diagnostics) { report.sources[$0.primary.span.source].path }
        var rest = Set(byPath.keys)
        func add(_ name: String, _ paths: [String]) {
            let cases = paths.map { testCase($0, of: name, byPath[$0] ?? [], in: report) }
            let failures = cases.count(where: \.fails)
            (allCases, allFailures) = (allCases + cases.count, allFailures + failures)
            suites +=
                "  <testsuite name=\"\(escaped(name))\" tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\">\n"
                + cases.map(\.text).joined() + "  </testsuite>\n"
            rest.subtract(paths)
        }
        for subject in report.subjects {
            let files = report.sources.files.map(\.path).filter { $0.hasPrefix(subject + "/") }
            // What is wrong with the folder itself has its path.
            add(subject, files.isEmpty || rest.contains(subject) ? [subject] + files : files)
        }
        for (folder, paths) in Dictionary(grouping: rest, by: Self.folder).sorted(by: { $0.key < $1.key }) {
            add(folder, paths.sorted())
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<testsuites name=\"carillon validate\" tests=\"\(allCases)\" failures=\"\(allFailures)\">\n\(suites)"
            + "</testsuites>\n"
    }

    private func testCase(
        _ path: String,
        of suite: String,
        _ found: [Diagnostic],
        in report: DiagnosticReport
    ) -> (text: String, fails: Bool) {
        let failure = found.first { $0.severity == .error || failsOnWarnings }
        let lines = CompactRenderer().render(
            DiagnosticReport(sources: report.sources, diagnostics: found, subjects: [])
        )
        let name = path.hasPrefix(suite + "/") ? String(path.dropFirst(suite.count + 1)) : path == suite ? "" : path
        var text = "    <testcase classname=\"\(escaped(suite))\" name=\"\(escaped(name))\""
        if let failure {
            let first = escaped(failure.message)
            text += ">\n      <failure message=\"\(first)\">\(escaped(lines))</failure>\n    </testcase>\n"
        } else if !lines.isEmpty {
            text += ">\n      <system-out>\(escaped(lines))</system-out>\n    </testcase>\n"
        } else {
            text += "/>\n"
        }
        return (text, failure != nil)
    }

    /// The folder that a path is in; the path itself of a lone name.
    private static func folder(of path: String) -> String {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return folder.isEmpty ? path : folder
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
