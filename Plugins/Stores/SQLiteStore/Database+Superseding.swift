import CarillonModel
import CarillonPipeline
import GRDB

extension Database {
    /// Ends earlier events with the same key.
    func supersede(_ key: String, by event: Int64, id: String, at now: Instant) throws {
        let earlier = try rows(
            "SELECT row, dedupe FROM event WHERE supersedes = ? AND row <> ? ORDER BY row",
            key,
            event
        ) { (row: $0[0] as Int64, dedupe: $0[1] as Int64?) }
        for other in earlier {
            try end(other.row, dedupe: other.dedupe, as: .superseded(by: id), at: now)
        }
    }

    /// Why the user gets nothing of an event with this dedupe key: they were told by an earlier one.
    ///
    /// Notes that they are told by this one.
    func duplication(_ key: Int64, of event: Int64, for user: Int64) throws -> Decision? {
        let earlier = try number("SELECT event FROM told WHERE user = ? AND key = ?", user, key)
        if let earlier {
            guard earlier != event else { return nil }
            guard try hasEndedUntold(earlier, for: user) else { return .duplicate }
            try run("UPDATE told SET event = ? WHERE user = ? AND key = ?", event, user, key)
            return nil
        }
        try run("INSERT INTO told (user, key, event) VALUES (?, ?, ?)", user, key, event)
        return nil
    }

    /// Lets another event with the same dedupe key tell the user: this notification found no address, and no other of its event
    /// has gone to them, or will.
    func forgetTelling(of notification: Int64) throws {
        try run(
            """
            DELETE FROM told WHERE (user, key, event) IN (
                SELECT n.user, e.dedupe, n.event FROM notification n JOIN event e ON e.row = n.event
                WHERE n.row = ?1 AND e.dedupe IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM notification o WHERE o.user = n.user AND o.event = n.event AND o.row <> n.row AND (
                        o.status = 0 OR EXISTS (SELECT 1 FROM delivery d WHERE d.notification = o.row)
                    )
                )
            )
            """,
            notification
        )
    }

    /// Whether an event has ended before the user was told of it, which its next pages will record.
    private func hasEndedUntold(_ event: Int64, for user: Int64) throws -> Bool {
        try exists("SELECT 1 FROM event WHERE row = ? AND ending IS NOT NULL", event)
            && exists("SELECT 1 FROM notification WHERE user = ? AND event = ? AND status = 0", user, event)
    }
}
