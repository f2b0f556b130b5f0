import CarillonDiagnostics
import CarillonModel
import Foundation
import Testing

@Test func `text shows the line, the place, why and what to do`() {
    #expect(
        TextRenderer(isColored: false).render(SampleReport.report) == """
            tenants/my shop/events.json:2:3: error: a <thing> & "more" is 100% missing: here, there [T9001 missing-thing]
               |
             2 |   "é🚀": [1, 2],
               |   ^^^^^ did you mean `e`?
             ::: tenants/my shop/events.json:3:3
               |
             3 |   "b": 3
               |   --- first time
               = note: because
               = note: twice
               = help: add it
               = more: carillon explain T9001

            tenants/my shop/profile.json:1:1: warning: this file is odd [T9002 odd-thing]
               = more: carillon explain T9002

            1 error and 1 warning in 1 tenant

            """
    )
}

@Test func `colour is only added, never instead of words`() {
    let plain = TextRenderer(isColored: false).render(SampleReport.report)
    let colored = TextRenderer(isColored: true).render(SampleReport.report)
    #expect(colored.contains("\u{1B}[1;31m"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
}

@Test func `a file cannot steer the terminal, and long lines are cut around the place`() {
    var sources = SourceSet()
    let line = String(repeating: "x", count: 500) + "\u{1B}[2J\u{202E}!" + String(repeating: "y", count: 500)
    let source = sources.add(SourceFile(path: "a.json", content: Array(line.utf8)))
    let diagnostic = Diagnostic(SampleReport.odd, "odd", at: Span(source, 500..<508))
    let report = DiagnosticReport(sources: sources, diagnostics: [diagnostic], subjects: [])
    let text = TextRenderer(isColored: false).render(report)
    #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 110 })
    #expect(text.contains("…x") && text.contains("y…"))
}

@Test func `compact is one line each`() {
    #expect(
        CompactRenderer().render(SampleReport.report) == """
            tenants/my shop/events.json:2:3: error: a <thing> & "more" is 100% missing: here, there [T9001 missing-thing]
            tenants/my shop/profile.json:1:1: warning: this file is odd [T9002 odd-thing]

            """
    )
}

@Test func `workflow commands are escaped as GitHub wants it`() {
    let lines = GitHubRenderer().render(SampleReport.report).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
        lines[0]
            == "::error file=tenants/my shop/events.json,line=2,endLine=2,col=3,endColumn=7,title=T9001 missing-thing::"
            + "a <thing> & \"more\" is 100%25 missing: here, there%0Adid you mean `e`?%0Abecause%0Atwice%0Aadd it"
    )
}

@Test func `JUnit is well-formed and counts cases and failures`() throws {
    let text = JUnitRenderer(failsOnWarnings: false).render(SampleReport.report)
    #expect(text.contains(#"<testsuite name="tenants/my shop" tests="2" failures="1" errors="0">"#))
    #expect(text.contains("a &lt;thing&gt; &amp; &quot;more&quot;"))
    #expect(JUnitRenderer(failsOnWarnings: true).render(SampleReport.report).contains(#"failures="2""#))
}

@Test func `JSON holds everything, with bytes as well as lines`() throws {
    let json = try JSONValue(parsing: JSONRenderer().render(SampleReport.report).utf8)
    let first = try #require(json["diagnostics"]?.array?.first)
    #expect(json["summary"] == ["errors": 1, "warnings": 1])
    #expect(first["code"] == "T9001" && first["line"] == 2 && first["column"] == 3 && first["endColumn"] == 7)
    #expect(first["bytes"] == [4, 12])
    #expect(first["fixes"]?.array?.first?["replacement"] == "\"e\"")
}

@Test func `only chosen codes remain`() {
    #expect(SampleReport.report.only(["odd-thing"]).diagnostics.map(\.code.number) == ["T9002"])
    #expect(SampleReport.report.only(["t9001"]).diagnostics.map(\.code.number) == ["T9001"])
    #expect(SampleReport.report.only([]).diagnostics.count == 2)
}

@Test func `what is not shown is counted, and a tenant with hidden errors is not called valid`() {
    let report = SampleReport.report
    #expect(report.only(["odd-thing"]).summary == "1 warning in 1 tenant, and 1 error not shown")
    #expect(report.only(["T0000"]).summary == "nothing of this kind in 1 tenant, and 1 error and 1 warning not shown")
    #expect(report.only([]).summary == "1 error and 1 warning in 1 tenant")
}

struct SARIFTests {
    private let log = SARIFRenderer(codes: [SampleReport.missing, SampleReport.odd], version: "1.0.0")
        .render(SampleReport.report)

    @Test func `columns are code points, and the log says so`() throws {
        let run = try #require(JSONValue(parsing: log.utf8)["runs"]?.array?.first)
        #expect(run["columnKind"] == "unicodeCodePoints")
        let location = run["results"]?.array?.first?["locations"]?.array?.first?["physicalLocation"]
        #expect(location?["region"] == ["startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 7])
        #expect(location?["artifactLocation"]?["uri"] == "tenants/my%20shop/events.json")
    }

    @Test(.enabled("Python 3 with jsonschema is there") { try SARIFTests.validate("{}") != 2 })
    func `the log is valid against the official schema`() throws {
        #expect(try Self.validate(log) == 0)
        #expect(try Self.validate("{}") == 1)
    }

    /// The status of `validate.py`; 2 where it cannot run.
    private static func validate(_ log: String) throws -> Int32 {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "SARIF")
        let file = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString).sarif")
        try log.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", folder.appending(path: "validate.py").path, file.path]
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            return 2
        }
        process.waitUntilExit()
        return process.terminationStatus == 127 ? 2 : process.terminationStatus
    }
}
