import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonTesting
import Foundation
import GRDB
import GRDBSQLite
import StoredRows
import Synchronization
import Testing

@testable import SQLiteStore

private let noon = Instant(epochMilliseconds: 1_772_020_800_000)

/// What one user is exported and erased of, held against the schema: a new table can't be forgotten.
struct ErasureTests {
    /// Tables that say of nobody whom they are about; of those with rows about somebody, these go with the rows of others.
    private static let withoutUsers: Set<String> = [
        "event", "delivery", "campaign", "tally", "nobody", "pause", "key", "user", "grdb_migrations",
        "sqlite_sequence", "used_code", "proposal", "staff_session", "text_change", "proposal_comment", "text_version",
        "staff_act", "staff_link",
    ]
    /// What is made up about mallory; each stands in the file somewhere.
    private static let marks = [
        "mallory-id", "mallory-mail@example.com", "mallory-phone", "mallory-token", "mallory-device", "mallory-name",
        "mallory-session", "mallory-topic", "mallory-role", "mallory-payload", "mallory-words", "mallory-switch",
        "mallory-answer", "mallory-held", "mallory-pairing", "mallory-code",
    ]
    private static let mallory: UserID = "mallory-id"

    @Test func `an export holds, and an erasure removes, all that any table has about a user`() async throws {
        try await withFolder { folder in
            let database = try openDatabase(folder)
            try await Self.fill(database)
            let row = try #require(try await database.read { try $0.knownRow(of: Self.mallory) })
            let tables = try await Self.tables(database)
            let unknown = tables.filter { !$0.value.contains("user") }.map(\.key)
            #expect(Set(unknown) == Self.withoutUsers, "is there anything about users in the new one?")
            for (table, columns) in tables where columns.contains("user") {
                let count = try await Self.count(database, table, of: row)
                #expect(count > 0, "nothing was made up for \(table)")
            }
            let before = try await Self.text(database, tables)
            for mark in Self.marks { #expect(before.contains(mark), "\(mark) isn't in the file") }

            let export = try #require(try await database.export(Self.mallory))
            for mark in Self.marks { #expect("\(export)".contains(mark), "\(mark) isn't exported") }
            #expect(!"\(export)".contains("someone-else"))

            #expect(try await database.erase(Self.mallory))
            for (table, columns) in tables where columns.contains("user") {
                #expect(try await Self.count(database, table, of: row) == 0, "\(table)")
            }
            let after = try await Self.text(database, tables)
            #expect(!after.contains("mallory"), "\(after)")
            #expect(after.contains("someone-else-token") && after.contains("someone-else-words"))
            #expect(try await database.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check").isEmpty })
            let progress = try await database.progress(ofCampaign: "sale")
            #expect(progress?.notifications == 1)
            await database.close()

            let bytes = try Data(contentsOf: URL(filePath: "\(folder)/wallet.sqlite"))
            #expect(bytes.range(of: Data("someone-else-token".utf8)) != nil)
            #expect(bytes.range(of: Data("mallory".utf8)) == nil, "it can still be read from the file")
        }
    }

    /// The host goes on: nothing is closed, and nobody writes any more.
    @Test(.timeLimit(.minutes(1)))
    func `after an erasure no file holds anything of the user, once nobody reads what was`() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
            let database = try #require(try await store.tenant("wallet") as? TenantDatabase)
            try await Self.fill(database)
            // Enough for pages to be split, filled up and given back.
            for number in 0..<300 {
                let name = number % 3 == 0 ? "mallory" : "someone-else"
                let filler = String(repeating: "\(name)-payload ", count: number % 40 + 1)
                var own = event("\(name)-\(number)", payload: "{\"words\":\"\(filler)\"}")
                own.notifications[0].recipient = number % 3 == 0 ? Self.mallory : "someone-else"
                _ = try await database.accept(own)
            }
            let earlier = try Self.reader(of: folder)
            #expect(try await database.erase(Self.mallory))
            try #require(try Self.files(in: folder, holding: "mallory").contains("wallet.sqlite-wal"))
            try await earlier.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try await waitUntil { try Self.files(in: folder, holding: "mallory").isEmpty }
            #expect(try Self.files(in: folder, holding: "someone-else") == ["wallet.sqlite"])
            try earlier.close()
            await store.close()
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `what a process that died had yet to forget is forgotten by the next one`() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(folder: "\(folder)/first", identifiers: testingIdentifiers)
            let database = try #require(try await store.tenant("wallet") as? TenantDatabase)
            try await Self.fill(database)
            let earlier = try Self.reader(of: "\(folder)/first")
            #expect(try await database.erase(Self.mallory))
            // As a kill leaves it.
            try FileManager.default.copyItem(atPath: "\(folder)/first", toPath: "\(folder)/second")
            try earlier.close()
            await store.close()
            try #require(try !Self.files(in: "\(folder)/second", holding: "mallory").isEmpty)
            let next = try SQLiteStore(folder: "\(folder)/second", identifiers: testingIdentifiers)
            _ = try await next.tenant("wallet")
            try await waitUntil { try Self.files(in: "\(folder)/second", holding: "mallory").isEmpty }
            await next.close()
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a copy that is made while somebody is erased doesn't hold them`() async throws {
        try await withFolder { folder in
            let erasing = ErasingReader()
            var options = TenantDatabase.Options(identifiers: testingIdentifiers)
            options.watch = { erasing.watch($0) }
            let store = try SQLiteStore(folder: folder, options: options)
            let database = try #require(try await store.tenant("wallet") as? TenantDatabase)
            try await Self.fill(database)
            erasing.database.withLock { $0 = database }
            let copies = "\(folder)-copies"
            defer { try? FileManager.default.removeItem(atPath: copies) }
            try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
            try await store.copy("wallet", to: "\(copies)/wallet.sqlite")
            #expect(erasing.database.withLock { $0 } == nil, "nobody was erased meanwhile")
            #expect(try Self.files(in: copies, holding: "mallory") == [])
            #expect(try Self.files(in: copies, holding: "someone-else") == ["wallet.sqlite"])
            await store.close()
        }
    }

    /// Somebody who reads the state of now until told to end, as a backup does.
    private static func reader(of folder: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: "\(folder)/wallet.sqlite", configuration: configuration)
        try reader.writeWithoutTransaction { try $0.execute(sql: "BEGIN; SELECT count(*) FROM user") }
        return reader
    }

    /// Names of the files that hold `text` as bytes, sorted.
    private static func files(in folder: String, holding text: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { name in
            try Data(contentsOf: URL(filePath: "\(folder)/\(name)")).range(of: Data(text.utf8)) != nil
        }
    }

    /// Says something about mallory, and about somebody else, everywhere.
    private static func fill(_ database: TenantDatabase) async throws {
        for (user, name) in [(mallory, "mallory"), ("someone-else", "someone-else")] as [(UserID, String)] {
            let facts = UserAttributes(email: "\(name)-mail@example.com", locale: "en", phone: "\(name)-phone")
            try await database.put(facts, of: user, at: noon)
            let device = try await database.register(
                DeviceRegistration(
                    owner: user,
                    token: "\(name)-token",
                    plugin: "expo",
                    platform: .ios,
                    deviceID: "\(name)-device",
                    name: "\(name)-name"
                ),
                at: noon
            )
            let phone = "\(name)-phone-id"
            var held = DeviceRegistration(owner: nil, token: "\(name)-held", plugin: "expo", deviceID: phone)
            held.holder = user
            _ = try await database.register(held, at: noon)
            _ = try await database.start(
                SessionRecord(id: "\(name)-session", user: user, allowsPush: true, startedAt: noon)
            )
            let end = noon.advanced(by: .seconds(600))
            let code = TestPairing(id: "\(name)-pairing", user: user, code: "\(name)-code", endsAt: end)
            try await database.offer(code, at: noon)
            _ = try await database.setPreferences(["\(name)-switch": false], of: user, at: noon)
            let topic = Topic(unchecked: "\(name)-topic")
            try await database.subscribe([
                Subscription(topic: topic, subscriber: Subscriber(user: user), role: "\(name)-role", since: noon),
                Subscription(topic: topic, subscriber: Subscriber(user: user, device: device.id), since: noon),
            ])
            _ = try await database.follow(user)
            var own = event("\(name)-own", payload: "{\"words\":\"\(name)-payload\"}")
            own.notifications[0].recipient = user
            own.dedupe = "welcome"
            _ = try await database.accept(own)
            _ = try await database.putInFeed(
                [
                    FeedEntry(
                        "n-\(name)-own",
                        FeedContent(locale: "en", texts: ["en": ["title": .string("\(name)-words")]])
                    )
                ],
                at: noon
            )
            _ = try await database.mark(["n-\(name)-own"], of: user, read: true, at: noon)
        }
        try await campaign(database)
        try await deliveries(database)
    }

    private static func campaign(_ database: TenantDatabase) async throws {
        var sale = event("sale")
        (sale.source, sale.notifications) = (CampaignPlan.source, [])
        sale.times = [PlannedTime(dueAt: noon, priority: .normal)]
        sale.campaign = CampaignPlan(isForEveryone: true)
        _ = try await database.accept(sale)
        let planned = [mallory, "someone-else"].map { user in
            PlannedNotification(id: "sale-\(user)", recipient: user, priority: .normal, dueAt: noon)
        }
        let step = CampaignStep(nextAt: noon, expanded: 2, total: 2)
        _ = try await database.expand(ExpandedPage(event: sale.id, from: 0, to: nil, into: planned, step: step))
    }

    /// One waits in a collecting window, one is a dead letter.
    private static func deliveries(_ database: TenantDatabase) async throws {
        let due = try await database.due(at: noon, limit: 10)
        let routed = due.map { notification in
            let name = notification.recipient == mallory ? "mallory" : "someone-else"
            var collected = PlannedDelivery(channel: "push", address: "\(name)-token")
            collected.dueAt = noon.advanced(by: .seconds(900))
            collected.window = "push\u{1F}\(name)-token"
            let mail = PlannedDelivery(channel: "email", address: "\(name)-mail@example.com")
            return RoutedNotification(row: notification.row, decisions: [], deliveries: [collected, mail])
        }
        for (notification, rows) in zip(due, try await database.route(routed, at: noon)) {
            let name = notification.recipient == mallory ? "mallory" : "someone-else"
            let reason = OutcomeReason("refused", "\(name)-answer")
            var end = Settlement(row: rows[1], result: .failed(reason), at: noon)
            end.forget = .init(token: "\(name)-mail@example.com", plugin: "smtp", since: noon)
            try await database.settle([end])
        }
    }

    /// Table → its columns.
    private static func tables(_ database: TenantDatabase) async throws -> [String: Set<String>] {
        try await database.read { database in
            let names = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            let columns = try names.map { name in
                try Set(Row.fetchAll(database, sql: "PRAGMA table_info(\(name))").map { $0["name"] as String })
            }
            return Dictionary(uniqueKeysWithValues: zip(names, columns))
        }
    }

    private static func count(_ database: TenantDatabase, _ table: String, of user: Int64) async throws -> Int {
        try await database.read { database in
            let sql = "SELECT count(*) FROM \(table) WHERE user = ?"
            return try Int.fetchOne(database, sql: sql, arguments: [user]) ?? 0
        }
    }

    /// All that stands in any column, in one text.
    private static func text(_ database: TenantDatabase, _ tables: [String: Set<String>]) async throws -> String {
        try await database.read { database in
            try tables.keys.sorted().map { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" }.joined(
                    separator: "\n"
                )
            }
            .joined(separator: "\n")
        }
    }
}

/// Erases mallory in the middle of a copy, once its state is read.
private final class ErasingReader: Sendable {
    /// Nil once it is done.
    let database = Mutex<TenantDatabase?>(nil)
    /// Of the copy; by the five hundredth it has its state, and makes the copy's tables.
    private let steps = Atomic(0)

    /// This must outlive the connection.
    func watch(_ connection: Database) {
        guard connection.configuration.label == SQLiteStore.copyLabel else { return }
        sqlite3_progress_handler(
            connection.sqliteConnection,
            1,
            { address in
                guard let address else { return 0 }
                Unmanaged<ErasingReader>.fromOpaque(address).takeUnretainedValue().step()
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    private func step() {
        guard steps.add(1, ordering: .relaxed).newValue == 500, let database = database.withLock({ $0 }) else { return }
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            _ = try? await database.erase("mallory-id")
            done.signal()
        }
        done.wait()
        self.database.withLock { $0 = nil }
    }
}
