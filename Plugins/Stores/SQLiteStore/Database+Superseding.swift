import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import GRDB

extension Database {
    /// Ends what waits of earlier events with the same key.
    func supersede(_ key: String, by event: Int64, id: String, at now: Instant) throws {
        let earlier = try rows(
            "SELECT row, id, dedupe FROM event WHERE supersedes = ? AND row <> ? ORDER BY row",
            key,
            event
        ) { (row: $0[0] as Int64, id: $0[1] as String, dedupe: $0[2] as Int64?) }
        for other in earlier {
            let isEnded = try end(
                other.row,
                dedupe: other.dedupe,
                because: .superseded(by: id),
                cancelling: .superseded,
                at: now
            )
            guard isEnded else { continue }
            try add([.superseded(by: id)], toEvent: other.row)
            try add([.supersedes(other.id)], toEvent: event)
        }
    }

    /// Ends what waits of an event.
    ///
    /// - Parameter reason: of its deliveries that waited.
    /// - Returns: whether anything of it waited.
    func end(
        _ event: Int64,
        dedupe: Int64?,
        because decision: Decision,
        cancelling reason: OutcomeReason,
        at now: Instant
    ) throws -> Bool {
        let isUnexpanded = try exists("SELECT 1 FROM event WHERE row = ? AND cursor IS NOT NULL", event)
        if isUnexpanded { try endCampaign(of: event, at: now) }
        // Without its key it is never looked at again.
        try run("UPDATE event SET cursor = NULL, supersedes = NULL WHERE row = ?", event)
        let waiting = try rows("SELECT row, user FROM notification WHERE event = ? AND status = 0", event) {
            (row: $0[0] as Int64, user: $0[1] as Int64)
        }
        for notification in waiting {
            try run(
                "UPDATE notification SET status = 2, decisions = ? WHERE row = ?",
                [decision].rowText,
                notification.row
            )
            if let dedupe {
                try run(
                    "DELETE FROM told WHERE user = ? AND key = ? AND event = ?",
                    notification.user,
                    dedupe,
                    event
                )
            }
        }
        let open = try rows(
            """
            SELECT d.row FROM notification n JOIN delivery d ON d.notification = n.row
            WHERE n.event = ? AND d.status < 2 AND d.attempted_at IS NULL
            """,
            event
        ) { $0[0] as Int64 }
        for row in open { try cancel(row, reason, at: now) }
        return isUnexpanded || !waiting.isEmpty || !open.isEmpty
    }

    /// Why the user gets nothing of an event with this dedupe key: they were told by an earlier one.
    ///
    /// Notes that they are told by this one.
    func duplication(_ key: Int64, of event: Int64, for user: Int64) throws -> Decision? {
        let earlier = try number("SELECT event FROM told WHERE user = ? AND key = ?", user, key)
        if let earlier { return earlier == event ? nil : .duplicate }
        try run("INSERT INTO told (user, key, event) VALUES (?, ?, ?)", user, key, event)
        return nil
    }
}
