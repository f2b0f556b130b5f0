import CarillonDiagnostics
import CarillonModel
import Testing

/// What makes a fault the same fault, and the formats that say it.
struct IdentityTests {
    private static let place = "events.json#/events/order.paid"

    private func fingerprint(
        _ message: String,
        code: DiagnosticCode = SampleReport.odd,
        tenant: String = "shop",
        place: String = place,
        at span: Span = Self.span(0)
    ) -> String {
        let diagnostic = Diagnostic(code, message, at: span)
        return DiagnosticIdentity(of: diagnostic, tenant: tenant, place: place).fingerprint
    }

    @Test func `another sentence about the same names is the same fault, wherever it stands`() {
        let first = fingerprint("`a` is not used by `b`")
        #expect(first == fingerprint("nothing in `b` uses `a`", at: Self.span(3)))
        #expect(first.count == 32 && first.allSatisfy(\.isHexDigit))
    }

    @Test func `another name, code, tenant or place is another fault`() {
        let others = [
            fingerprint("`a` is not used by `c`"), fingerprint("`a` is not used by `b`", code: SampleReport.missing),
            fingerprint("`a` is not used by `b`", tenant: "bakery"),
            fingerprint("`a` is not used by `b`", place: "events.json#/events/order"),
        ]
        #expect(Set(others + [fingerprint("`a` is not used by `b`")]).count == 5)
    }

    /// Published with the format: a change of it makes every alert of every user a new one.
    @Test func `the fingerprint of a version is fixed`() {
        let expected = SoftwareSHA256.hash(Array(#"["T9002","shop","events.json#/events/order.paid","a"]"#.utf8))
        #expect(fingerprint("`a` is odd") == String(expected.hexadecimal.prefix(32)))
    }

    @Test func `formats carry fingerprints, and tell equal ones apart where they must`() throws {
        let report = Self.report(errors: 0, warnings: 2)
        let fingerprint = try #require(report.diagnostics.first?.identity?.fingerprint)
        let json = try JSONValue(parsing: JSONRenderer().render(report).utf8)
        let listed = json["diagnostics"]?.array ?? []
        #expect(listed.map { $0["fingerprint"] } == [.string(fingerprint), .string(fingerprint)])
        #expect(listed.first?["at"] == .string(Self.place) && listed.first?["tenant"] == "shop")
        let sarif = SARIFRenderer(codes: [SampleReport.odd], version: "1.0.0").render(report)
        let run = try #require(JSONValue(parsing: sarif.utf8)["runs"]?.array?.first)
        #expect(run["automationDetails"]?["id"] == "carillon/validate/")
        let results = (run["results"]?.array ?? []).map { $0["partialFingerprints"]?["carillon/v1"] }
        #expect(results == [.string(fingerprint), .string(fingerprint + ":2")])
        let gitLab = try JSONValue(parsing: GitLabRenderer().render(report).utf8).array ?? []
        #expect(gitLab.map { $0["fingerprint"] } == [.string(fingerprint), .string(fingerprint + ":2")])
    }

    @Test func `a code quality report has what GitLab demands`() throws {
        let findings = try JSONValue(parsing: GitLabRenderer().render(SampleReport.report).utf8).array ?? []
        let expected: JSONValue = [
            "description": "a <thing> & \"more\" is 100% missing: here, there (did you mean `e`?)",
            "check_name": "T9001 missing-thing", "fingerprint": "tenants/my shop/events.json:2:3:T9001",
            "severity": "critical",
            "location": ["path": "tenants/my shop/events.json", "lines": ["begin": 2, "end": 2]],
        ]
        #expect(findings.first == expected)
        #expect(findings.last?["severity"] == "minor")
        #expect(Set(findings.map { $0["fingerprint"] }).count == 2)
        let below = Self.report(errors: 1, warnings: 0, path: "./events.json")
        let path = try JSONValue(parsing: GitLabRenderer().render(below).utf8).array?.first?["location"]?["path"]
        #expect(path == "events.json")
        let nothing = DiagnosticReport(sources: SourceSet(), diagnostics: [], subjects: ["shop"])
        #expect(try JSONValue(parsing: GitLabRenderer().render(nothing).utf8) == [])
    }

    @Test func `annotations begin with errors, and what GitHub leaves out is counted`() {
        let lines = GitHubRenderer().render(Self.report(errors: 11, warnings: 12)).split(separator: "\n")
        let kinds = lines.map { String($0.dropFirst(2).prefix { $0 != " " }) }
        #expect(kinds == Array(repeating: "error", count: 11) + Array(repeating: "warning", count: 12) + ["notice"])
        #expect(lines.last?.hasSuffix("not shown, but in the log: 1 error and 2 warnings") == true)
        let few = GitHubRenderer().render(Self.report(errors: 10, warnings: 10)).split(separator: "\n")
        #expect(few.count == 20 && !few.contains { $0.hasPrefix("::notice") })
    }

    @Test func `a report of nothing but what has no change says so`() {
        var report = DiagnosticReport(sources: SourceSet(), diagnostics: [], subjects: [])
        report.passedOver = ["tenants/shop"]
        #expect(report.summary == "no tenant that is there has a change")
        #expect(report.only(["T0000"]).passedOver == ["tenants/shop"])
    }

    private static func span(_ offset: Int) -> Span {
        var sources = SourceSet()
        return Span(sources.add(SourceFile(path: "a.json", content: Array("{}\n\n".utf8))), offset..<offset + 1)
    }

    /// Faults one after another in one file, warnings before errors, with one identity a severity.
    private static func report(errors: Int, warnings: Int, path: String = "events.json") -> DiagnosticReport {
        var sources = SourceSet()
        let content = [UInt8](repeating: UInt8(ascii: "x"), count: errors + warnings)
        let source = sources.add(SourceFile(path: path, content: content))
        let diagnostics = (0..<errors + warnings).map { index in
            let code = index < warnings ? SampleReport.odd : SampleReport.missing
            var diagnostic = Diagnostic(code, "`a` is odd", at: Span(source, index..<index + 1))
            diagnostic.identity = DiagnosticIdentity(of: diagnostic, tenant: "shop", place: place)
            return diagnostic
        }
        return DiagnosticReport(sources: sources, diagnostics: diagnostics, subjects: ["shop"])
    }
}
