import CarillonModel
import CarillonPipeline
import GRDB

extension TenantDatabase: ForgettingStore {
    func sweep(acceptedBefore cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int {
        // Found beside the writer; what has ended doesn't begin to wait again but by a redrive, which is asked for below.
        let rows = try await read { database in
            try database.rows(
                """
                SELECT row FROM event e WHERE accepted_at < ? AND \(Self.hasEnded) ORDER BY accepted_at, row LIMIT ?
                """,
                cutoff.epochMilliseconds,
                limit
            ) { $0[0] as Int64 }
        }
        guard !rows.isEmpty else { return 0 }
        return try await write { database in
            try rows.reduce(0) { count, row in
                try database.run("DELETE FROM event AS e WHERE row = ? AND \(Self.hasEnded)", row)
                return count + database.changesCount
            }
        }
    }

    func erase(_ user: UserID) async throws(StoreFailure) -> Bool {
        try await write { database in
            guard let row = try database.knownRow(of: user) else { return false }
            let events = try database.rows("SELECT event FROM notification WHERE user = ?", row) {
                $0[0] as Int64
            }
            try database.run("DELETE FROM notification WHERE user = ?", row)
            for event in Set(events) { try database.removeEventOfNobody(event) }
            try database.run(
                "DELETE FROM subscription WHERE device IN (SELECT id FROM device WHERE user = ?)",
                row
            )
            try database.run("DELETE FROM subscription WHERE user = ?", row)
            try database.run("DELETE FROM device WHERE user = ?", row)
            try database.run("DELETE FROM told WHERE user = ?", row)
            try database.run("DELETE FROM session WHERE user = ?", row)
            try database.run("DELETE FROM change WHERE user = ?", row)
            try database.run("DELETE FROM user WHERE row = ?", row)
            return true
        }
    }

    /// Of an event `e`: nothing of it waits.
    private static let hasEnded = """
        cursor IS NULL AND NOT EXISTS (
            SELECT 1 FROM notification n WHERE n.event = e.row AND (n.status = 0 OR EXISTS (
                SELECT 1 FROM delivery d WHERE d.notification = n.row AND d.status < 2
            ))
        )
        """
}

extension Database {
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
