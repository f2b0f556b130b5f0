import CarillonModel
import CarillonPipeline
import CarillonTesting
import Foundation
import GRDB
import StoredRows
import Testing

@testable import SQLiteStore

/// Files of other versions, with rows in them.
struct MigrationTests {
    @Test func `a file of the last version before the release is brought up to date with all that is in it`()
        async throws
    {
        try await withFolder { folder in
            try await unreleasedFile(folder, sql: Self.unreleasedRows)
            let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
            let tenant = try await store.tenant("wallet")
            let page = try await tenant.feed(of: "ada", FeedQuery(limit: 9))
            #expect(page.items.map(\.id) == ["n-1"] && page.allCount == 1)
            #expect(page.items.first?.content.texts == ["nb": ["title": "Hei"]])
            #expect(page.items.first?.readAt == Instant(epochMilliseconds: 9))
            // One is on its way into the feed, and comes there.
            #expect(try await tenant.due(at: .epoch, limit: 9).map(\.unreadCount) == [1])
            let content = FeedContent(locale: "nb", texts: JSONObject())
            try await tenant.putInFeed([FeedEntry("n-2", content, delivery: 1)], at: .epoch)
            #expect(try await tenant.feed(of: "ada", FeedQuery(limit: 9)).unreadCount == 1)
            // Told of it already.
            var again = event("again")
            again.dedupe = "meeting"
            _ = try await tenant.accept(again)
            #expect(try await tenant.trace(event: "again")?.notifications.first?.decisions == [.duplicate])
            let held = try await tenant.leaseHeld(
                on: "push",
                countingFrom: Instant(epochMilliseconds: 77),
                at: .epoch,
                limit: 9
            )
            #expect(held.map(\.retryWindowStart) == [Instant(epochMilliseconds: 77)])
            await store.close()
            let file = try openDatabase(folder)
            #expect(try await file.read { try Schema.isOurs($0) })
            let applied = try await file.read { try Schema.migrator.appliedIdentifiers($0) }
            #expect(applied == Set(Schema.migrator.migrations))
            await file.close()
        }
    }

    /// Ada has read n-1, n-2 is on its way to her feed, and held on a channel; she was told by the event 1.
    private static let unreleasedRows = """
        INSERT INTO user (row, id, coming) VALUES (1, 'ada', 1);
        \(events(1...3))
        INSERT INTO notification (row, id, event, user, priority, due_at, status) VALUES
            (1, 'n-1', 1, 1, 1, 1, 1), (2, 'n-2', 2, 1, 1, 2, 1), (3, 'n-3', 3, 1, 1, 0, 0);
        INSERT INTO delivery (row, notification, channel, address, status, due_at, reader) VALUES
            (1, 2, 'in-app', 'ada', 1, 1, 1);
        INSERT INTO delivery (row, notification, channel, address, status, counts_from) VALUES
            (2, 2, 'push', 'phone', 0, 77);
        INSERT INTO shown (notification, user, rank, type, priority, due_at, locale, content)
            VALUES (1, 1, 1, 'transfer', 1, 1, 'nb', '{"words":{"nb":{"title":"Hei"}}}');
        INSERT INTO feed (user, rank, notification, id, read_at) VALUES (1, 1, 1, 'n-1', 9);
        INSERT INTO told (user, key, event) VALUES (1, \(FowlerNollVo.column("meeting")), 1);
        """

    @Test func `a file of a version from before that is refused in words, and keeps every byte`() async throws {
        try await withFolder { folder in
            try await unreleasedFile(folder, sql: "DELETE FROM grdb_migrations WHERE identifier = 'reached devices'")
            let before = try Self.bytes("\(folder)/wallet.sqlite")
            let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
            let failure = await #expect(throws: StoreFailure.self) { _ = try await store.tenant("wallet") }
            #expect(failure?.kind == .older)
            for part in ["\(folder)/wallet.sqlite", "before the first release", "docs/guides/upgrade.md"] {
                #expect(failure?.description.contains(part) == true, "\(part)")
            }
            await store.close()
            #expect(try Self.bytes("\(folder)/wallet.sqlite") == before)
        }
    }

    @Test func `a file of a later version is refused in words, left as it is, and keeps nobody else`() async throws {
        try await withFolder { folder in
            try await releasedFile(
                folder,
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
            for part in [path, "later version", "run that version again", "backup", "docs/guides/upgrade.md"] {
                #expect(failure?.description.contains(part) == true, "\(part)")
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
            try await releasedFile(
                live,
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

    @Test func `a file that knows a token once keeps its devices, and takes the token for another plugin`() async throws
    {
        try await withFolder { folder in
            try await releasedFile(folder, sql: Self.oneToken)
            let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
            let tenant = try await store.tenant("wallet")
            let registration = DeviceRegistration(owner: "ada", token: "alerts", plugin: "ntfy")
            _ = try await tenant.register(registration, within: .none, at: Instant(epochMilliseconds: 9))
            #expect(try await tenant.devices(of: "ada").map(\.plugin) == ["gotify", "ntfy"])
            #expect(try await tenant.devices(of: "ada").first?.id == "d-1")
            await store.close()
            let file = try openDatabase(folder)
            let applied = try await file.read { try Schema.migrator.appliedIdentifiers($0) }
            #expect(applied == Set(Schema.migrator.migrations))
            await file.close()
        }
    }

    /// As the step before left it.
    private static let oneToken = """
        DELETE FROM grdb_migrations WHERE identifier = 'addresses by plugin';
        DROP INDEX device_by_token;
        CREATE UNIQUE INDEX device_by_token ON device (
            token, CASE WHEN user IS NULL THEN coalesce(device_id, '') ELSE '' END
        );
        INSERT INTO user (row, id) VALUES (1, 'ada');
        INSERT INTO device (id, user, token, plugin, registered_at, updated_at)
            VALUES ('d-1', 1, 'alerts', 'gotify', 1, 1);
        """

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

/// A file as the last version before the release left it, with rows in it.
func unreleasedFile(_ folder: String, sql: String) async throws {
    let schema = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Unreleased/schema.sql")
    let tables = try String(contentsOf: schema, encoding: .utf8)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = try DatabaseQueue(path: "\(folder)/wallet.sqlite")
    try await file.write { try $0.execute(sql: tables + sql) }
    try file.close()
}

/// A file of this version, with something more in it.
private func releasedFile(_ folder: String, sql: String) async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = try DatabaseQueue(path: "\(folder)/wallet.sqlite")
    try Schema.migrator.migrate(file)
    try await file.write { try $0.execute(sql: sql) }
    try file.close()
}

extension Instant {
    fileprivate static let epoch = Instant(epochMilliseconds: 0)
}
