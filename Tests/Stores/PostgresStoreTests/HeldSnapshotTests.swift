import CarillonModel
import PostgresTesting
import StoredRows
import Testing

@testable import PostgresStore

/// What is read while former versions of rows can't be removed, because somebody may still see them.
@Suite(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"))
struct HeldSnapshotTests {
    private static let changes = 1_000

    @Test func `a reader's counts are found at once, however often they have changed`() async throws {
        let cluster = try await Cluster.shared.value
        try await cluster.withDatabase { database in
            // A transaction sees to it as well that what it replaced stays.
            let answer = try cluster.sql(
                """
                SET search_path = carillon;
                INSERT INTO tenant (name) VALUES ('globex');
                BEGIN;
                SELECT set_config('carillon.tenant', (SELECT max(number) FROM tenant)::text, true);
                SET ROLE carillon_host;
                SET enable_seqscan = off;
                INSERT INTO usr (id) VALUES ('ada'), ('bob');
                DO $$
                BEGIN
                    FOR n IN 1..\(Self.changes) LOOP
                        INSERT INTO feed (usr, rank, notification, id) SELECT row, n, n, n::text FROM usr WHERE id = 'ada';
                    END LOOP;
                END
                $$;
                UPDATE feed SET read_at = 1 WHERE rank <= 10;
                DELETE FROM feed WHERE rank = 11;
                SELECT 'counted ' || feed_count || ' ' || unread FROM \(Dialect.postgreSQL.text(of: Dialect.postgreSQL.usersWithCounts))
                    WHERE id = 'ada';
                EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
                    \(Dialect.postgreSQL.text(of: FeedStatements.counts[.postgreSQL]).replacing("$1", with: "'ada'"));
                DELETE FROM usr WHERE id = 'ada';
                SELECT 'left ' || count(*) FROM feed_counts;
                ROLLBACK;
                """,
                in: database
            )
            let lines = answer.split(separator: "\n")
            #expect(lines.contains("counted \(Self.changes - 1) \(Self.changes - 11)"))
            #expect(lines.contains("left 1"))
            let pages = lines.compactMap { $0.firstMatch(of: /Buffers: shared hit=(\d+)/)?.1 }.compactMap { Int($0) }
            #expect(try #require(pages.first) < 20, "\(answer)")
        }
    }
}

struct LowWaterMarkTests {
    private let began = ContinuousClock.now

    @Test func `a search that takes little begins at the beginning`() {
        var mark = LowWaterMark()
        note(5_000, upTo: 9, after: .milliseconds(20), in: &mark)
        #expect(start(at: .milliseconds(20), in: &mark) == .min)
    }

    @Test func `one that takes long begins where nothing was due before, but for every ten seconds`() {
        var mark = LowWaterMark()
        note(5_000, upTo: 9, after: .milliseconds(100), in: &mark)
        #expect(start(at: .seconds(5), in: &mark) == 4_000)
        #expect(start(at: .milliseconds(5_100), in: &mark) == .min)
        note(nil, at: .milliseconds(5_100), upTo: 20, after: .seconds(6), in: &mark)
        #expect(start(at: .seconds(15), in: &mark) == 19_000)
        #expect(start(at: .seconds(16), in: &mark) == .min)
    }

    @Test func `what it found meanwhile moves it, and puts off no search from the beginning`() {
        var mark = LowWaterMark()
        note(5_000, upTo: 9, after: .seconds(1), in: &mark)
        note(8_000, at: .seconds(1), upTo: 9, after: .seconds(2), in: &mark)
        #expect(start(at: .seconds(3), in: &mark) == 7_000)
        #expect(start(at: .seconds(11), in: &mark) == .min)
    }

    @Test func `what came late is found by the next one`() {
        var mark = LowWaterMark()
        note(5_000, upTo: 9, after: .seconds(1), in: &mark)
        mark.lower(to: 3_000)
        #expect(start(at: .seconds(3), in: &mark) == 2_000)
    }

    @Test func `once times have changed, what a search before that found is of no use`() {
        var mark = LowWaterMark()
        note(5_000, upTo: 9, after: .seconds(1), in: &mark)
        let search = mark.begin(at: began + .seconds(2))
        mark.forget()
        let now = Instant(epochMilliseconds: 9_000)
        mark.note(first: nil, of: search, upTo: now, began: began, ended: began + .seconds(3))
        #expect(start(at: .seconds(3), in: &mark) == .min)
    }

    private func start(at time: Duration, in mark: inout LowWaterMark) -> Int64 { mark.begin(at: began + time).start }

    private func note(
        _ first: Int64?,
        at time: Duration = .zero,
        upTo second: Int64,
        after duration: Duration,
        in mark: inout LowWaterMark
    ) {
        let search = mark.begin(at: began + time)
        let now = Instant(epochMilliseconds: second * 1000)
        mark.note(first: first, of: search, upTo: now, began: began + time, ended: began + duration)
    }
}
