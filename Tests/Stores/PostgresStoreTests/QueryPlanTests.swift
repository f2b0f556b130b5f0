import CarillonModel
import CarillonPipeline
import CarillonTesting
import Foundation
import Testing

@testable import PostgresStore

/// What statements read where tables are big: all tenants share them, and one tenant's hundred thousand rows must not be read
/// for another's ten.
///
/// The server itself writes down the plan of every statement as it was carried out, with the rows that each step read and
/// threw away, in triggers too.
@Suite(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"))
struct QueryPlanTests {
    /// When the server looked at the tables, to plan by what it saw.
    enum Analysed: CaseIterable {
        case whileEmpty
        case whenFull
    }

    /// The rules of conformance read no more than this in a step; they have a few rows, beside a hundred thousand.
    private static let most = 2_000

    @Test(arguments: Analysed.allCases)
    func `no statement reads what it isn't asked for, beside a big tenant`(analysed: Analysed) async throws {
        try await withBigTenant(analysed) { cluster, database, plans in
            for (number, rule) in StoreConformance.rules.enumerated() {
                let store = try await PostgresStore.open(
                    cluster.host(of: database),
                    identifiers: testingIdentifiers
                )
                try await rule.check(store)
                await store.close()
                // The next rule has a tenant of its own.
                try cluster.sql(
                    "UPDATE carillon.tenant SET name = '\(number)-' || name WHERE name NOT IN ('big') AND name !~ '^[0-9]'",
                    in: database
                )
            }
            try plans.requireNoStep(over: Self.most, statements: 100)
        }
    }

    @Test(arguments: Analysed.allCases)
    func `what a big tenant is asked all the time reads a page, however much there is`(
        analysed: Analysed
    ) async throws {
        try await withBigTenant(analysed) { cluster, database, plans in
            let store = try await PostgresStore.open(
                cluster.host(of: database),
                identifiers: testingIdentifiers
            )
            try await store.join()
            let tenant = try await store.tenant("big")
            let now = Instant(epochMilliseconds: 2_000_000)
            let lanes = try await tenant.take([.home, .channel("push")], at: now)
            plans.forget()
            let (home, push) = (try #require(lanes.first), try #require(lanes.last))
            _ = try await tenant.nextNotification()
            _ = try await tenant.nextDelivery(on: "push")
            _ = try await tenant.awaitedChannels()
            _ = try await tenant.holdingChannels()
            _ = try await tenant.nextReceipt(in: [push])
            _ = try await tenant.nextCampaignPage()
            #expect(try await tenant.due(in: home, at: now, limit: 500).count >= 100)
            // More often than a prepared statement is planned for its values.
            for _ in 1...8 {
                let leased = try await tenant.leaseDeliveries(on: "push", in: push, at: now, limit: 200)
                #expect(leased.count == 200)
                let marked = try await tenant.markAttempted(leased.map(\.row), in: push, at: now)
                #expect(marked.count == 200)
            }
            #expect(try await tenant.dueReceipts(in: [push], at: now, limit: 100).count == 100)
            for reader in ["u1", "u2", "u3", "u4", "u5", "u6", "u7", "u0"] as [UserID] {
                for order in [.time, .unread, .urgency(since: now)] as [FeedQuery.Order] {
                    let page = try await tenant.feed(of: reader, FeedQuery(limit: 20, order: order))
                    #expect(page.items.count == 20)
                }
                _ = try await tenant.devices(of: reader)
                _ = try await tenant.changes(of: reader, after: 0, limit: 20)
            }
            #expect(try await tenant.subscribers(of: "everyone", after: 0, limit: 100).count == 100)
            #expect(try await tenant.listEvents(ListingPage(limit: 20)).count == 20)
            _ = try await tenant.accept(event("new", to: "u1"))
            try plans.requireNoStep(over: Self.most, statements: 20)
            await store.close()
        }
    }

    private func withBigTenant(
        _ analysed: Analysed,
        _ body: (Cluster, _ database: String, inout PlanLog) async throws -> Void
    ) async throws {
        let cluster = try await Cluster.shared.value
        try await cluster.withDatabase { database in
            try cluster.sql(Self.watching(database), in: database)
            try cluster.sql(Self.tables(analysed), in: database)
            try cluster.sql(Self.rows, in: database)
            if analysed == .whenFull { try cluster.sql("ANALYZE", in: database) }
            var plans = try PlanLog(cluster)
            try await body(cluster, database, &plans)
        }
    }

    /// Has the server write down the plans of those who connect as a host.
    private static func watching(_ database: String) -> String {
        [
            "session_preload_libraries = 'auto_explain'", "auto_explain.log_min_duration = 0",
            "auto_explain.log_analyze = on", "auto_explain.log_timing = off", "auto_explain.log_format = 'json'",
            "auto_explain.log_nested_statements = on",
        ]
        .map { "ALTER ROLE carillon_host IN DATABASE \(database) SET \($0);" }
        .joined(separator: "\n")
    }

    private static func tables(_ analysed: Analysed) -> String {
        """
        DO $$
        DECLARE name text;
        BEGIN
            FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'carillon'::regnamespace AND relkind = 'r' LOOP
                EXECUTE format('ALTER TABLE carillon.%I SET (autovacuum_enabled = off)', name);
            END LOOP;
        END
        $$;
        \(analysed == .whileEmpty ? "ANALYZE;" : "")
        """
    }

    /// Two thousand users, of whom `u0` has a tenth of the feed; of a hundred thousand deliveries a fifth waits.
    private static let rows = """
        SET search_path = carillon;
        INSERT INTO tenant (name) VALUES ('big');
        SELECT set_config('carillon.tenant', (SELECT number FROM tenant WHERE name = 'big')::text, false);
        INSERT INTO usr (id, is_known) SELECT 'u' || i, true FROM generate_series(0, 1999) i;
        CREATE TEMPORARY TABLE person AS SELECT row, substr(id, 2)::int AS i FROM usr;
        CREATE INDEX ON person (i);
        INSERT INTO device (id, usr, token, plugin, platform, device_id, registered_at, updated_at, is_reached)
            SELECT 'd' || p.i, p.row, 't' || p.i, 'expo-push', 'ios', 'app-' || p.i, p.i, p.i, true FROM person p;
        INSERT INTO device (id, token, plugin, device_id, registered_at, updated_at, is_reached)
            SELECT 'a' || i, 'at' || i, 'expo-push', 'anonymous-' || i, i, i, i % 2 = 0 FROM generate_series(1, 20000) i;
        INSERT INTO subscription (topic, usr, types, since) SELECT 'everyone', row, '[]', 0 FROM person;
        INSERT INTO subscription (topic, device, types, since)
            SELECT 'topic-' || i % 50, 'a' || i, '[]', 0 FROM generate_series(1, 20000) i;
        INSERT INTO session (id, usr, allows_push, started_at) SELECT 's' || i, row, true, 0 FROM person;
        INSERT INTO event (id, source, external_id, type, payload, fingerprint, revision, accepted_at, dedupe, supersedes)
            SELECT 'e' || i, 'core', 'x' || i, 'transfer.completed', '{}', key_of('{}'), 'r1', i,
                CASE WHEN i % 10 = 0 THEN i END, CASE WHEN i % 10 = 0 THEN 's' || i END
            FROM generate_series(1, 100000) i;
        INSERT INTO event_key (key, source, event) SELECT key_of(external_id), source, row FROM event;
        INSERT INTO notification (id, event, usr, priority, due_at, status, place)
            SELECT 'n' || e.accepted_at, e.row, p.row, 1, e.accepted_at, CASE WHEN e.accepted_at % 20 = 1 THEN 0 ELSE 1 END, e.dedupe
            FROM event e JOIN person p ON p.i = CASE WHEN e.accepted_at % 10 = 0 THEN 0 ELSE e.accepted_at % 2000 END;
        INSERT INTO channel (channel) VALUES ('push'), ('email');
        INSERT INTO delivery (notification, usr, channel, address, device, status, due_at, attempts, receipt, receipt_due_at,
                settled_at, history)
            SELECT n.row, n.usr, CASE WHEN n.due_at % 3 = 0 THEN 'email' ELSE 'push' END, 't' || n.due_at % 2000,
                'd' || n.due_at % 2000,
                CASE WHEN n.due_at % 5 = 0 THEN 0 WHEN n.due_at % 50 = 1 THEN 3 ELSE 2 END,
                CASE WHEN n.due_at % 50 = 0 THEN NULL WHEN n.due_at % 5 = 0 THEN n.due_at % 1000 END, 1,
                CASE WHEN n.due_at % 50 = 2 THEN 'receipt' END, CASE WHEN n.due_at % 50 = 2 THEN n.due_at END,
                CASE WHEN n.due_at % 5 <> 0 THEN n.due_at END, NULL
            FROM notification n WHERE n.status = 1 OR n.due_at % 50 = 0;
        INSERT INTO feed (usr, rank, notification, id, is_high, read_at)
            SELECT usr, due_at, row, id, due_at % 7 = 0, CASE WHEN due_at % 2 = 0 THEN due_at END FROM notification;
        INSERT INTO feed_content (notification, usr, rank, type, priority, due_at, locale, content)
            SELECT row, usr, due_at, 'transfer.completed', 1, due_at, 'en', '{"words":{}}' FROM notification;
        INSERT INTO change (usr, notification, at) SELECT usr, row, due_at FROM notification WHERE due_at % 5 = 0;
        INSERT INTO dedupe_key (usr, key, event) SELECT DISTINCT ON (n.usr, e.dedupe) n.usr, e.dedupe, e.row
            FROM notification n JOIN event e ON e.row = n.event WHERE e.dedupe IS NOT NULL;
        """
}

/// The plans that the server wrote down since this was made.
struct PlanLog {
    private let path: String
    private var start: UInt64

    init(_ cluster: Cluster) throws {
        path = "\(cluster.folder)/server.log"
        start = 0
        forget()
    }

    mutating func forget() {
        let file = FileHandle(forReadingAtPath: path)
        start = (try? file?.seekToEnd()) ?? start
        try? file?.close()
    }

    /// Expects that no step of a plan read more rows than `limit`, those that it threw away included.
    func requireNoStep(over limit: Int, statements least: Int) throws {
        let plans = try plans()
        #expect(Set(plans.map(\.query)).count >= least)
        var told: Set<String> = []
        for plan in plans {
            let steps = plan.steps.filter { $0.rows > limit }
            guard !steps.isEmpty, told.insert(plan.query).inserted else { continue }
            Issue.record("\(steps.map(\.description).joined(separator: ", ")) in \(plan.query)")
        }
    }

    private func plans() throws -> [Plan] {
        let file = try #require(FileHandle(forReadingAtPath: path))
        defer { try? file.close() }
        try file.seek(toOffset: start)
        let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        var plans: [Plan] = []
        var lines: [Substring]?
        // A plan's lines follow the one that announces it, indented.
        let all: [Substring] = text.split(separator: "\n") + [""]
        for line in all {
            if line.hasPrefix("\t") {
                lines?.append(line)
                continue
            }
            if let whole = lines { plans.append(try Plan(json: whole.joined(separator: "\n"))) }
            lines = line.hasSuffix("plan:") ? [] : nil
        }
        return plans
    }
}

private struct Plan {
    struct Step: CustomStringConvertible {
        var kind: String
        var table: String
        /// Read, and thrown away.
        var rows: Int

        var description: String { "\(kind) of \(table): \(rows) rows" }
    }

    let query: String
    let steps: [Step]

    init(json: String) throws {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        query = try #require(object?["Query Text"] as? String)
        steps = Self.steps(try #require(object?["Plan"] as? [String: Any]))
    }

    /// - Parameter node: a step of a plan, with those below it.
    private static func steps(_ node: [String: Any]) -> [Step] {
        func number(_ name: String) -> Double { (node[name] as? NSNumber)?.doubleValue ?? 0 }
        let removed = number("Rows Removed by Filter") + number("Rows Removed by Index Recheck")
        let rows = (number("Actual Rows") + removed) * max(1, number("Actual Loops"))
        let table = node["Relation Name"] ?? node["Index Name"] ?? "what is below"
        let step = Step(kind: node["Node Type"] as? String ?? "a step", table: "\(table)", rows: Int(rows))
        let below = (node["Plans"] as? [[String: Any]] ?? []).flatMap(steps)
        return [step] + below
    }
}
