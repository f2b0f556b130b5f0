import CarillonModel
import CarillonPipeline
import StoredRows

extension Database {
    /// Ends earlier events with the same key, for these recipients or, where there are none, for all.
    func supersede(_ key: String, for recipients: [UserID], by event: Int64, id: String, at now: Instant) throws {
        guard recipients.isEmpty else {
            let users = try Set(recipients).sorted().compactMap { try knownRow(of: $0) }
            return try supersede(FowlerNollVo.column(key), for: users, by: event, id: id, at: now)
        }
        let earlier = try rows(
            "SELECT row, dedupe FROM event WHERE supersedes = $1 AND row <> $2 ORDER BY row",
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
                SELECT n.row, n.status, n.event, e.dedupe, (e.topic IS NULL AND n.standing IS NULL) AS is_of_few
                FROM notification n JOIN event e ON e.row = n.event WHERE n.place = $1 AND n.usr = $2 ORDER BY n.row
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
                try run("UPDATE notification SET place = NULL, ended = $1 WHERE row = $2", id, notification.row)
                let hasEnded = try end(notification.row, notification.state, of: user, notification.event, at: now)
                // The story of one for very many would grow with them.
                if hasEnded, notification.isOfFew { ended.insert(notification.event.row) }
            }
        }
        for event in ended.sorted() { try note(ending, of: event) }
    }

    /// Who receives nothing of an event with this key: a later one, which names them, has taken its place.
    func supersessions(_ place: Int64, of event: Int64, for users: [Int64]) throws -> [Int64: Decision] {
        let found = try rows(
            """
            SELECT DISTINCT ON (n.usr) n.usr, e.id FROM notification n JOIN event e ON e.row = n.event
            WHERE n.place = $1 AND n.usr = ANY($2) AND n.event > $3 ORDER BY n.usr, n.row
            """,
            place,
            users,
            event
        ) { (user: try $0["usr"] as Int64, decision: Decision.superseded(by: try $0["id"])) }
        return Dictionary(found.map { ($0.user, $0.decision) }) { first, _ in first }
    }

    /// Who receives nothing of an event with this dedupe key: an earlier one reached them.
    ///
    /// Notes that this one reaches the others.
    func duplications(_ key: Int64, of event: Int64, for users: [Int64]) throws -> [Int64: Decision] {
        let found = try rows("SELECT usr, event FROM dedupe_key WHERE usr = ANY($1) AND key = $2", users, key) {
            (user: try $0["usr"] as Int64, event: try $0["event"] as Int64)
        }
        var decisions: [Int64: Decision] = [:]
        for earlier in found where earlier.event != event {
            if try hasEndedUnexpanded(earlier.event, for: earlier.user) {
                try run("UPDATE dedupe_key SET event = $1 WHERE usr = $2 AND key = $3", event, earlier.user, key)
            } else {
                decisions[earlier.user] = .duplicate
            }
        }
        let known = Set(found.map(\.user))
        let new = Set(users).subtracting(known).sorted()
        if !new.isEmpty {
            try run("INSERT INTO dedupe_key (usr, key, event) SELECT unnest($1), $2, $3", new, key, event)
        }
        return decisions
    }

    /// Lets other events with the same dedupe keys reach the users: these notifications found no address, and no others of
    /// their events have gone to them, or will.
    func forgetDedupeKeys(of notifications: [Int64]) throws {
        try run(
            """
            DELETE FROM dedupe_key WHERE (usr, key, event) IN (
                SELECT n.usr, e.dedupe, n.event FROM notification n JOIN event e ON e.row = n.event
                WHERE n.row = ANY($1) AND e.dedupe IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM notification o WHERE o.usr = n.usr AND o.event = n.event AND o.row <> n.row AND (
                        o.status = \(notification: .scheduled)
                        OR EXISTS (SELECT 1 FROM delivery d WHERE d.notification = o.row)
                    )
                )
            )
            """,
            notifications
        )
    }

    /// Whether an event has ended before it was expanded to the user, which its next pages will record.
    private func hasEndedUnexpanded(_ event: Int64, for user: Int64) throws -> Bool {
        try exists("SELECT 1 FROM event WHERE row = $1 AND ending IS NOT NULL", event)
            && exists(
                "SELECT 1 FROM notification WHERE usr = $1 AND event = $2 AND status = \(notification: .scheduled)",
                user,
                event
            )
    }
}
