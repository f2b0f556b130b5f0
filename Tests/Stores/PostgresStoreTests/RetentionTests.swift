import CarillonModel
import CarillonPipeline
import Testing

@testable import PostgresStore

/// What retention removes is deleted row by row: its space must serve what comes after it.
@Test(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"))
func `tables and indexes grow no more once as much is swept as comes`() async throws {
    let cluster = try await Cluster.shared.value
    try await cluster.withDatabase { database in
        let store = try await PostgresStore.open(
            cluster.host(of: database),
            identifiers: testingIdentifiers
        )
        try await store.join()
        let tenant = try await store.tenant("busy")
        let home = try #require(try await tenant.take([.home], at: Instant(epochMilliseconds: 0)).first)
        var sizes: [Int] = []
        for round in 0..<6 {
            try cluster.sql(ended(round * count + 1...(round + 1) * count), in: database)
            // Half of what came: the other half stays until the next round.
            let cutoff = Instant(epochMilliseconds: Int64(round * count + count / 2 + 1))
            var removed = 0
            while true {
                let page = try await tenant.sweep(in: home, acceptedBefore: cutoff, limit: 500)
                removed += page
                if page == 0 { break }
            }
            #expect(removed == (round == 0 ? count / 2 : count))
            // As autovacuum would, sooner or later.
            try cluster.sql("VACUUM", in: database)
            sizes.append(try #require(Int(cluster.sql(size, in: database))))
        }
        #expect(sizes[5] * 100 <= sizes[2] * 105, "\(sizes)")
        await store.close()
    }
}

@Test(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"))
func `what is swept is vacuumed long before a fifth of it is dead`() async throws {
    let cluster = try await Cluster.shared.value
    try await cluster.withDatabase { database in
        for table in ["event", "event_key", "notification", "delivery", "feed", "feed_content", "change"] {
            let options = try cluster.sql(
                "SELECT reloptions::text FROM pg_class WHERE oid = 'carillon.\(table)'::regclass",
                in: database
            )
            #expect(options.contains("autovacuum_vacuum_scale_factor=0.02"), "\(table)")
        }
    }
}

private let count = 4_000

private let size = """
    SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relnamespace = 'carillon'::regnamespace AND relkind = 'r'
    """

/// Events that were accepted at these times, each with a notification that was delivered and shown.
private func ended(_ times: ClosedRange<Int>) -> String {
    """
    SET search_path = carillon;
    SELECT set_config('carillon.tenant', (SELECT number FROM tenant WHERE name = 'busy')::text, false);
    INSERT INTO usr (id) SELECT 'u' || i FROM generate_series(0, 99) i ON CONFLICT DO NOTHING;
    WITH e AS (
        INSERT INTO event (id, source, external_id, type, payload, fingerprint, revision, accepted_at)
            SELECT 'e' || i, 'core', 'x' || i, 'transfer.completed', '{}', key_of('{}'), 'r1', i
            FROM generate_series(\(times.lowerBound), \(times.upperBound)) i
            RETURNING row, source, external_id, accepted_at
    ), k AS (
        INSERT INTO event_key (key, source, event) SELECT key_of(external_id), source, row FROM e
    ), n AS (
        INSERT INTO notification (id, event, usr, priority, due_at, status)
            SELECT 'n' || e.accepted_at, e.row, u.row, 1, e.accepted_at, 1
            FROM e JOIN usr u ON u.id = 'u' || e.accepted_at % 100
            RETURNING row, usr, due_at
    ), d AS (
        INSERT INTO delivery (notification, usr, channel, address, status, settled_at)
            SELECT row, usr, 'push', 'token', 2, due_at FROM n
    ), f AS (
        INSERT INTO feed (usr, rank, notification, id) SELECT usr, due_at, row, row::text FROM n
    )
    INSERT INTO feed_content (notification, usr, rank, type, priority, due_at, locale, content)
        SELECT row, usr, due_at, 'transfer.completed', 1, due_at, 'en', '{"words":{}}' FROM n;
    """
}
