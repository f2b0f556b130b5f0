public import CarillonModel
import CarillonPipeline
import CarillonPluginKit
public import GRDB
public import StoredRows

/// An event with a million recipients ends at once, but its rows page by page, so that other writes come in between. Until
/// its last page whoever would route, lease or send something of it checks first.
extension Database {
    /// Notifications that a commit deals with.
    static let endingPage = 500

    /// Ends an event: from this commit on nothing that waits of it goes out.
    public func end(_ event: Int64, dedupe: Int64?, as ending: Ending, at now: Instant) throws {
        let isUnexpanded = try exists("SELECT 1 FROM event WHERE row = ? AND cursor IS NOT NULL", event)
        if isUnexpanded { try endCampaign(of: event, at: now) }
        // Without its key it is never found again.
        try run(
            "UPDATE event SET cursor = NULL, supersedes = NULL, ended = ?, ending = 0 WHERE row = ?",
            ending,
            event
        )
        if isUnexpanded { try note(ending, of: event) }
        _ = try endPage(of: EndingEvent(row: event, dedupe: dedupe, ending: ending, from: 0), at: now)
    }

    /// Goes on with what is being ended.
    ///
    /// - Returns: how many notifications were examined.
    func endPage(at now: Instant) throws -> Int {
        let found = try first(
            "SELECT row, dedupe, ended, ending FROM event WHERE ending IS NOT NULL ORDER BY ending LIMIT 1"
        ) { columns in
            try EndingEvent(
                row: columns["row"],
                dedupe: columns["dedupe"],
                ending: columns["ended"],
                from: columns["ending"]
            )
        }
        return try found.map { try endPage(of: $0, at: now) } ?? 0
    }

    private func endPage(of event: EndingEvent, at now: Instant) throws -> Int {
        let page = try rows(
            "SELECT row, user, status, place FROM notification WHERE event = ? AND row > ? ORDER BY row LIMIT ?",
            event.row,
            event.from,
            Self.endingPage
        ) { columns in
            (
                row: try columns["row"] as Int64, user: try columns["user"] as Int64,
                state: try columns["status"] as NotificationState, hasPlace: try columns["place"] as Int64? != nil
            )
        }
        var hasEnded = false
        for notification in page {
            if notification.hasPlace {
                try run("UPDATE notification SET place = NULL WHERE row = ?", notification.row)
            }
            if try end(notification.row, notification.state, of: notification.user, event, at: now) { hasEnded = true }
        }
        let next = page.count < Self.endingPage ? nil : page.last?.row
        try run("UPDATE event SET ending = ? WHERE row = ?", next, event.row)
        if hasEnded { try note(event.ending, of: event.row) }
        // An empty last page counts as well.
        return max(1, page.count)
    }

    /// Ends what waits of a notification.
    ///
    /// - Returns: whether anything did.
    func end(
        _ notification: Int64,
        _ state: NotificationState,
        of user: Int64,
        _ event: EndingEvent,
        at now: Instant
    ) throws -> Bool {
        guard state != .scheduled else {
            try cancel(notification, of: user, event)
            return true
        }
        let open: [Int64] = try values(
            """
            SELECT row FROM delivery
            WHERE notification = ? AND status < \(delivery: .delivered) AND attempted_at IS NULL
            """,
            notification
        )
        for row in open { try cancel(row, event.ending.reason, at: now) }
        return !open.isEmpty
    }

    /// Ends a notification that wasn't routed; then another event with its key may reach its recipient.
    private func cancel(_ notification: Int64, of user: Int64, _ event: EndingEvent) throws {
        try run(
            "UPDATE notification SET status = \(notification: .cancelled), decisions = ? WHERE row = ?",
            [event.ending.decision].rowText,
            notification
        )
        guard let dedupe = event.dedupe else { return }
        try run("DELETE FROM dedupe_key WHERE user = ? AND key = ? AND event = ?", user, dedupe, event.row)
    }

    /// Records it in the trace of the event, and in that of the one that supersedes it, once.
    func note(_ ending: Ending, of event: Int64) throws {
        guard case .superseded(let id) = ending else { return }
        let known = try first("SELECT id, decisions FROM event WHERE row = ?", event) {
            (id: try $0["id"] as String, decisions: [Decision](rowText: try $0["decisions"]))
        }
        guard let known, !known.decisions.contains(ending.decision) else { return }
        try add([ending.decision], toEvent: event)
        if let other = try number("SELECT row FROM event WHERE id = ?", id) {
            try add([.supersedes(known.id)], toEvent: other)
        }
    }
}

extension Database {
    /// Whether pages are missing of an event that ended.
    var isEnding: Bool {
        get throws { try exists("SELECT 1 FROM event WHERE ending IS NOT NULL LIMIT 1") }
    }

    /// Why a delivery isn't to be tried any more although it waits, or was leased.
    func ending(ofDelivery row: Int64) throws -> Ending? {
        try value(
            """
            SELECT coalesce(n.ended, e.ended) FROM delivery d JOIN notification n ON n.row = d.notification
                JOIN event e ON e.row = n.event
            WHERE d.row = ? AND coalesce(n.ended, e.ended) IS NOT NULL
            """,
            row
        )
    }

    func ending(ofNotification row: Int64) throws -> Ending? {
        try value(
            """
            SELECT coalesce(n.ended, e.ended) FROM notification n JOIN event e ON e.row = n.event
            WHERE n.row = ? AND coalesce(n.ended, e.ended) IS NOT NULL
            """,
            row
        )
    }

    /// Those of the deliveries that may go out; the others end.
    func withoutEnded(_ rows: [Int64], at now: Instant) throws -> [Int64] {
        guard try isEnding else { return rows }
        return try rows.filter { row in
            guard let ending = try ending(ofDelivery: row) else { return true }
            try cancel(row, ending.reason, at: now)
            return false
        }
    }
}

extension TenantDatabase: EndingStore {
    func endPage(in home: LaneLease, at now: Instant) async throws(StoreFailure) -> Int {
        try home.requireSole()
        guard try await read({ database in try database.isEnding }) else { return 0 }
        return try await write { database in try database.endPage(at: now) }
    }
}
