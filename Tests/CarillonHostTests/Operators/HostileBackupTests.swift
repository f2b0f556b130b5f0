import CarillonModel
import CarillonPipeline
import Foundation
import Testing

@testable import CarillonHost

/// Places for backups that lead elsewhere, and backups that aren't what they say.
@Suite(.onEmbeddedStore)
struct HostileBackupTests {
    @Test(arguments: ["/tmp/../etc/carillon", "/tmp/./x", "/tmp/x/..", "tmp/x", "../x", "/tmp/x\0y"])
    func `a place that doesn't say where it leads is refused`(place: String) async throws {
        try await withHost { host, _ in
            #expect(await host.ask("POST", "/v1/tenants/backup", ["to": .string(place)]).status == 422)
        }
    }

    @Test func `a backup doesn't follow a link to somebody else's folder`() async throws {
        try await withHost { host, folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/theirs", withIntermediateDirectories: true)
            #expect(symlink("\(folder)/theirs", "\(folder)/link") == 0)
            let answer = await host.ask("POST", "/v1/tenants/backup", ["to": .string("\(folder)/link")])
            #expect(answer.status == 503)
            #expect(answer.json["detail"]?.string?.contains("is no folder") == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/theirs") == [])
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
    func `a backup isn't laid into another user's folder`() async throws {
        try await withHost { host, folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/theirs", withIntermediateDirectories: true)
            #expect(chown("\(folder)/theirs", 65534, 65534) == 0)
            let answer = await host.ask("POST", "/v1/tenants/backup", ["to": .string("\(folder)/theirs")])
            #expect(answer.status == 503)
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/theirs") == [])
        }
    }

    @Test func `a backup doesn't become a tenant`() async throws {
        try await withHost { host, _ in
            let data = try #require(host.folder)
            let place = "\(data)/evil.sqlite"
            #expect(await host.ask("POST", "/v1/tenants/backup", ["to": .string(place)]).status == 503)
            #expect(!FileManager.default.fileExists(atPath: place))
            #expect(try await host.store.tenants() == ["other", "shop"])
        }
    }

    @Test(arguments: [
        "a tenant twice", "a tenant that leads elsewhere", "the files of two tenants exchanged", "a link", "a pipe",
        "a device", "another size", "a manifest that is a pipe", "a manifest that is a link", "a manifest without end",
        "a manifest that is nested for ever",
    ])
    func `a backup that isn't what it says is refused, and keeps nobody waiting`(attack: String) async throws {
        try await withHost { host, folder in
            let place = "\(folder)/backup"
            // Or the two would be the same, byte for byte.
            await host.registerDevice()
            #expect(await host.ask("POST", "/v1/tenants/backup", ["to": .string(place)]).status == 200)
            _ = try Backup(reading: place)
            try Self.carryOut(attack, on: place)
            #expect(throws: Backup.Failure.self) { try Backup(reading: place) }
        }
    }

    private static func carryOut(_ attack: String, on place: String) throws {
        let files = FileManager.default
        let (manifest, shop, other) = ("\(place)/manifest.json", "\(place)/shop.sqlite", "\(place)/other.sqlite")
        let text = try String(contentsOfFile: manifest, encoding: .utf8)
        func write(_ text: String) throws { try text.write(toFile: manifest, atomically: true, encoding: .utf8) }
        func replace(_ path: String, _ make: (String) -> Int32) throws {
            try files.moveItem(atPath: path, toPath: path + ".away")
            #expect(make(path) == 0)
        }
        switch attack {
        case "a tenant twice":
            let json = try JSONValue(parsing: Data(text.utf8))
            let entries = json["tenants"]?.array ?? []
            try write(
                JSONValue.object(
                    JSONObject([
                        .init("format", 1), .init("createdAt", json["createdAt"] ?? .null),
                        .init("tenants", .array(entries + entries)),
                    ])
                ).text
            )
        case "a tenant that leads elsewhere":
            try write(text.replacing("\"tenant\":\"shop\"", with: "\"tenant\":\"../shop\""))
        case "the files of two tenants exchanged":
            try files.moveItem(atPath: shop, toPath: place + "/third")
            try files.moveItem(atPath: other, toPath: shop)
            try files.moveItem(atPath: place + "/third", toPath: other)
        case "a link": try replace(shop) { symlink($0 + ".away", $0) }
        case "a pipe": try replace(shop) { mkfifo($0, 0o600) }
        case "a device": try replace(shop) { symlink("/dev/zero", $0) }
        case "another size": try #require(FileHandle(forWritingAtPath: shop)).truncate(atOffset: 1 << 40)
        case "a manifest that is a pipe": try replace(manifest) { mkfifo($0, 0o600) }
        case "a manifest that is a link": try replace(manifest) { symlink($0 + ".away", $0) }
        case "a manifest without end": try #require(FileHandle(forWritingAtPath: manifest)).truncate(atOffset: 1 << 40)
        default: try write(String(repeating: "[", count: 1_000_000))
        }
    }

    /// - Parameter body: given a host whose store is on disk, and a folder beside it.
    private func withHost(_ body: (TestHost, String) async throws -> Void) async throws {
        let host = await TestHost.start(withWorkers: false, onDisk: true)
        let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do {
            try await body(host, folder)
        } catch {
            await host.stop()
            throw error
        }
        await host.stop()
    }
}
