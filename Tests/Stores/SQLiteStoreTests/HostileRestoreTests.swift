import CarillonModel
import CarillonPipeline
import Foundation
import GRDB
import Testing

@testable import SQLiteStore

/// Backups that somebody had in their hands.
struct HostileRestoreTests {
    /// What is done to a sound copy, and what is refused then.
    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sql: String

        init(_ name: String, _ sql: String) {
            testDescription = name
            self.sql = sql
        }
    }

    @Test(arguments: [
        Attack(
            "a trigger that is run by accepting",
            "CREATE TRIGGER evil AFTER INSERT ON notification BEGIN DELETE FROM device; END"
        ),
        Attack(
            "a trigger that is run by restoring",
            """
            INSERT OR REPLACE INTO key VALUES ('feed-journal', 'AA==');
            CREATE TRIGGER evil AFTER DELETE ON key BEGIN UPDATE device SET token = 'stolen'; END
            """
        ),
        Attack(
            "another body of a trigger of ours",
            """
            DROP TRIGGER feed_removed;
            CREATE TRIGGER feed_removed AFTER DELETE ON feed BEGIN DELETE FROM user; END
            """
        ),
        Attack("a view", "CREATE VIEW evil AS SELECT * FROM user"),
        Attack(
            "a view without end in the place of a table",
            """
            DROP TABLE pause;
            CREATE VIEW pause AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                SELECT i AS channel, 'x' AS code, 'x' AS message, 1 AS since FROM n
            """
        ),
        Attack(
            "a table that computes",
            """
            DROP TABLE pause;
            CREATE TABLE pause (channel TEXT, code TEXT, message TEXT, since INTEGER DEFAULT (length(randomblob(999999999))))
            """
        ),
        Attack("a table less", "DROP TABLE pause"),
        Attack("a table more", "CREATE TABLE more (a)"),
        Attack(
            "a file of a later version",
            """
            CREATE TABLE later (a);
            INSERT INTO grdb_migrations VALUES ('of a later version')
            """
        ),
    ])
    func `a file that holds what this store doesn't make isn't restored`(attack: Attack) async throws {
        try await withCopy { copy, place in
            let queue = try DatabaseQueue(path: copy)
            try await queue.writeWithoutTransaction { try $0.execute(sql: attack.sql) }
            try queue.close()
            try expectRefusal(copy, place, "aren't those of a tenant's file")
        }
    }

    @Test(arguments: ["", "this is no database, whatever its name says", "SQLite format 3\0"])
    func `what is no database isn't restored`(content: String) async throws {
        try await withCopy { copy, place in
            try Data(content.utf8).write(to: URL(filePath: copy))
            try expectRefusal(copy, place, copy)
        }
    }

    @Test func `another program's database isn't restored`() async throws {
        try await withCopy { copy, place in
            try FileManager.default.removeItem(atPath: copy)
            let queue = try DatabaseQueue(path: copy)
            try await queue.write { try $0.execute(sql: "CREATE TABLE user (row INTEGER PRIMARY KEY, id TEXT)") }
            try queue.close()
            try expectRefusal(copy, place, "aren't those of a tenant's file")
        }
    }

    @Test(arguments: ["link", "pipe", "device", "folder"])
    func `what is no file isn't read, and keeps nobody waiting`(kind: String) async throws {
        try await withCopy { copy, place in
            let elsewhere = copy + ".elsewhere"
            try FileManager.default.moveItem(atPath: copy, toPath: elsewhere)
            switch kind {
            case "link": #expect(symlink(elsewhere, copy) == 0)
            case "pipe": #expect(mkfifo(copy, 0o600) == 0)
            case "device": #expect(symlink("/dev/zero", copy) == 0)
            default: try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
            }
            try expectRefusal(copy, place, kind == "link" || kind == "device" ? "is a link" : "is no file")
        }
    }

    /// A log beside the copy would show another file to who looks than to who copies.
    @Test func `what is looked at is what is restored`() async throws {
        try await withCopy { copy, place in
            let queue = try DatabasePool(path: copy)
            try await queue.writeWithoutTransaction { database in
                try database.execute(sql: "CREATE TRIGGER evil AFTER INSERT ON event BEGIN DELETE FROM device; END")
                try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
                try database.execute(sql: "DROP TRIGGER evil")
            }
            let hostile = copy + ".hostile"
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: copy + suffix, toPath: hostile + suffix)
            }
            try queue.close()
            try expectRefusal(hostile, place, "aren't those of a tenant's file")
        }
    }

    @Test func `one hostile file among sound ones leaves nothing restored`() async throws {
        try await withCopy { copy, place in
            let hostile = copy + ".hostile"
            try Data("no database".utf8).write(to: URL(filePath: hostile))
            #expect(throws: StoreFailure.self) {
                try SQLiteStore.restore(["escrow": copy, "wallet": hostile], into: place)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: place).filter { $0.contains("sqlite") } == [])
            try SQLiteStore.restore(["escrow": copy], into: place)
        }
    }

    @Test func `a file of the last version before the release is restored`() async throws {
        try await withFolder { folder in
            try await unreleasedFile(folder, sql: "INSERT INTO user (row, id, shown) VALUES (1, 'ada', 0)")
            try SQLiteStore.restore(["wallet": "\(folder)/wallet.sqlite"], into: "\(folder)/restored")
            let store = try SQLiteStore(folder: "\(folder)/restored", identifiers: testingIdentifiers)
            _ = try await store.tenant("wallet").accept(event("1"))
            await store.close()
        }
    }

    @Test func `a copy isn't put among the tenants' own files`() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
            _ = try await store.tenant("wallet").accept(event("1"))
            try FileManager.default.createDirectory(atPath: "\(folder)/evil.sqlite", withIntermediateDirectories: false)
            #expect(symlink(folder, "\(folder).link") == 0)
            defer { try? FileManager.default.removeItem(atPath: "\(folder).link") }
            for path in ["\(folder)/evil.sqlite/wallet.sqlite", "\(folder)/evil.sqlite", "\(folder).link/evil.sqlite"] {
                await #expect(throws: StoreFailure.self) { try await store.copy("wallet", to: path) }
            }
            try FileManager.default.removeItem(atPath: "\(folder)/evil.sqlite")
            for path in ["\(folder)/evil.sqlite", "\(folder).link/evil.sqlite"] {
                let failure = await #expect(throws: StoreFailure.self) { try await store.copy("wallet", to: path) }
                #expect(failure?.description.contains("is in the data folder itself") == true)
            }
            #expect(try await store.tenants() == ["wallet"])
            await store.close()
        }
    }

    /// - Parameter body: given a sound copy of a tenant's file, and where to restore it to.
    private func withCopy(_ body: (String, String) async throws -> Void) async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
            _ = try await store.tenant("wallet").accept(event("1"))
            let copy = "\(folder)/wallet.copy"
            try await store.copy("wallet", to: copy)
            await store.close()
            try await body(copy, "\(folder)/restored")
        }
    }

    private func expectRefusal(_ copy: String, _ place: String, _ message: String) throws {
        let failure = #expect(throws: StoreFailure.self) { try SQLiteStore.restore(["wallet": copy], into: place) }
        #expect(failure?.description.contains(message) == true, "\(failure?.description ?? "nothing")")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).filter { $0.contains("sqlite") } == [])
    }
}
