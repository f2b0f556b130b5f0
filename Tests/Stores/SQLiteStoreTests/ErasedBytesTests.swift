import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonTesting
import Foundation
import StoredRows
import Testing

@testable import SQLiteStore

private let noon = Instant(epochMilliseconds: 1_772_020_800_000)

/// What the bytes of every file in a data folder hold after very many were erased.
struct ErasedBytesTests {
    /// Tokens are as random as real ones, so that the pages of their index are split and joined at any place.
    @Test(.timeLimit(.minutes(2)))
    func `of many users, those who are erased are in no byte of any file, nor of a copy`() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
            let database = try #require(try await store.tenant("wallet") as? TenantDatabase)
            let users = (0..<3000).map { number in (id: UserID(unchecked: "user-\(number)"), mark: UUID().uuidString) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for user in users {
                    group.addTask { try await Self.fill(database, user.id, mark: user.mark) }
                }
                try await group.waitForAll()
            }
            let erased = users.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
            let (gone, kept) = (Set(erased.map(\.mark)), Set(users.map(\.mark)).subtracting(erased.map(\.mark)))
            #expect(try Self.marks(gone, in: folder) == gone)
            for user in erased { #expect(try await database.erase(user.id)) }
            // The file is written anew, and then the log is emptied.
            try await waitUntil { try Self.marks(gone, in: folder).isEmpty }
            #expect(try Self.marks(kept, in: folder) == kept)
            // Without gaps, and so without what stands in them.
            let copies = "\(folder)-copies"
            defer { try? FileManager.default.removeItem(atPath: copies) }
            try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
            try await store.copy("wallet", to: "\(copies)/wallet.sqlite")
            #expect(try Self.marks(gone, in: copies).isEmpty)
            #expect(try Self.marks(kept, in: copies) == kept)
            await store.close()
            #expect(try Self.marks(gone, in: folder).isEmpty)
            #expect(try Self.marks(kept, in: folder) == kept)
        }
    }

    @Test func `who is erased just before the file is closed is in no byte of it afterwards`() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
            let database = try #require(try await store.tenant("wallet") as? TenantDatabase)
            let users = (0..<500).map { number in (id: UserID(unchecked: "user-\(number)"), mark: UUID().uuidString) }
            for user in users { try await Self.fill(database, user.id, mark: user.mark) }
            for user in users { #expect(try await database.erase(user.id)) }
            await store.close()
            #expect(try Self.marks(Set(users.map(\.mark)), in: folder).isEmpty)
            // Nothing but the schema is left.
            let size = try Data(contentsOf: URL(filePath: "\(folder)/wallet.sqlite")).count
            #expect(size < 1 << 20)
        }
    }

    private static func fill(_ database: TenantDatabase, _ user: UserID, mark: String) async throws {
        try await database.put(UserAttributes(email: "\(mark)@example.com"), of: user, at: noon)
        for plugin in ["expo", "fcm"] as [PluginID] {
            let registration = DeviceRegistration(owner: user, token: "\(mark):\(plugin)", plugin: plugin)
            _ = try await database.register(registration, at: noon)
        }
        var own = event(mark, payload: #"{"words":"\#(mark)"}"#)
        own.notifications[0].recipient = user
        _ = try await database.accept(own)
    }

    /// Which of these stand in any file of the folder.
    private static func marks(_ marks: Set<String>, in folder: String) throws -> Set<String> {
        var found: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
            guard bytes.count >= 36 else { continue }
            // A UUID has its third dash after 18 characters.
            for start in 0...(bytes.count - 36) where bytes[start + 18] == 0x2D && bytes[start + 8] == 0x2D {
                let text = String(decoding: bytes[start..<start + 36], as: UTF8.self)
                if marks.contains(text) { found.insert(text) }
            }
        }
        return found
    }
}
