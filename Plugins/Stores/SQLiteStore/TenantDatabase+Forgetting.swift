import CarillonModel
import CarillonPipeline
import GRDB
import StoredRows
import Synchronization

extension TenantDatabase: ForgettingStore {
    func sweep(in home: LaneLease, acceptedBefore cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int {
        try home.requireSole()
        // Found beside the writer; what has ended doesn't begin to wait again but by a redrive, which is checked below.
        let place = sweepPosition.withLock(\.self)
        let (events, last) = try await read { database in
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
                var sweep = sweep
                try sweep.removePage(in: database)
                return sweep
            }
        }
        if sweep.removed > 0 { forgetRemoved() }
        return sweep.removed
    }

    func erase(_ user: UserID) async throws(StoreFailure) -> Bool {
        // A copy that is made meanwhile may or may not hold them.
        erasures.add(1, ordering: .sequentiallyConsistent)
        defer { erasures.add(1, ordering: .sequentiallyConsistent) }
        let isErased = try await write { database in
            guard let row = try database.knownRow(of: user) else { return false }
            let events: [Int64] = try database.values("SELECT event FROM notification WHERE user = ?", row)
            try database.run("DELETE FROM notification WHERE user = ?", row)
            for event in Set(events) { try database.removeEventOfNobody(event) }
            try database.run(
                "DELETE FROM subscription WHERE device IN (SELECT id FROM device WHERE user = ?)",
                row
            )
            try database.run("DELETE FROM subscription WHERE user = ?", row)
            try database.run("DELETE FROM device WHERE user = ?", row)
            // A device that somebody else holds, or is subscribed on, stays.
            try database.run(
                """
                DELETE FROM device WHERE row IN (SELECT device FROM holder WHERE user = ?1)
                    AND NOT EXISTS (SELECT 1 FROM holder o WHERE o.device = device.row AND o.user <> ?1)
                    AND NOT EXISTS (SELECT 1 FROM subscription s WHERE s.device = device.id)
                """,
                row
            )
            try database.run("DELETE FROM holder WHERE user = ?", row)
            try database.run("DELETE FROM dedupe_key WHERE user = ?", row)
            try database.run("DELETE FROM suppressed WHERE user = ?", row)
            try database.run("DELETE FROM session WHERE user = ?", row)
            try database.run("DELETE FROM test_pairing WHERE user = ?", row)
            try database.run("DELETE FROM change WHERE user = ?", row)
            try database.run("DELETE FROM user WHERE row = ?", row)
            try database.setWantsCompacting(true)
            return true
        }
        if isErased { forgetErased() }
        return isErased
    }
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
            WHERE accepted_at < ? AND (accepted_at, row) > (?, ?) AND (accepted_at, row) <= (?, ?)
                AND cursor IS NULL AND NOT EXISTS (
                    SELECT 1 FROM notification n WHERE n.event = e.row AND (
                        n.status = \(notification: .scheduled)
                        OR EXISTS (
                            SELECT 1 FROM delivery d WHERE d.notification = n.row AND d.status < \(delivery: .delivered)
                        )
                    )
                )
            ORDER BY accepted_at, row LIMIT ?
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

    /// Notifications that a commit removes.
    static let pageSize = 500

    mutating func removePage(in database: Database) throws {
        var room = Self.pageSize
        while room > 0, let event = events.first {
            let page: [Int64] = try database.values(
                "SELECT row FROM notification WHERE event = ? AND row > ? ORDER BY row LIMIT ?",
                event,
                from,
                room
            )
            for row in page { try database.removeEnded(notification: row) }
            from = page.last ?? from
            guard page.count < room else { return }
            room -= page.count + 1
            if try database.remove(event: event) { removed += 1 }
            events.removeFirst()
            from = 0
        }
    }
}

extension Database {
    /// One that was redriven meanwhile stays, and its event with it.
    fileprivate func removeEnded(notification row: Int64) throws {
        try run(
            """
            DELETE FROM notification AS n WHERE row = ? AND status <> \(notification: .scheduled) AND NOT EXISTS (
                SELECT 1 FROM delivery d WHERE d.notification = n.row AND d.status < \(delivery: .delivered)
            )
            """,
            row
        )
    }

    /// - Returns: whether there was nothing of it left, and it is gone.
    fileprivate func remove(event row: Int64) throws -> Bool {
        try run(
            """
            DELETE FROM event WHERE row = ?1 AND cursor IS NULL
                AND NOT EXISTS (SELECT 1 FROM notification WHERE event = ?1)
            """,
            row
        )
        return changesCount > 0
    }

    fileprivate func removeEventOfNobody(_ row: Int64) throws {
        try run(
            """
            DELETE FROM event WHERE row = ?1 AND topic IS NULL
                AND NOT EXISTS (SELECT 1 FROM campaign WHERE event = ?1)
                AND NOT EXISTS (SELECT 1 FROM notification WHERE event = ?1)
            """,
            row
        )
    }
}
