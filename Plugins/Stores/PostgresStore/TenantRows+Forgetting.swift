import CarillonModel
import CarillonPipeline
import StoredRows
import Synchronization

extension TenantRows: ForgettingStore {
    func sweep(in home: LaneLease, acceptedBefore cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int {
        // Found before anything is locked; what has ended doesn't begin to wait again but by a redrive, which is checked below.
        let place = sweepPosition.withLock(\.self)
        let (events, last) = try await read { database in
            try database.requireToRead([home])
            let rest = try database.ended(acceptedBefore: cutoff, after: place, upTo: .end, limit: limit)
            guard rest.count < limit else { return (rest.map(\.row), rest.last) }
            let before = try database.ended(
                acceptedBefore: cutoff,
                after: .start,
                upTo: place,
                limit: limit - rest.count
            )
            return ((before + rest).map(\.row), before.last)
        }
        sweepPosition.withLock { $0 = last ?? .start }
        var sweep = EventSweep(events: events[...])
        while !sweep.events.isEmpty {
            sweep = try await write { [sweep] database in
                try database.require(home)
                var sweep = sweep
                try sweep.removePage(in: database)
                return sweep
            }
        }
        return sweep.removed
    }

    func erase(_ user: UserID) async throws(StoreFailure) -> Bool {
        try await write { database in
            guard let row = try database.knownRow(of: user) else { return false }
            let own = try database.rows("SELECT row, event FROM notification WHERE usr = $1", row) {
                (row: try $0["row"] as Int64, event: try $0["event"] as Int64)
            }
            try database.remove(notifications: own.map(\.row))
            try database.removeEventsOfNobody(Set(own.map(\.event)).sorted())
            for statement in Self.erasing { try database.run(statement, row) }
            return true
        }
    }

    /// Of the user in row $1, in this order.
    private static let erasing = [
        "DELETE FROM subscription WHERE device IN (SELECT id FROM device WHERE usr = $1)",
        "DELETE FROM subscription WHERE usr = $1",
        "DELETE FROM device WHERE usr = $1",
        // A device that somebody else holds, or is subscribed on, stays.
        """
        DELETE FROM device d WHERE d.row IN (SELECT device FROM holder WHERE usr = $1)
            AND NOT EXISTS (SELECT 1 FROM holder o WHERE o.device = d.row AND o.usr <> $1)
            AND NOT EXISTS (SELECT 1 FROM subscription s WHERE s.device = d.id)
        """,
        "DELETE FROM holder WHERE usr = $1",
        "DELETE FROM dedupe_key WHERE usr = $1",
        "DELETE FROM suppressed WHERE usr = $1",
        "DELETE FROM session WHERE usr = $1",
        "DELETE FROM test_pairing WHERE usr = $1",
        "DELETE FROM change WHERE usr = $1",
        "DELETE FROM feed WHERE usr = $1",
        "DELETE FROM feed_content WHERE usr = $1",
        "DELETE FROM usr WHERE row = $1",
    ]
}

/// The event that a sweep found last: those before it that still wait aren't checked again until all were.
struct SweepPosition: Sendable {
    var acceptedAt: Int64
    var row: Int64

    static let start = SweepPosition(acceptedAt: .min, row: 0)
    static let end = SweepPosition(acceptedAt: .max, row: .max)
}

extension Database {
    /// Events of which nothing waits, the earliest first.
    fileprivate func ended(
        acceptedBefore cutoff: Instant,
        after first: SweepPosition,
        upTo last: SweepPosition,
        limit: Int
    ) throws -> [SweepPosition] {
        try rows(
            """
            SELECT accepted_at, row FROM event e
            WHERE accepted_at < $1 AND (accepted_at, row) > ($2, $3) AND (accepted_at, row) <= ($4, $5)
                AND cursor IS NULL AND NOT EXISTS (
                    SELECT 1 FROM notification n WHERE n.event = e.row AND (
                        n.status = \(notification: .scheduled)
                        OR EXISTS (
                            SELECT 1 FROM delivery d WHERE d.notification = n.row AND d.status < \(delivery: .delivered)
                        )
                    )
                )
            ORDER BY accepted_at, row LIMIT $6
            """,
            cutoff,
            first.acceptedAt,
            first.row,
            last.acceptedAt,
            last.row,
            limit
        ) { SweepPosition(acceptedAt: try $0["accepted_at"], row: try $0["row"]) }
    }
}

/// Events on their way out, a bounded number of their notifications in a commit: one of them may have a million.
private struct EventSweep {
    /// Those that are left.
    var events: ArraySlice<Int64>
    /// The last notification of the first of them that was examined.
    var from: Int64 = 0
    /// How many events are gone.
    var removed = 0

    /// Events, and notifications, that a commit removes.
    static let pageSize = 500

    mutating func removePage(in database: Database) throws {
        let asked = events.prefix(Self.pageSize)
        let found = try database.notifications(of: Array(asked), after: from, limit: Self.pageSize)
        try database.removeEnded(notifications: found.map(\.row))
        // Of the last event that a full page has there may be more.
        let unfinished = found.count == Self.pageSize ? found.last : nil
        let done = asked.prefix { $0 != unfinished?.event }
        removed += try database.remove(events: Array(done))
        events = events.dropFirst(done.count)
        from = unfinished?.row ?? 0
    }
}

extension Database {
    /// Those that were redriven meanwhile stay, and their event with them.
    fileprivate func removeEnded(notifications rows: [Int64]) throws {
        let ended: [Int64] = try values(
            """
            SELECT n.row FROM notification n WHERE n.row = ANY($1) AND n.status <> \(notification: .scheduled) AND NOT EXISTS (
                SELECT 1 FROM delivery d WHERE d.notification = n.row AND d.status < \(delivery: .delivered)
            )
            """,
            rows
        )
        try remove(notifications: ended)
    }

    /// With all that came of them.
    func remove(notifications rows: [Int64]) throws {
        guard !rows.isEmpty else { return }
        try run("DELETE FROM delivery WHERE notification = ANY($1)", rows)
        try run(
            """
            WITH removed AS (DELETE FROM feed_content WHERE notification = ANY($1) RETURNING usr, rank)
            DELETE FROM feed f USING removed r WHERE f.usr = r.usr AND f.rank = r.rank
            """,
            rows
        )
        try run("DELETE FROM notification WHERE row = ANY($1)", rows)
    }

    /// Notifications of events, in the order of both; of the first event only those after a row.
    func notifications(
        of events: [Int64],
        after row: Int64,
        limit: Int
    ) throws -> [(event: Int64, row: Int64)] {
        try rows(
            """
            SELECT e.row AS event, n.row FROM unnest($1) WITH ORDINALITY e (row, place) CROSS JOIN LATERAL (
                SELECT row FROM notification
                WHERE event = e.row AND row > CASE e.place WHEN 1 THEN $2 ELSE 0 END ORDER BY row LIMIT $3
            ) n ORDER BY e.place, n.row LIMIT $3
            """,
            events,
            row,
            limit
        ) { (event: try $0["event"], row: try $0["row"]) }
    }

    /// - Returns: of how many nothing was left, which are gone.
    fileprivate func remove(events rows: [Int64]) throws -> Int {
        let gone: [Int64] = try values(
            """
            DELETE FROM event e WHERE e.row = ANY($1) AND e.cursor IS NULL
                AND NOT EXISTS (SELECT 1 FROM notification WHERE event = e.row)
            RETURNING e.row
            """,
            rows
        )
        try forget(events: gone)
        return gone.count
    }

    fileprivate func removeEventsOfNobody(_ rows: [Int64]) throws {
        let gone: [Int64] = try values(
            """
            DELETE FROM event e WHERE e.row = ANY($1) AND e.topic IS NULL
                AND NOT EXISTS (SELECT 1 FROM campaign WHERE event = e.row)
                AND NOT EXISTS (SELECT 1 FROM notification WHERE event = e.row)
            RETURNING e.row
            """,
            rows
        )
        try forget(events: gone)
    }

    /// Removes what is beside events that are gone.
    func forget(events rows: [Int64]) throws {
        guard !rows.isEmpty else { return }
        for table in ["event_key", "campaign", "tally"] {
            try run("DELETE FROM \(table) WHERE event = ANY($1)", rows)
        }
    }
}
