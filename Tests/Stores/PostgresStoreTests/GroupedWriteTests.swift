import CarillonModel
import CarillonPipeline
import PostgresTesting
import StoredRows
import Testing

@testable import PostgresStore

/// Writes of a kind that one group does together.
@Suite(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"))
struct GroupedWriteTests {
    private let now = Instant(epochMilliseconds: 0)

    /// Runs `body` on a connection, in a transaction of the tenant's.
    private func withTransaction(
        _ body: @escaping @Sendable (TenantRows, Database) throws -> Void
    ) async throws {
        let cluster = try await Cluster.shared.value
        try await cluster.withDatabase { database in
            let store = try await PostgresStore.open(cluster.host(of: database), identifiers: testingIdentifiers)
            try await store.join()
            let tenant = try #require(try await store.tenant("globex") as? TenantRows)
            try await tenant.write { database in try body(tenant, database) }
            await store.close()
        }
    }

    @Test func `events that are accepted together are answered one by one`() async throws {
        let now = now
        try await withTransaction { _, database in
            var other = event("1")
            other.id = "another"
            var conflicting = event("1")
            conflicting.fingerprint = "{\"other\":1}"
            var two = event("2", to: "grace")
            two.notifications.append(
                PlannedNotification(id: "n-2b", recipient: "ada", priority: .high, dueAt: now.advanced(by: .seconds(9)))
            )
            var superseding = event("3", to: "grace")
            superseding.supersedes = "key"
            let all = [event("1"), other, two, conflicting, superseding, event("4")]
            let answers = try Accepting.run(all.map(Accepting.init), on: database)
            let first = Acceptance.duplicate(event: "event-1", notifications: ["n-1"])
            #expect(answers == [.accepted, first, .accepted, .conflict(event: "event-1"), .accepted, .accepted])
            #expect(try Accepting.run([Accepting(event: other)], on: database) == [first])

            let found = try database.rows(
                "SELECT n.id, u.id AS recipient, n.priority, n.due_at, e.id AS event FROM notification n"
                    + " JOIN usr u ON u.row = n.usr JOIN event e ON e.row = n.event ORDER BY e.row, n.row"
            ) { columns in
                let (id, recipient) = (try columns["id"] as String, try columns["recipient"] as String)
                let (event, due) = (try columns["event"] as String, try columns["due_at"] as Int64)
                return "\(id) of \(event) for \(recipient) at \(due)"
            }
            // Those that depend on others come after all that don't.
            #expect(
                found == [
                    "n-1 of event-1 for ada at 0", "n-2 of event-2 for grace at 0", "n-2b of event-2 for ada at 9000",
                    "n-4 of event-4 for ada at 0", "n-3 of event-3 for grace at 0",
                ]
            )
            #expect(try database.count("SELECT count(*) FROM usr") == 2)
            #expect(try database.count("SELECT count(*) FROM event_key k JOIN event e ON e.row = k.event") == 4)
        }
    }

    @Test func `of two who mark a delivery at different times the first has it`() async throws {
        let cluster = try await Cluster.shared.value
        try await cluster.withDatabase { database in
            let store = try await PostgresStore.open(cluster.host(of: database), identifiers: testingIdentifiers)
            try await store.join()
            let tenant = try #require(try await store.tenant("globex") as? TenantRows)
            let lanes = try await tenant.take([.home, .channel("push")], at: now)
            for id in ["1", "2"] { _ = try await tenant.accept(event(id)) }
            let routes = try await tenant.due(in: lanes[0], at: now, limit: 9).map { due in
                RoutedNotification(
                    row: due.row,
                    decisions: [],
                    deliveries: [PlannedDelivery(channel: "push", address: "somewhere")]
                )
            }
            let rows = try await tenant.route(routes, in: lanes[0], at: now).flatMap(\.self)
            let (one, other) = (rows[0], rows[1])
            let later = now.advanced(by: .seconds(1))
            let marked = try await tenant.write { [now] database in
                try Marking.run(
                    [
                        Marking(rows: [one], lane: lanes[1], at: now),
                        Marking(rows: [one, other], lane: lanes[1], at: later),
                        Marking(rows: [one, 99], lane: lanes[1], at: now),
                    ],
                    on: database
                )
            }
            #expect(marked == [[one], [other], [one]])
            await store.close()
        }
    }

    @Test func `a write that fails takes none of its group with it`() async throws {
        try await withTwoHosts { first, _, _, _ in
            let tenant = try await first.tenant("globex")
            let lane = try await tenant.take([.channel("push")], at: now)[0]
            let lost = LaneLease(lane.lane, epoch: lane.epoch + 1)
            let accepted = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask { (try? await tenant.accept(event("\(number)"))) == .accepted }
                    group.addTask { [now] in (try? await tenant.markAttempted([1], in: lost, at: now)) == nil }
                    group.addTask { [now] in (try? await tenant.markAttempted([1], in: lane, at: now)) == [] }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(accepted == 600)
            #expect(try await tenant.nextNotification() == now)
        }
    }
}
