import CarillonModel
import CarillonPipeline
import CarillonTesting
import PostgresTesting
import Testing

@testable import PostgresStore

/// What only shows where two hosts have one database.
@Suite(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"))
struct TwoHostsTests {
    private let now = Instant(epochMilliseconds: 0)

    @Test func `an event that two hosts accept at once is one`() async throws {
        try await withTwoHosts { first, second, cluster, database in
            let tenants = [try await first.tenant("globex"), try await second.tenant("globex")]
            let answers = try await withThrowingTaskGroup(of: Acceptance.self) { group in
                for round in 0..<100 {
                    for (index, tenant) in tenants.enumerated() {
                        var event = event("\(round)")
                        event.id += "-of-\(index)"
                        event.notifications[0].id += "-of-\(index)"
                        group.addTask { [event] in try await tenant.accept(event) }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0 == .accepted } == 100)
            #expect(try cluster.sql("SELECT count(*) FROM carillon.event", in: database) == "100")
            #expect(try cluster.sql("SELECT count(*) FROM carillon.notification", in: database) == "100")
            #expect(try cluster.sql("SELECT count(*) FROM carillon.usr", in: database) == "1")
        }
    }

    @Test func `a lane that another host has isn't given away, until that one is dead`() async throws {
        try await withTwoHosts { first, second, cluster, database in
            let (former, later) = (try await first.tenant("globex"), try await second.tenant("globex"))
            let lanes = try await former.take([.home, .channel("push")], at: now)
            #expect(lanes.map(\.epoch) == [1, 1])
            #expect(try await later.take([.home, .channel("push")], at: now) == [])
            try cluster.letFirstHostDie(in: database)
            #expect(try await later.take([.home, .channel("push")], at: now).map(\.epoch) == [2, 2])
        }
    }

    @Test func `whoever lost a lane can neither route, lease, mark nor take back, and what it had is done by the next`()
        async throws
    {
        try await withTwoHosts { first, second, cluster, database in
            let (former, later) = (try await first.tenant("globex"), try await second.tenant("globex"))
            let lanes = try await former.take([.home, .channel("push")], at: now)
            let (home, push) = (lanes[0], lanes[1])
            _ = try await former.accept(event("1"))
            _ = try await former.accept(event("2"))
            let due = try await former.due(in: home, at: now, limit: 9)
            let routes = due.map { due in
                let plan = PlannedDelivery(channel: "push", address: "somewhere")
                return RoutedNotification(row: due.row, decisions: [], deliveries: [plan])
            }
            let rows = try await former.route([routes[0]], in: home, at: now)[0]
            try cluster.letFirstHostDie(in: database)
            let taken = try await later.take([.home, .channel("push")], at: now)

            await expectLaneLost { _ = try await former.route([routes[1]], in: home, at: now) }
            await expectLaneLost { _ = try await former.markAttempted(rows, in: push, at: now) }
            await expectLaneLost { try await former.releaseLeases(rows, in: push, at: now) }
            await expectLaneLost { _ = try await former.leaseDeliveries(on: "push", in: push, at: now, limit: 9) }
            await expectLaneLost {
                let later = Instant(epochMilliseconds: 9)
                _ = try await former.reclaimLeases(in: lanes, leasedBefore: later, except: [], at: now)
            }

            let leased = try await later.leaseDeliveries(on: "push", in: taken[1], at: now, limit: 9)
            #expect(leased.map(\.row) == rows)
            #expect(try await later.markAttempted(rows, in: taken[1], at: now) == Set(rows))
            #expect(try await later.due(in: taken[0], at: now, limit: 9).map(\.id) == ["n-2"])
        }
    }

    @Test func `a host that ends gives its lanes up`() async throws {
        try await withTwoHosts { first, second, _, _ in
            let former = try await first.tenant("globex")
            _ = try await former.take([.home], at: now)
            await first.close()
            let later = try await second.tenant("globex")
            #expect(try await later.take([.home], at: now).map(\.epoch) == [2])
        }
    }

    @Test func `a host whose session is gone is dead once it hasn't renewed for a moment`() async throws {
        try await withTwoHosts { first, second, cluster, database in
            _ = try await first.tenant("globex").take([.home], at: now)
            second.identity.noteNewSession(at: .now - .seconds(60))
            func living() async throws -> Int { try await second.membership?.hosts().count ?? 0 }
            try cluster.age(.seconds(10), in: database)
            #expect(try await living() == 2)
            try cluster.endSession(of: first.identity.host, in: database)
            #expect(try await living() == 1)
            try cluster.age(HostLease.grace - .milliseconds(500), in: database)
            #expect(try await living() == 2)
            try cluster.age(HostLease.grace, in: database)
            #expect(try await second.tenant("globex").take([.home], at: now).map(\.epoch) == [2])
        }
    }

    @Test func `whoever lost its own session gives the others their whole time`() async throws {
        try await withTwoHosts { first, second, cluster, database in
            _ = try await first.tenant("globex").take([.home], at: now)
            for host in [first, second] {
                host.identity.noteNewSession(at: .now - .seconds(60))
                try cluster.endSession(of: host.identity.host, in: database)
            }
            try cluster.age(.seconds(10), in: database)
            _ = try await second.membership?.renew(nil)
            #expect(try await second.membership?.hosts().count == 2)
            #expect(try await second.tenant("globex").take([.home], at: now) == [])
        }
    }

    @Test func `what is routed for a channel that another host serves waits for that one`() async throws {
        try await withTwoHosts { first, second, _, _ in
            let (home, other) = (try await first.tenant("globex"), try await second.tenant("globex"))
            let lease = try await home.take([.home], at: now)[0]
            let push = try await other.take([.channel("push")], at: now)[0]
            _ = try await home.accept(event("1"))
            let due = try await home.due(in: lease, at: now, limit: 9)
            let plan = PlannedDelivery(channel: "push", address: "somewhere")
            let route = RoutedNotification(row: due[0].row, decisions: [], deliveries: [plan])
            let rows = try await home.route([route], in: lease, at: now)[0]
            #expect(try await home.markAttempted(rows, in: lease, at: now) == [])
            let leased = try await other.leaseDeliveries(on: "push", in: push, at: now, limit: 9)
            #expect(leased.map(\.row) == rows)
            #expect(try await home.markAttempted(rows, in: lease, at: now) == [])
            #expect(try await other.markAttempted(rows, in: push, at: now) == Set(rows))
        }
    }
}

private func expectLaneLost(
    _ body: () async throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
) async {
    do {
        try await body()
        Issue.record("done in a lane that is another's", sourceLocation: sourceLocation)
    } catch {
        #expect((error as? StoreFailure)?.kind == .laneLost, sourceLocation: sourceLocation)
    }
}

extension Cluster {
    /// As if all hosts had renewed so long ago.
    fileprivate func age(_ age: Duration, in database: String) throws {
        let age = "interval '\(age.milliseconds) milliseconds'"
        let set = "renewed_at = clock_timestamp() - \(age), until = clock_timestamp() + interval '15 seconds' - \(age)"
        try sql("UPDATE carillon.host SET \(set)", in: database)
    }

    /// As its process's end does; returns once the lock is free.
    fileprivate func endSession(of host: Int64, in database: String) throws {
        let ended = try sql(
            """
            SELECT count(*) FROM (
                SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND objid = \(host)
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            ) ended
            """,
            in: database
        )
        #expect(ended == "1")
    }
}
