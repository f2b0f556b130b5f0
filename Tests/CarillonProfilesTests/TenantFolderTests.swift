import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Foundation
import Testing

/// Folders that cannot lie in a repository, made for one test each.
struct TenantFolderTests {
    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)")
        let shop = folder.appending(path: "shop")
        try FileManager.default.createDirectory(
            at: shop.appending(path: "templates"),
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let profile = """
            {"tenant": "shop", "name": "Shop", "locales": {"default": "en", "supported": ["en"]},
             "channels": {"feed": {"use": "test-feed"}}}
            """
        try profile.write(to: shop.appending(path: "profile.json"), atomically: true, encoding: .utf8)
        let events = #"{"events": {"a": {"channels": ["feed"]}}}"#
        try events.write(to: shop.appending(path: "events.json"), atomically: true, encoding: .utf8)
        let templates = #"{"locale": "en", "messages": {"a": {"title": "Hello"}}}"#
        try templates.write(to: shop.appending(path: "templates/en.json"), atomically: true, encoding: .utf8)
        try body(shop)
    }

    private func numbers(_ folder: URL) throws -> [String] {
        let report = try ProfileLoader(registry: TestChannels.registry).load([folder.path]).report
        return report.diagnostics.map(\.code.number).filter { $0 != "T0904" }
    }

    @Test func `a whole folder gives the profile that the host runs`() throws {
        try inFolder { shop in
            let (profiles, report) = try ProfileLoader(registry: TestChannels.registry).load([shop.path])
            #expect(report.count(.error) == 0)
            #expect(profiles.first?.messages.text("a", channel: "feed", slot: "title", locale: "en")?.source == "Hello")
        }
    }

    @Test func `a host that two tenants claim is reported at the second, which is no tenant then`() throws {
        try inFolder { shop in
            let other = shop.deletingLastPathComponent().appending(path: "other")
            try FileManager.default.copyItem(at: shop, to: other)
            for (folder, host) in [(shop, "api.shop.example"), (other, "api.shop.example")] {
                let file = folder.appending(path: "profile.json")
                let profile = try String(contentsOf: file, encoding: .utf8)
                    .replacing("\"shop\"", with: "\"\(folder.lastPathComponent)\"")
                    .replacing("\"name\"", with: "\"hosts\": [\"\(host)\"], \"name\"")
                try profile.write(to: file, atomically: true, encoding: .utf8)
            }
            let loader = ProfileLoader(registry: TestChannels.registry)
            #expect(try loader.load([shop.path]).report.count(.error) == 0)
            let (profiles, report) = try loader.load([shop.path, other.path])
            #expect(report.diagnostics.filter { $0.severity == .error }.map(\.code.number) == ["T0137"])
            #expect(profiles.map(\.id.rawValue) == ["shop"])
        }
    }

    @Test func `of several folders each fault is reported at its own file, in the order they are named`() throws {
        try inFolder { shop in
            let names = (1...9).map { "shop-\($0)" }
            let folders = try names.map { name in
                let folder = shop.deletingLastPathComponent().appending(path: name)
                try FileManager.default.copyItem(at: shop, to: folder)
                let templates = #"{"locale": "en", "messages": {"a": {"title": "Hello {$v\#(name.dropFirst(5))}"}}}"#
                try templates.write(to: folder.appending(path: "templates/en.json"), atomically: true, encoding: .utf8)
                return folder.path
            }
            let loader = ProfileLoader(registry: TestChannels.registry)
            let report = try loader.load(folders).report
            #expect(report.subjects == folders)
            let alone = try folders.map { try loader.load([$0]).report }
            #expect(report.diagnostics.map(\.message) == alone.flatMap { $0.diagnostics.map(\.message) })
            let places = report.diagnostics.map { report.sources[$0.primary.span.source].path }
            #expect(places == alone.flatMap { one in one.diagnostics.map { one.sources[$0.primary.span.source].path } })
            #expect(report.sources.files.map(\.path) == alone.flatMap { $0.sources.files.map(\.path) })
        }
    }

    @Test func `a link that leaves the folder is refused`() throws {
        try inFolder { shop in
            let link = shop.appending(path: "contract.json").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/etc/hostname")
            let found = try numbers(shop)
            #expect(found == ["T0133"])
        }
    }

    @Test func `a folder of templates that leads elsewhere is not entered`() throws {
        try inFolder { shop in
            try FileManager.default.createSymbolicLink(
                atPath: shop.appending(path: "samples").path,
                withDestinationPath: "/etc"
            )
            let found = try numbers(shop)
            #expect(found == ["T0133"])
        }
    }

    @Test func `golden files that lead elsewhere are refused, though nothing reads them here`() throws {
        try inFolder { shop in
            let golden = shop.appending(path: "golden")
            try FileManager.default.createSymbolicLink(atPath: golden.path, withDestinationPath: "/etc")
            #expect(try numbers(shop) == ["T0133"])
            try FileManager.default.removeItem(at: golden)
            try FileManager.default.createDirectory(at: golden, withIntermediateDirectories: false)
            let file = golden.appending(path: "a.json").path
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/etc/hostname")
            #expect(try numbers(shop) == ["T0133"])
        }
    }

    @Test func `a link within the folder is followed`() throws {
        try inFolder { shop in
            try FileManager.default.moveItem(
                at: shop.appending(path: "events.json"),
                to: shop.appending(path: ".data.json")
            )
            try FileManager.default.createSymbolicLink(
                atPath: shop.appending(path: "events.json").path,
                withDestinationPath: ".data.json"
            )
            let found = try numbers(shop)
            #expect(found == [])
        }
    }

    @Test(arguments: [
        ("/etc/hostname", "T0133"), ("nowhere.json", "T0131"), ("../shop/profile.json", "T0133"),
    ])
    func `a shared channel that is a link out of its folder is reported, once for all tenants`(
        target: String,
        code: String
    ) throws {
        try inFolder { shop in
            let root = shop.deletingLastPathComponent()
            let other = root.appending(path: "other")
            try FileManager.default.copyItem(at: shop, to: other)
            let file = other.appending(path: "profile.json")
            let profile = try String(contentsOf: file, encoding: .utf8)
                .replacing("\"shop\"", with: "\"other\"").replacing("test-feed", with: "team")
            try profile.write(to: file, atomically: true, encoding: .utf8)
            let channels = root.appending(path: "channels")
            try FileManager.default.createDirectory(at: channels, withIntermediateDirectories: false)
            let link = channels.appending(path: "team.json").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            let report = try ProfileLoader(registry: TestChannels.registry).load([shop.path, other.path]).report
            let errors = report.diagnostics.filter { $0.severity == .error }
            // That nothing is called `team` isn't another fault.
            #expect(errors.map(\.code.number) == [code])
            #expect(errors.map { report.sources[$0.primary.span.source].path } == [link])
        }
    }

    @Test func `a shared channel that is a link within its folder is read`() throws {
        try inFolder { shop in
            let channels = shop.deletingLastPathComponent().appending(path: "channels")
            try FileManager.default.createDirectory(at: channels, withIntermediateDirectories: false)
            try Data("{".utf8).write(to: channels.appending(path: ".team"))
            let link = channels.appending(path: "team.json").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: ".team")
            #expect(try TenantFolder.read(shop.path).shared.files.map(\.path) == ["team.json"])
        }
    }

    @Test func `a pipe is not waited for`() throws {
        try inFolder { shop in
            let status = mkfifo(shop.appending(path: "contract.json").path, 0o644)
            #expect(status == 0)
            let found = try numbers(shop)
            #expect(found == ["T0133"])
        }
    }

    @Test func `a link to nothing cannot be read`() throws {
        try inFolder { shop in
            let link = shop.appending(path: "contract.json").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere.json")
            let found = try numbers(shop)
            #expect(found == ["T0131"])
        }
    }

    @Test(arguments: ["", "templates"])
    func `a folder that can't be read is one fault, whatever would be in it`(path: String) throws {
        try inFolder { shop in
            let whole = try TenantFolder.read(shop.path)
            let fault = TenantFolder.Fault(path: path, kind: .unreadable("Permission denied"))
            let files = whole.files.filter { !path.isEmpty && !$0.path.hasPrefix(path) }
            let folder = TenantFolder(name: "shop", path: "shop", files: files, faults: [fault])
            var sources = SourceSet()
            let (profile, diagnostics) = ProfileLoader(registry: TestChannels.registry).load(folder, into: &sources)
            #expect(profile == nil)
            #expect(diagnostics.filter { $0.severity == .error }.map(\.code.number) == ["T0131"])
        }
    }

    @Test func `a file of ten megabytes is refused unread`() throws {
        try inFolder { shop in
            let path = shop.appending(path: "contract.json")
            try Data(repeating: UInt8(ascii: " "), count: 10_000_000).write(to: path)
            let found = try numbers(shop)
            #expect(found == ["T0023"])
        }
    }

    @Test func `a folder with too many files is not read`() throws {
        let fault = TenantFolder.Fault(path: "samples", kind: .tooMany(limit: 20000))
        var sources = SourceSet()
        let folder = TenantFolder(name: "shop", path: "shop", faults: [fault])
        let (profile, diagnostics) = ProfileLoader(registry: TestChannels.registry).load(folder, into: &sources)
        #expect(profile == nil)
        #expect(diagnostics.map(\.code.number).contains("T0134"))
    }

    @Test func `a path that isn't there is named`() throws {
        #expect(throws: UnreadablePath.self) { try TenantFolder.read("/nowhere/at/all") }
        #expect(throws: UnreadablePath.self) { try TenantFolder.find(in: "/etc/hostname") }
    }

    @Test func `a folder of folders holds tenants, and schema is none`() throws {
        try inFolder { shop in
            let root = shop.deletingLastPathComponent()
            try FileManager.default.createDirectory(
                at: root.appending(path: "schema"),
                withIntermediateDirectories: true
            )
            #expect(try TenantFolder.find(in: root.path) == [root.path + "/shop"])
            #expect(try TenantFolder.find(in: shop.path + "/") == [shop.path])
        }
    }
}
