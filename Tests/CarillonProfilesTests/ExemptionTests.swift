import CarillonDiagnostics
import CarillonModel
import Testing

@testable import CarillonProfiles

/// What `allow` in a profile takes out of a report.
struct ExemptionTests {
    private static let missingSample = #""code": "T0904", "at": "events.json#/events/order.paid", "reason": "Later""#

    @Test(arguments: [
        #""code": "T0904", "at": "events.json#/events/order.paid""#, #""code": "T0904", "at": "events.json""#,
        #""code": "T0904", "at": "events.json#/events""#, #""code": "T0904", "at": "*.json#/events/*""#,
        #""code": "T0904", "at": "events.json", "until": "2026-02-25""#,
        #""code": "T0904", "at": "events.json#""#,
    ])
    func `a warning is allowed at its place and above, until the day`(entry: String) throws {
        let loading = try Self.loading("{ \(entry), \"reason\": \"Later\" }")
        #expect(loading.diagnostics == [])
        #expect(loading.allowed.map(\.diagnostic.code) == [.missingSample])
        #expect(loading.allowed.map(\.reason) == [.allowed(reason: "Later")])
    }

    @Test(arguments: [
        #""code": "T0904", "at": "events.json#/events/order""#, #""code": "T0904", "at": "templates""#,
        #""code": "T0904", "at": "events.json#/events/order.paid/payload""#, #""code": "T0906", "at": "events.json""#,
        #""code": "T0904", "at": "events.json#/*""# + #", "until": "2026-02-24""#,
    ])
    func `elsewhere, for another code and after the day it isn't, and the entry is reported`(entry: String) throws {
        let loading = try Self.loading("{ \(entry), \"reason\": \"Later\" }")
        #expect(loading.allowed.isEmpty)
        let isOver = entry.contains("until")
        #expect(
            Set(loading.diagnostics.map(\.code)) == [.missingSample, isOver ? .expiredExemption : .unusedExemption]
        )
    }

    @Test func `the second entry for one warning is unused`() throws {
        let loading = try Self.loading("{ \(Self.missingSample) }, { \(Self.missingSample) }")
        #expect(loading.diagnostics.map(\.code) == [.unusedExemption])
        #expect(loading.allowed.count == 1)
    }

    @Test func `where there is an error nothing is called unused`() throws {
        let loading = try Self.loading(
            "{ \(Self.missingSample) }, { \"code\": \"T0904\", \"at\": \"a\" }",
            leavesOut: []
        )
        #expect(loading.diagnostics.map(\.code) == [.missingKey])
    }

    @Test func `no error, no code of a secret and none of allow itself can be allowed`() {
        let allowable = DiagnosticCode.all.filter { DiagnosticCode.allowable.contains($0.number) }
        #expect(allowable.count > 20)
        #expect(allowable.allSatisfy { $0.severity == .warning && !$0.slug.contains("secret") })
        #expect(!allowable.contains(.unusedExemption) && !allowable.contains(.expiredExemption))
    }

    @Test func `the reason is demanded`() throws {
        let loading = try Self.loading(#"{ "code": "T0904", "at": "events.json" }"#)
        #expect(loading.diagnostics.contains { $0.code == .missingKey && $0.message.contains("reason") })
        #expect(loading.allowed.isEmpty)
    }

    /// A sound tenant without a sample, and with these entries.
    private static func loading(
        _ entries: String,
        leavesOut: Set<String> = ["samples/order.paid.json"]
    ) throws -> ProfileLoading {
        var folder = try Fixture(name: "none").read()
        folder.files.removeAll { leavesOut.contains($0.path) }
        let index = try #require(folder.files.firstIndex { $0.path == "profile.json" })
        let profile = String(decoding: folder.files[index].content, as: UTF8.self)
        let end = try #require(profile.lastIndex(of: "}"))
        folder.files[index].content = Array("\(profile[..<end]), \"allow\": [\(entries)] }".utf8)
        var sources = SourceSet()
        return ProfileLoader(registry: TestChannels.registry, today: "2026-02-25").run(folder, into: &sources).loading
    }
}
