import CarillonDiagnostics
import CarillonModel
import Foundation
import Testing

@testable import CarillonProfiles

/// Which tenant a Supabase client's key is of, and what is told where that is open.
struct SupabaseKeysTests {
    private static func profile(_ id: TenantID, _ keys: [String]?, hosts: [String] = []) -> TenantProfile {
        var parts = ProfileParts(id: id, name: "Shop", locales: Locales(default: "en", supported: ["en"]))
        parts.hosts = hosts
        parts.supabase = keys.map { keys in
            var table = SupabaseTable()
            table.keys = keys
            return table
        }
        return TenantProfile(parts)
    }

    @Test func `a key is its only tenant's`() {
        let keys = SupabaseKeys([
            Self.profile("b", ["kb", "both"]), Self.profile("a", ["ka", "both"]), Self.profile("c", nil),
        ])
        #expect(keys.tenant(of: "ka") == "a" && keys.tenant(of: "kb") == "b")
        #expect(keys.tenant(of: "both") == nil && keys.tenant(of: "x") == nil && keys.tenant(of: nil) == nil)
        #expect(
            keys.ambiguities == [
                .init(tenant: "a", others: ["b"], index: 1), .init(tenant: "b", others: ["a"], index: 1),
            ]
        )
    }

    @Test func `where only one tenant has such clients, any key is its own`() {
        for own in [[], ["ka"]] {
            let keys = SupabaseKeys([Self.profile("a", own), Self.profile("b", nil)])
            #expect(keys.tenant(of: "x") == "a" && keys.tenant(of: nil) == "a" && keys.ambiguities.isEmpty)
        }
    }

    @Test func `of several, one without keys is known by its own host alone`() {
        let keys = SupabaseKeys([
            Self.profile("a", ["ka"]), Self.profile("b", []), Self.profile("c", [], hosts: ["c.example"]),
        ])
        #expect(keys.ambiguities == [.init(tenant: "b", others: ["a", "c"], index: nil)])
        #expect(keys.tenant(of: "ka") == "a" && keys.tenant(of: "x") == nil)
    }

    @Test func `the paths of Supabase's clients are no tenants`() {
        #expect(TenantID(rawValue: "realtime") == nil && TenantID(rawValue: "rest") == nil)
        #expect(TenantID(rawValue: "rests") != nil)
    }

    @Test func `validation names a key's second tenant, and one without a key`() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let tenants = [("a", #", "apiKeys": ["ka", "both"]"#), ("b", #", "apiKeys": ["both"]"#), ("c", "")]
        let folders = try tenants.map { name, keys in
            let files = [
                "profile.json": """
                {"tenant": "\(name)", "name": "Shop", "locales": {"default": "en", "supported": ["en"]},
                 "channels": {"feed": {"use": "test-feed"}},
                 "realtime": {"supabase": {"columns": {"id": {"from": "id", "type": "text"}}\(keys)}}}
                """,
                "events.json": #"{"events": {"a": {"summary": "A", "channels": ["feed"]}}}"#,
                "templates/en.json": #"{"locale": "en", "messages": {"a": {"title": "Hello"}}}"#,
            ]
            for (path, text) in files {
                let file = root.appending(path: "\(name)/\(path)")
                let folder = file.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
            return root.appending(path: name).path
        }
        let loader = ProfileLoader(registry: TestChannels.registry)
        for folder in folders {
            #expect(try loader.load([folder]).report.diagnostics.allSatisfy { $0.code != .ambiguousAppKey })
        }
        let (profiles, report) = try loader.load(folders)
        #expect(profiles.count == 3)
        let found = report.diagnostics.filter { $0.code == .ambiguousAppKey }
        #expect(found.map(\.severity) == [.warning, .warning])
        #expect(
            found.map(\.message) == [
                "this key is one of `a` already", "nothing tells its clients from those of `a`, `b`",
            ]
        )
        let places = found.map { report.sources[$0.primary.span.source].path }
        #expect(places == [1, 2].map { folders[$0] + "/profile.json" })
        #expect(found.first?.related.map { report.sources[$0.span.source].path } == [folders[0] + "/profile.json"])
    }
}
