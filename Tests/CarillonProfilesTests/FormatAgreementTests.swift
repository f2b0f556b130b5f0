import CarillonDiagnostics
import CarillonModel
import CarillonProfiles
import Foundation
import Testing

/// Every format says the same: as many findings, of the same codes and severities, at the same places.
struct FormatAgreementTests {
    /// What all formats have of a finding.
    private struct Finding: Hashable, CustomStringConvertible {
        let severity: String
        let code: String
        let path: String
        let line: Int
        /// 0 where the format has none.
        let column: Int

        var description: String { "\(path):\(line):\(column): \(severity) \(code)" }

        var withoutColumn: Finding { Finding(severity: severity, code: code, path: path, line: line, column: 0) }
    }

    @Test(arguments: FixtureTests.names) func `all formats agree on a fixture`(name: String) throws {
        var sources = SourceSet()
        let loaded = ProfileLoader(registry: TestChannels.registry).load(try Fixture(name: name).read(), into: &sources)
        let report = DiagnosticReport(sources: sources, diagnostics: loaded.diagnostics, subjects: ["shop"])
        let json = try Self.json(report)
        #expect(!json.isEmpty && json.count == report.count(.error) + report.count(.warning))
        #expect(Self.lines(TextRenderer(isColored: false).render(report)) == json, "text")
        #expect(Self.lines(CompactRenderer().render(report)) == json, "compact")
        #expect(try Self.sarif(report) == json, "sarif")
        #expect(Self.github(report) == json, "github")
        #expect(try Self.gitlab(report) == Self.sorted(json.map(\.withoutColumn)), "gitlab")
        let text = JUnitRenderer(failsOnWarnings: true).render(report)
        let places = text.matches(of: #/(?:>|&#10;)([^<>&]+?):(\d+):(\d+): (error|warning): /#)
            .map { "\($0.1):\($0.2):\($0.3) \($0.4)" }
        #expect(Set(places) == Set(json.map { "\($0.path):\($0.line):\($0.column) \($0.severity)" }), "junit: \(text)")
    }

    @Test func `a difference would be found`() throws {
        let planted = "shop/a.json:1:2: error: it isn't [T0301 unknown-channel]\n"
        let other = "shop/a.json:1:3: error: it isn't [T0301 unknown-channel]\n"
        #expect(Self.lines(planted) == Self.lines(planted) && Self.lines(planted).count == 1)
        #expect(Self.lines(planted) != Self.lines(other))
    }

    private static func sorted(_ findings: [Finding]) -> [Finding] { findings.sorted { "\($0)" < "\($1)" } }

    private static func json(_ report: DiagnosticReport) throws -> [Finding] {
        let document = try JSONValue(parsing: JSONRenderer().render(report).utf8)
        return sorted(
            try (document["diagnostics"]?.array ?? []).map { item in
                Finding(
                    severity: try #require(item["severity"]?.string),
                    code: try #require(item["code"]?.string),
                    path: try #require(item["file"]?.string),
                    line: try number(item["line"]),
                    column: try number(item["column"])
                )
            }
        )
    }

    /// Of formats with a place at the beginning of a finding's first line.
    private static func lines(_ text: String) -> [Finding] {
        let pattern = #/^(\S[^\n]*?):(\d+):(\d+): (error|warning): [^\n]*\[(T\d{4}) [a-z0-9-]+\]$/#
        return sorted(
            text.matches(of: pattern.anchorsMatchLineEndings()).map { match in
                Finding(
                    severity: String(match.4),
                    code: String(match.5),
                    path: String(match.1),
                    line: Int(match.2) ?? -1,
                    column: Int(match.3) ?? -1
                )
            }
        )
    }

    private static func sarif(_ report: DiagnosticReport) throws -> [Finding] {
        let text = SARIFRenderer(codes: DiagnosticCode.all, version: "1.0.0").render(report)
        let results = try JSONValue(parsing: text.utf8)["runs"]?.array?.first?["results"]?.array ?? []
        return sorted(
            try results.map { result in
                let place = try #require(result["locations"]?.array?.first?["physicalLocation"])
                return Finding(
                    severity: try #require(result["level"]?.string),
                    code: try #require(result["ruleId"]?.string),
                    path: try #require(place["artifactLocation"]?["uri"]?.string?.removingPercentEncoding),
                    line: try number(place["region"]?["startLine"]),
                    column: try number(place["region"]?["startColumn"])
                )
            }
        )
    }

    private static func github(_ report: DiagnosticReport) -> [Finding] {
        let pattern =
            #/^::(error|warning) file=([^,]*),line=(\d+),endLine=\d+,col=(\d+),(?:endColumn=\d+,)?title=(T\d{4}) /#
        return sorted(
            GitHubRenderer().render(report).matches(of: pattern.anchorsMatchLineEndings()).map { match in
                Finding(
                    severity: String(match.1),
                    code: String(match.5),
                    path: String(match.2).removingPercentEncoding ?? "",
                    line: Int(match.3) ?? -1,
                    column: Int(match.4) ?? -1
                )
            }
        )
    }

    private static func gitlab(_ report: DiagnosticReport) throws -> [Finding] {
        let findings = try JSONValue(parsing: GitLabRenderer().render(report).utf8).array ?? []
        return sorted(
            try findings.map { finding in
                Finding(
                    severity: finding["severity"] == "critical" ? "error" : "warning",
                    code: String(try #require(finding["check_name"]?.string).prefix(5)),
                    path: try #require(finding["location"]?["path"]?.string),
                    line: try number(finding["location"]?["lines"]?["begin"]),
                    column: 0
                )
            }
        )
    }

    private static func number(_ value: JSONValue?) throws -> Int {
        try #require(value?.integer.flatMap { Int(exactly: $0) })
    }
}
