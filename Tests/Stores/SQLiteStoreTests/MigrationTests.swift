import CarillonModel
import CarillonPipeline
import Foundation
import GRDB
import Testing

@testable import SQLiteStore

/// Files of other versions, with rows in them.
struct MigrationTests {
    @Test func `what was on its way into a feed in an older file counts once for each notification`() async throws {
        try await withFolder { folder in
            // Of ada's: one is on its way by two deliveries, one is there and on its way again, one is there.
            try await earlierFile(
                folder,
                upTo: "holders",
                sql: """
                    INSERT INTO user (row, id) VALUES (1, 'ada'), (2, 'ben');
                    \(Self.events(1...4))
                    INSERT INTO notification (row, id, event, user, priority, due_at, status) VALUES
                        (1, 'n-1', 1, 1, 1, 1, 1), (2, 'n-2', 2, 1, 1, 2, 1), (3, 'n-3', 3, 1, 1, 3, 1), (4, 'n-4', 4, 2, 1, 4, 1);
                    INSERT INTO delivery (row, notification, channel, address, status, due_at, reader) VALUES
                        (1, 1, 'in-app', 'ada', 1, 1, 1), (2, 1, 'in-app', 'ada', 0, 1, 1), (3, 2, 'in-app', 'ada', 0, 2, 1),
                        (4, 3, 'in-app', 'ada', 2, NULL, 1), (5, 4, 'in-app', 'ben', 1, 4, 2);
                    INSERT INTO delivery (row, notification, channel, address, status, due_at, window, collapse) VALUES
                        (6, 1, 'push', 'phone', 0, 9, 'push phone', NULL), (7, 2, 'push', 'phone', 0, 9, 'push phone', NULL),
                        (8, 3, 'email', 'mail', 0, 9, NULL, 77);
                    INSERT INTO shown (notification, user, rank, type, priority, due_at, locale, content)
                        VALUES (2, 1, 2, 'transfer', 1, 2, 'nb', '{}'), (3, 1, 3, 'transfer', 1, 3, 'nb', '{}');
                    INSERT INTO feed (user, rank, notification, id) VALUES (1, 2, 2, 'n-2'), (1, 3, 3, 'n-3');
                    """
            )
            let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
            let tenant = try await store.tenant("wallet")
            func unread(of user: UserID, _ id: String) async throws -> Int? {
                var next = event(id)
                next.notifications[0].recipient = user
                _ = try await tenant.accept(next)
                return try await tenant.due(at: .epoch, limit: 10).first { $0.id == "n-\(id)" }?.unreadCount
            }
            #expect(try await unread(of: "ada", "a") == 3)
            #expect(try await unread(of: "ben", "b") == 1)
            let content = FeedContent(locale: "nb", words: JSONObject())
            try await tenant.putInFeed([FeedEntry("n-1", content, delivery: 1)], at: .epoch)
            #expect(try await tenant.feed(of: "ada", FeedQuery(limit: 9)).unreadCount == 3)
            #expect(try await unread(of: "ada", "c") == 3)
            let now = Instant(epochMilliseconds: 9)
            #expect(try await tenant.leaseDeliveries(on: "push", at: now, limit: 1).map(\.row) == [6, 7])
            #expect(try await tenant.leaseDeliveries(on: "email", at: now, limit: 9).map(\.row) == [8])
            await store.close()
        }
    }

    @Test func `an older file's notifications give way to those that take their event's place, each recipient's alone`()
        async throws
    {
        try await withFolder { folder in
            try await earlierFile(
                folder,
                upTo: "busy recipients",
                sql: """
                    INSERT INTO user (row, id) VALUES (1, 'ada'), (2, 'ben');
                    \(Self.events(1...2))
                    UPDATE event SET supersedes = 'meeting' WHERE row = 1;
                    INSERT INTO notification (row, id, event, user, priority, due_at, status) VALUES
                        (1, 'n-ada', 1, 1, 1, 50, 0), (2, 'n-ben', 1, 2, 1, 50, 0), (3, 'n-other', 2, 1, 1, 50, 0);
                    """
            )
            let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
            let tenant = try await store.tenant("wallet")
            var moved = event("moved")
            (moved.supersedes, moved.recipients) = ("meeting", ["ada"])
            _ = try await tenant.accept(moved)
            let due = try await tenant.due(at: Instant(epochMilliseconds: 50), limit: 9)
            #expect(Set(due.map(\.id)) == ["n-moved", "n-ben", "n-other"])
            let trace = try await tenant.trace(event: "e-1")
            #expect(trace?.notifications.map(\.status) == [.cancelled, .scheduled])
            await store.close()
        }
    }

    @Test func `a file of a later version is refused in words, left as it is, and keeps nobody else`() async throws {
        try await withFolder { folder in
            try await earlierFile(
                folder,
                upTo: try #require(Schema.migrator.migrations.last),
                sql: """
                    CREATE TABLE later (what TEXT NOT NULL) STRICT;
                    INSERT INTO later VALUES ('something');
                    INSERT INTO grdb_migrations VALUES ('of a later version')
                    """
            )
            let path = "\(folder)/wallet.sqlite"
            let before = try await Self.rows(path)
            #expect(before.contains("something"))
            let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
            let failure = await #expect(throws: StoreFailure.self) { _ = try await store.tenant("wallet") }
            #expect(failure?.kind == .newer)
            for words in [path, "later version", "run that version again", "backup", "docs/guides/upgrade.md"] {
                #expect(failure?.description.contains(words) == true, "\(words)")
            }
            _ = try await store.tenant("escrow").accept(event("1"))
            await store.close()
            #expect(try await Self.rows(path) == before)
        }
    }

    @Test(arguments: [true, false])
    func `a file of a later version keeps every byte, and so does a log beside it`(hasLog: Bool) async throws {
        try await withFolder { folder in
            let live = "\(folder)/live"
            let later = "INSERT INTO grdb_migrations VALUES ('of a later version')"
            try await earlierFile(
                live,
                upTo: try #require(Schema.migrator.migrations.last),
                sql: hasLog ? "SELECT 1" : later
            )
            // As a host that is killed leaves it: the last commits stand in the log alone.
            let host = hasLog ? try DatabasePool(path: "\(live)/wallet.sqlite") : nil
            try await host?.write { try $0.execute(sql: later) }
            try FileManager.default.copyItem(atPath: live, toPath: "\(folder)/copy")
            try host?.close()
            let before = try Self.bytes("\(folder)/copy/wallet.sqlite")
            #expect(before[1].isEmpty != hasLog)
            let store = try SQLiteStore(folder: "\(folder)/copy", identifiers: testingIdentifiers)
            let failure = await #expect(throws: StoreFailure.self) { _ = try await store.tenant("wallet") }
            #expect(failure?.kind == .newer)
            let copying = await #expect(throws: StoreFailure.self) {
                try await store.copy("wallet", to: "\(folder)/backup.sqlite")
            }
            #expect(copying?.kind == .newer)
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/backup.sqlite"))
            await store.close()
            #expect(try Self.bytes("\(folder)/copy/wallet.sqlite") == before)
        }
    }

    /// Of the file, and of the log, which may be missing.
    private static func bytes(_ path: String) throws -> [Data] {
        [try Data(contentsOf: URL(filePath: path)), (try? Data(contentsOf: URL(filePath: path + "-wal"))) ?? Data()]
    }

    /// What a later version would find.
    private static func rows(_ path: String) async throws -> String {
        let file = try DatabaseQueue(path: path)
        defer { try? file.close() }
        return try await file.read { database in
            let tables = ["sqlite_schema", "grdb_migrations", "later"]
            return try tables.map { "\(try Row.fetchAll(database, sql: "SELECT * FROM \($0)"))" }.joined(
                separator: "\n"
            )
        }
    }

    private static func events(_ numbers: ClosedRange<Int>) -> String {
        numbers.map { number in
            """
            INSERT INTO event (row, id, key, source, external_id, type, payload, fingerprint, revision, accepted_at)
                VALUES (\(number), 'e-\(number)', \(number), 'test', '\(number)', 'transfer', '{}', 1, 'r', 0);
            """
        }.joined(separator: "\n")
    }
}

extension Instant {
    fileprivate static let epoch = Instant(epochMilliseconds: 0)
}
