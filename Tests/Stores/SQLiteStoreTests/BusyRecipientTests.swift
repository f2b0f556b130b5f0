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

/// What things cost is counted in the instructions that SQLite runs: the same on every machine, and in every build.
///
/// `make bench` has it done beside 100,000 notifications, and the figures printed.
struct BusyRecipientTests {
    private static let asked = ProcessInfo.processInfo.environment["CARILLON_BUSY_KEPT"].flatMap { Int($0) }

    @Test func `who has much already costs no more than who has little`() async throws {
        let little = try await costs(beside: 10)
        let much = try await costs(beside: Self.asked ?? 2000)
        #expect(little.map(\.name) == much.map(\.name))
        for (little, much) in zip(little, much) {
            if let kept = Self.asked {
                print("\(little.name): \(little.steps) beside 10, \(much.steps) beside \(kept)")
            }
            #expect(much.steps * 2 <= little.steps * 3, "\(little.name): \(little.steps) steps, then \(much.steps)")
        }
    }

    private func costs(beside kept: Int) async throws -> [Cost] {
        try await withFolder { folder in
            let steps = StepCount()
            var options = TenantDatabase.Options(identifiers: testingIdentifiers)
            options.watch = { steps.watch($0) }
            let store = try SQLiteStore(folder: folder, options: options)
            let busy = BusyRecipient(tenant: try await store.tenant("wallet"))
            try await busy.fill(kept)
            // Statements are prepared once, which takes steps of its own.
            _ = try await busy.everything("first", steps)
            let costs = try await busy.everything("second", steps)
            await store.close()
            return costs
        }
    }
}

private struct Cost {
    var name: String
    var steps: Int
}

/// Ada, with notifications in her feed, on their way there, and waiting for a window and for a time.
private struct BusyRecipient {
    let tenant: any TenantStore
    private let content = FeedContent(locale: "en", texts: ["en": ["title": "Hello"]])
    private static let later = Instant(epochMilliseconds: 1_000_000)

    func fill(_ kept: Int) async throws {
        _ = try await tenant.follow("ada")
        try await acceptAll((0..<kept).map { Self.simple("kept-\($0)") })
        let rows = try await route("kept")
        let half = (0..<kept / 2).map { FeedEntry("n-kept-\($0)", content, delivery: rows["n-kept-\($0)"]?.first) }
        try await tenant.putInFeed(half, at: .start)
        try await acceptAll((0..<kept).map { Self.meeting("meeting-\($0)", of: UserID(unchecked: "reader-\($0)")) })
        let topics = (0..<kept).map { number in
            Subscription(
                topic: "news",
                subscriber: Subscriber(user: UserID(unchecked: "reader-\(number)")),
                types: [],
                since: .start
            )
        }
        try await tenant.subscribe(topics)
    }

    private func acceptAll(_ events: [AcceptedEvent]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for event in events { group.addTask { _ = try await tenant.accept(event) } }
            try await group.waitForAll()
        }
    }

    private static func simple(_ id: String, at time: Instant = .start) -> AcceptedEvent {
        var event = event(id)
        event.acceptedAt = time
        event.notifications[0].dueAt = time
        return event
    }

    /// One of many for the same meeting, each for another participant.
    private static func meeting(_ id: String, of user: UserID) -> AcceptedEvent {
        var event = simple(id)
        (event.supersedes, event.recipients) = ("meeting", [user])
        (event.notifications[0].recipient, event.notifications[0].dueAt) = (user, later)
        return event
    }

    /// Routes all that is due.
    ///
    /// - Returns: rows by notification: the feed's, one at once, one in a window, and one under a key.
    @discardableResult
    private func route(_ id: String) async throws -> [String: [Int64]] {
        let due = try await tenant.due(at: .start, limit: .max)
        let routed = due.map { notification in
            var feed = PlannedDelivery(channel: "in-app", address: "ada")
            feed.isForFeed = true
            let direct = PlannedDelivery(channel: "hook", address: "https://example.com")
            var collected = PlannedDelivery(channel: "push", address: "phone")
            (collected.dueAt, collected.window) = (Self.later, "push phone")
            var collapsing = PlannedDelivery(channel: "email", address: notification.id)
            (collapsing.dueAt, collapsing.collapse) = (Self.later, "chat")
            return RoutedNotification(
                row: notification.row,
                decisions: [],
                deliveries: [feed, direct, collected, collapsing]
            )
        }
        let rows = try await tenant.route(routed, at: .start)
        return Dictionary(uniqueKeysWithValues: zip(due.map(\.id), rows))
    }

    /// One more notification on its whole way.
    func everything(_ id: String, _ steps: StepCount) async throws -> [Cost] {
        var costs: [Cost] = []
        func measure<Value>(_ name: String, _ body: () async throws -> Value) async throws -> Value {
            let before = steps.value
            let value = try await body()
            costs.append(Cost(name: name, steps: steps.value - before))
            return value
        }
        _ = try await measure("accept") { try await tenant.accept(Self.simple(id)) }
        let rows = try await measure("due and route") { try await route(id) }["n-\(id)"] ?? []
        try #require(rows.count == 4)
        try await measure("give back") { try await tenant.releaseLeases([rows[1]], at: .start) }
        _ = try await measure("lease") { try await tenant.leaseDeliveries(on: "hook", at: .start, limit: 1) }
        _ = try await measure("mark as attempted") { try await tenant.markAttempted([rows[1]], at: .start) }
        let settlement = Settlement(row: rows[1], result: .delivered(ReceiptID("receipt")), at: .start)
        try await measure("settle") { try await tenant.settle([settlement]) }
        let entry = FeedEntry("n-\(id)", content, delivery: rows[0])
        try await measure("feed") { _ = try await tenant.putInFeed([entry], at: .start) }
        for (name, marked) in [("newest", "n-\(id)"), ("oldest", "n-kept-0")] {
            for read in [true, false] {
                let result = try await measure("mark the \(name) as \(read ? "read" : "unread")") {
                    try await tenant.mark([marked], of: "ada", read: read, at: .start)
                }
                #expect(result.updatedCount == 1)
            }
        }
        _ = try await measure("supersede") { try await tenant.accept(Self.meeting("\(id)-meeting", of: "ada")) }
        _ = try await measure("subscribers") { try await tenant.subscribers(of: "news", after: 5, limit: 5) }
        try await endTwo(id)
        #expect(try await tenant.sweep(acceptedBefore: Self.later, limit: 1) == 1)
        let swept = try await measure("sweep") { try await tenant.sweep(acceptedBefore: Self.later, limit: 1) }
        #expect(swept == 1)
        return costs
    }

    /// Events that nothing waits of, after all those that something waits of.
    private func endTwo(_ id: String) async throws {
        for number in 1...2 {
            var ended = Self.simple("\(id)-ended-\(number)", at: Instant(epochMilliseconds: 1))
            ended.notifications = []
            _ = try await tenant.accept(ended)
        }
    }
}

/// The instructions that SQLite has run on all connections of a store.
private final class StepCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    /// This must outlive the connection.
    func watch(_ database: Database) {
        sqlite3_progress_handler(
            database.sqliteConnection,
            1,
            { address in
                guard let address else { return 0 }
                Unmanaged<StepCount>.fromOpaque(address).takeUnretainedValue().count.add(1, ordering: .relaxed)
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }
}

extension Instant {
    fileprivate static let start = Instant(epochMilliseconds: 0)
}
