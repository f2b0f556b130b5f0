import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Foundation
import Testing

/// Each ``Fixture`` yields its diagnostic; `expected.txt` is re-recorded with `CARILLON_RECORD=1`, which fails the run.
struct FixtureTests {
    static let names = Fixture.all.map(\.name)

    /// Codes whose fault cannot lie in a repository, see `TenantFolderTests`; and what only a proof finds, see `ProofTests` of
    /// the tool; and what only files of many KiB have, see `ClientProfileSizeTests`.
    static let elsewhere = ["T0023", "T0131", "T0133", "T0134", "T0137", "T0138", "T0238", "T0250", "T0965"]

    @Test(arguments: names) func `a fixture yields exactly its diagnostic`(name: String) throws {
        let fixture = Fixture(name: name)
        let folder = try fixture.read()
        var sources = SourceSet()
        let loaded = ProfileLoader(registry: TestChannels.registry).load(folder, into: &sources)
        let report = DiagnosticReport(sources: sources, diagnostics: loaded.diagnostics, subjects: ["shop"])
        let code = String(name.prefix(5))
        if code == "T0025" {
            #expect(report.diagnostics.last?.code.number == code)
        } else {
            #expect(Set(report.diagnostics.map(\.code.number)) == [code])
        }
        #expect((loaded.profile == nil) == (report.count(.error) > 0))
        let text = TextRenderer(isColored: false).render(report)
        let file = fixture.expected
        if ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(name)")
        } else {
            #expect(try String(contentsOf: file, encoding: .utf8) == text)
        }
    }

    @Test func `a fixture has no file that is as in its base`() throws {
        for fixture in Fixture.all { #expect(try fixture.repeatedFiles() == [], "\(fixture.name)") }
    }

    @Test func `every code has a fixture`() {
        let covered = Set(Self.names.map { String($0.prefix(5)) }).union(Self.elsewhere)
        #expect(DiagnosticCode.all.map(\.number).filter { !covered.contains($0) } == [])
        for name in Self.names {
            let code = DiagnosticCode.named(String(name.prefix(5)))
            #expect(code.map { "\($0.number)-\($0.slug)" } == name)
        }
    }

    @Test func `codes and slugs are unique and at least sixty`() {
        #expect(DiagnosticCode.all.count >= 60)
        #expect(Set(DiagnosticCode.all.map(\.number)).count == DiagnosticCode.all.count)
        #expect(Set(DiagnosticCode.all.map(\.slug)).count == DiagnosticCode.all.count)
    }
}
