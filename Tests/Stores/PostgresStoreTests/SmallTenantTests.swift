import CarillonModel
import CarillonPipeline
import CarillonTesting
import Foundation
import PostgresTesting
import StoredRows
import Testing

@testable import PostgresStore

/// A tenant with few rows beside one with many.
@Suite(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"), .timeLimit(.minutes(2)))
struct SmallTenantTests {
    private static let many = 20_000
    private static let few = 10

    @Test(arguments: [true, false])
    func `its pages read its own rows, whatever the server knows of them`(isAnalyzed: Bool) async throws {
        try await expectFewReads(isAnalyzed: isAnalyzed) { store in
            let small = try await store.tenant("small")
            let page = ListingPage(limit: 100)
            #expect(try await small.listEvents(page).count == Self.few)
            #expect(try await small.listDevices(page).count == Self.few)
            #expect(try await small.listDeliveries(DeliveryFilter(), page).count == Self.few)
            #expect(try await small.listDeliveries(DeliveryFilter(status: .failed), page).count == Self.few)
            #expect(try await small.deadLetters(DeadLetterQuery(limit: 100)).count == Self.few)
            #expect(try await small.everyone(after: 0, limit: 100, withDevicesOfNobody: true).count == 2 * Self.few)
            #expect(try await small.campaigns(page).isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func `it is copied by reading its own rows`(isAnalyzed: Bool) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString).sqlite").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await expectFewReads(isAnalyzed: isAnalyzed) { try await $0.copy("small", to: file) }
    }

    /// Runs `body` beside a tenant with many rows, and expects it to read few.
    private func expectFewReads(isAnalyzed: Bool, _ body: (PostgresStore) async throws -> Void) async throws {
        let cluster = try await Cluster.shared.value
        try await cluster.withDatabase { database in
            try cluster.fill("large", Self.many, in: database)
            try cluster.fill("small", Self.few, in: database)
            if isAnalyzed { try cluster.sql("ANALYZE", in: database) }
            let before = try cluster.rowsRead(in: database)
            let store = try await PostgresStore.open(cluster.host(of: database), identifiers: testingIdentifiers)
            try await body(store)
            await store.close()
            try cluster.waitForOthers(in: database)
            #expect(try cluster.rowsRead(in: database) - before < Self.many / 4)
        }
    }

    @Test func `its end takes its rows and no others'`() async throws {
        let cluster = try await Cluster.shared.value
        try await cluster.withDatabase { database in
            try cluster.fill("large", Self.many, in: database)
            try cluster.fill("small", Self.few, in: database)
            let store = try await PostgresStore.open(cluster.host(of: database), identifiers: testingIdentifiers)
            #expect(try await store.drop("large"))
            let rest = ["event", "notification", "delivery", "usr", "device"].map {
                "(SELECT count(*) FROM carillon.\($0))"
            }
            let counts = try cluster.sql("SELECT concat_ws(' ', \(rest.joined(separator: ", ")))", in: database)
            #expect(counts == Array(repeating: "\(Self.few)", count: rest.count).joined(separator: " "))
            await store.close()
        }
    }

    @Test func `a page begins where the one before ended`() async throws {
        let cluster = try await Cluster.shared.value
        try await cluster.withDatabase { database in
            try cluster.fill("large", Self.many, in: database)
            try cluster.sql("ANALYZE", in: database)
            let before = try cluster.rowsRead(in: database)
            let store = try await PostgresStore.open(cluster.host(of: database), identifiers: testingIdentifiers)
            let large = try await store.tenant("large")
            let answer = try cluster.sql("SELECT min(row) + \(Self.many / 2) FROM carillon.event", in: database)
            let middle = try #require(Int64(answer))
            let events = try await large.listEvents(ListingPage(limit: 10, before: middle))
            #expect(events.map(\.row) == (1...10).map { middle - $0 })
            await store.close()
            try cluster.waitForOthers(in: database)
            #expect(try cluster.rowsRead(in: database) - before < 1_000)
        }
    }
}

extension Cluster {
    /// Gives a tenant so many users, events with a notification and a failed delivery each, and devices of nobody.
    fileprivate func fill(_ tenant: String, _ count: Int, in database: String) throws {
        try sql(
            """
            SET search_path = carillon;
            SET session_replication_role = replica;
            INSERT INTO tenant (name) VALUES ('\(tenant)');
            SELECT set_config('carillon.tenant', (SELECT max(number) FROM tenant)::text, false);
            INSERT INTO usr (id) SELECT 'user-' || n FROM generate_series(1, \(count)) n;
            INSERT INTO feed_counts (usr) SELECT row FROM usr WHERE tenant = tenant_number();
            INSERT INTO device (id, token, plugin, registered_at, updated_at)
                SELECT 'device-' || n, 'token-' || n, 'expo', n, n FROM generate_series(1, \(count)) n;
            INSERT INTO event (id, source, external_id, type, payload, fingerprint, revision, accepted_at)
                SELECT 'event-' || n, 'core', 'x-' || n, 'order', '{}', key_of('x'), 'r', n FROM generate_series(1, \(count)) n;
            INSERT INTO notification (id, event, usr, priority, due_at, status)
                SELECT 'notification-' || row, row, (SELECT min(row) FROM usr WHERE tenant = tenant_number()), 1, 1, 1
                FROM event WHERE tenant = tenant_number();
            INSERT INTO delivery (notification, usr, channel, address, status)
                SELECT row, usr, 'push', 'a', \(delivery: .failed)
                FROM notification WHERE tenant = tenant_number();
            """,
            in: database
        )
        try waitForOthers(in: database)
    }

    /// How many rows statements have gone through, by an index or without, in all that has ended.
    fileprivate func rowsRead(in database: String) throws -> Int {
        let read = try sql(
            """
            SELECT (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes) + (SELECT sum(seq_tup_read) FROM pg_stat_user_tables)
            """,
            in: database
        )
        return try #require(Int(read))
    }

    /// What a session did is counted once it has ended.
    fileprivate func waitForOthers(in database: String) throws {
        let others = """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
            """
        while try sql(others, in: database) != "0" {}
    }
}
