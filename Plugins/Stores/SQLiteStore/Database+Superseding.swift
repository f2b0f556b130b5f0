import CarillonModel
import CarillonPipeline
import GRDB
import StoredRows

extension Database {
    /// Ends earlier events with the same key, for these recipients or, where there are none, for all.
    func supersede(_ key: String, for recipients: [UserID], by event: Int64, id: String, at now: Instant) throws {
        guard recipients.isEmpty else {
            let users = try Set(recipients).sorted().compactMap { try knownRow(of: $0) }
            return try supersede(FowlerNollVo.column(key), for: users, by: event, id: id, at: now)
        }
        let earlier = try rows(
            "SELECT row, dedupe FROM event WHERE supersedes = ? AND row <> ? ORDER BY row",
            key,
            event
        ) { (row: try $0["row"] as Int64, dedupe: try $0["dedupe"] as Int64?) }
        for other in earlier {
            try end(other.row, dedupe: other.dedupe, as: .superseded(by: id), at: now)
        }
    }

    private func supersede(_ place: Int64, for users: [Int64], by event: Int64, id: String, at now: Instant) throws {
        let ending = Ending.superseded(by: id)
        var ended: Set<Int64> = []
        for user in users {
            let earlier = try rows(
                """
                SELECT n.row, n.status, n.event, e.dedupe, e.topic IS NULL AND n.standing IS NULL AS is_of_few
                FROM notification n JOIN event e ON e.row = n.event WHERE n.place = ? AND n.user = ? ORDER BY n.row
                """,
                place,
                user
            ) { columns in
                (
                    row: try columns["row"] as Int64, state: try columns["status"] as NotificationState,
                    event: try EndingEvent(row: columns["event"], dedupe: columns["dedupe"], ending: ending, from: 0),
                    isOfFew: try columns["is_of_few"] as Bool
                )
            }
            for notification in earlier {
                try run("UPDATE notification SET place = NULL, ended = ? WHERE row = ?", id, notification.row)
                let hasEnded = try end(notification.row, notification.state, of: user, notification.event, at: now)
                // The story of one for very many would grow with them.
                if hasEnded, notification.isOfFew { ended.insert(notification.event.row) }
            }
        }
        for event in ended.sorted() { try note(ending, of: event) }
    }

    /// Why the user receives nothing of an event with this key: a later one, which names them, has taken its place.
    func supersession(_ place: Int64, of event: Int64, for user: Int64) throws -> Decision? {
        try value(
            """
            SELECT e.id FROM notification n JOIN event e ON e.row = n.event
            WHERE n.place = ? AND n.user = ? AND n.event > ? LIMIT 1
            """,
            place,
            user,
            event
        ).map { .superseded(by: $0) }
    }

    /// Why the user receives nothing of an event with this dedupe key: an earlier one reached them.
    ///
    /// Notes that this one reaches them.
    func duplication(_ key: Int64, of event: Int64, for user: Int64) throws -> Decision? {
        let earlier = try number("SELECT event FROM dedupe_key WHERE user = ? AND key = ?", user, key)
        if let earlier {
            guard earlier != event else { return nil }
            guard try hasEndedUnexpanded(earlier, for: user) else { return .duplicate }
            try run("UPDATE dedupe_key SET event = ? WHERE user = ? AND key = ?", event, user, key)
            return nil
        }
        try run("INSERT INTO dedupe_key (user, key, event) VALUES (?, ?, ?)", user, key, event)
        return nil
    }

    /// Lets another event with the same dedupe key reach the user: this notification found no address, and no other of
    /// its event has gone to them, or will.
    func forgetDedupeKey(of notification: Int64) throws {
        try run(
            """
            DELETE FROM dedupe_key WHERE (user, key, event) IN (
                SELECT n.user, e.dedupe, n.event FROM notification n JOIN event e ON e.row = n.event
                WHERE n.row = ?1 AND e.dedupe IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM notification o WHERE o.user = n.user AND o.event = n.event AND o.row <> n.row AND (
                        o.status = \(notification: .scheduled)
                        OR EXISTS (SELECT 1 FROM delivery d WHERE d.notification = o.row)
                    )
                )
            )
            """,
            notification
        )
    }

    /// Whether an event has ended before it was expanded to the user, which its next pages will record.
    private func hasEndedUnexpanded(_ event: Int64, for user: Int64) throws -> Bool {
        try exists("SELECT 1 FROM event WHERE row = ? AND ending IS NOT NULL", event)
            && exists(
                "SELECT 1 FROM notification WHERE user = ? AND event = ? AND status = \(notification: .scheduled)",
                user,
                event
            )
    }
}
