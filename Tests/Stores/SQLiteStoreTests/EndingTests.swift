import CarillonModel
import CarillonPipeline
import CarillonTesting
import Foundation
import GRDB
import StoredRows
import Testing

@testable import SQLiteStore

private let noon = Instant(epochMilliseconds: 1_772_020_800_000)

private func cancelledCount(_ folder: String) async throws -> Int? {
    let database = try openDatabase(folder)
    let count = try await database.read { database in
        try Int.fetchOne(database, sql: "SELECT count(*) FROM notification WHERE status = 2")
    }
    await database.close()
    return count
}

@Test func `an event with very many recipients is swept in commits of a bounded size`() async throws {
    try await withFolder { folder in
        let database = try openDatabase(folder)
        var many = event("many")
        many.notifications = (0..<1700).map { number in
            var planned = PlannedNotification(
                id: "many-\(number)",
                recipient: UserID(unchecked: "user-\(number)"),
                priority: .normal,
                dueAt: noon
            )
            planned.exclusion = .duplicate
            return planned
        }
        _ = try await database.accept(many)
        var small = event("small")
        small.notifications[0].exclusion = .duplicate
        _ = try await database.accept(small)
        let commits = database.group.commitCount
        #expect(try await database.sweep(acceptedBefore: noon, limit: 10) == 2)
        #expect(database.group.commitCount - commits == 4)
        #expect(try await database.trace(event: many.id) == nil)
        #expect(try await database.trace(event: small.id) == nil)
        await database.close()
    }
}

@Test func `an event with very many recipients ends in commits of a bounded size, and goes on after a crash`()
    async throws
{
    try await withFolder { folder in
        let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        let tenant = try await store.tenant("wallet")
        var many = event("many")
        (many.notifications, many.topic, many.supersedes) = ([], "news", "key")
        many.times = [PlannedTime(dueAt: noon, priority: .normal)]
        _ = try await tenant.accept(many)
        let planned = (0..<1700).map { number in
            PlannedNotification(
                id: "many-\(number)",
                recipient: UserID(unchecked: "user-\(number)"),
                priority: .normal,
                dueAt: noon
            )
        }
        _ = try await tenant.expand(ExpandedPage(event: many.id, from: 0, to: nil, into: planned))
        var next = event("next")
        (next.supersedes, next.recipients) = ("key", [])
        _ = try await tenant.accept(next)
        await store.close()
        #expect(try await cancelledCount(folder) == Database.endingPage)

        var pages: [Int] = []
        for _ in 0..<9 {
            // Each in a process of its own, as it were.
            let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
            pages.append(try await store.tenant("wallet").endPage(at: noon))
            await store.close()
        }
        #expect(pages == [500, 500, 200, 0, 0, 0, 0, 0, 0])
        #expect(try await cancelledCount(folder) == 1700)
    }
}
