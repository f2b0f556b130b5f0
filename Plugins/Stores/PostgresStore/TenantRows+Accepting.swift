import CarillonModel
import CarillonPipeline
import StoredRows

extension TenantRows: AcceptingStore {
    func accept(_ event: AcceptedEvent) async throws(StoreFailure) -> Acceptance {
        try await write { database in
            let isPlain = event.isPlain
            guard let row = try isPlain ? database.insertWhole(event) : database.insert(event) else {
                return try database.earlier(event)
            }
            guard !isPlain else { return .accepted }
            if let plan = event.campaign { try database.insert(plan, of: event, row: row) }
            for (user, facts) in event.facts.sorted(by: { $0.key < $1.key }) {
                try database.putOverDevices(facts, of: try database.row(of: user))
            }
            if let key = event.supersedes {
                try database.supersede(key, for: event.recipients, by: row, id: event.id, at: event.acceptedAt)
            }
            let keys = NotificationKeys(
                dedupe: event.dedupe.map(FowlerNollVo.column),
                place: event.supersedes.map(FowlerNollVo.column)
            )
            try database.insert(event.notifications, of: row, keys)
            return .accepted
        }
    }

    func hasAccepted(_ externalID: String, from source: String) async throws(StoreFailure) -> Bool {
        try await read { database in try database.knows(externalID, from: source) }
    }
}

extension Database {
    /// What to answer where an event with this key is there already.
    fileprivate func earlier(_ event: AcceptedEvent) throws -> Acceptance {
        let found = try first(
            """
            SELECT e.row, e.id, coalesce(e.content_hash IN ($3, $4), e.fingerprint = key_of($5)) AS is_same
            FROM event_key k JOIN event e ON e.row = k.event WHERE k.key = key_of($1) AND k.source = $2
            """,
            event.externalID,
            event.source,
            event.contentHash,
            event.formerContentHash,
            event.fingerprint
        ) { (row: try $0["row"] as Int64, id: try $0["id"] as String, isSame: try $0["is_same"] as Bool) }
        guard let found else { throw PostgresError(.unexpected("an event's key belongs to no event")) }
        guard found.isSame else { return .conflict(event: found.id) }
        let notifications: [String] = try values("SELECT id FROM notification WHERE event = $1 ORDER BY row", found.row)
        return .duplicate(event: found.id, notifications: notifications)
    }

    fileprivate func knows(_ externalID: String, from source: String) throws -> Bool {
        try exists("SELECT 1 FROM event_key WHERE key = key_of($1) AND source = $2", externalID, source)
    }

    /// - Returns: nil where there is one with this key.
    fileprivate func insert(_ event: AcceptedEvent) throws -> Int64? {
        try made(by: "WITH \(Self.insertEvent) SELECT row FROM made", event)
    }

    /// - Parameters:
    ///   - sql: begins with ``insertEvent``, and gives the row that this makes.
    ///   - more: what `sql` takes beside the event.
    private func made<each More: ColumnValue>(
        by sql: String,
        _ event: AcceptedEvent,
        _ more: repeat each More
    ) throws -> Int64? {
        try number(
            sql,
            event.id,
            event.source,
            event.externalID,
            event.type,
            StoredPayload.text(event.payload, event.overrides),
            event.contentHash,
            event.revision,
            event.acceptedAt,
            event.topic,
            event.times.isEmpty ? nil : 0 as Int64,
            event.times.isEmpty ? nil : event.times.rowText,
            event.audience,
            event.collapse,
            event.dedupe.map(FowlerNollVo.column),
            event.supersedes,
            event.decisions.isEmpty ? nil : event.decisions.rowText,
            repeat each more
        )
    }

    private static let insertEvent = """
        hashed AS MATERIALIZED (SELECT key_of($3) AS key), made AS (
            INSERT INTO event (id, source, external_id, type, payload, content_hash, revision, accepted_at, topic,
                cursor, times, audience, collapse, dedupe, supersedes, decisions)
            SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16 FROM hashed h
            WHERE NOT EXISTS (SELECT 1 FROM event_key k WHERE k.key = h.key AND k.source = $2)
            RETURNING row
        ), noted AS (
            INSERT INTO event_key (key, source, event) SELECT h.key, $2, made.row FROM made CROSS JOIN hashed h
        )
        """

    /// With its notifications and those of their recipients that weren't known, in one round trip.
    ///
    /// - Parameter event: one that ``AcceptedEvent/isPlain``.
    /// - Returns: nil where there is one with this key.
    fileprivate func insertWhole(_ event: AcceptedEvent) throws -> Int64? {
        let planned = event.notifications
        return try made(
            by: Self.insertEventAndNotifications,
            event,
            planned.map(\.id),
            planned.map(\.recipient),
            planned.map(\.priority),
            planned.map(\.dueAt),
            planned.map(\.expiresAt),
            planned.map { $0.target.ids?.rowText }
        )
    }

    private static let insertEventAndNotifications = """
        WITH \(insertEvent), planned AS MATERIALIZED (
            SELECT p.*, (SELECT u.row FROM usr u WHERE u.id = p.recipient) AS usr
            FROM unnest($17, $18, $19, $20, $21, $22) WITH ORDINALITY
                p (id, recipient, priority, due_at, expires_at, devices, position)
        ), met AS (
            INSERT INTO usr (id)
            SELECT p.recipient FROM planned p CROSS JOIN made WHERE p.usr IS NULL GROUP BY p.recipient ORDER BY min(p.position)
            RETURNING row, id
        ), put AS (
            INSERT INTO notification (id, event, usr, priority, due_at, expires_at, devices, status)
            SELECT p.id, made.row, coalesce(p.usr, (SELECT met.row FROM met WHERE met.id = p.recipient)), p.priority, p.due_at,
                p.expires_at, p.devices, \(notification: .scheduled)
            FROM made CROSS JOIN planned p ORDER BY p.position
        )
        SELECT row FROM made
        """

    /// - Parameters:
    ///   - isLate: events that were accepted after this one may have taken its place already.
    ///   - isCampaign: it is counted with its campaign.
    func insert(
        _ notifications: [PlannedNotification],
        of event: Int64,
        _ keys: NotificationKeys,
        isLate: Bool = false,
        isCampaign: Bool = false
    ) throws {
        guard !notifications.isEmpty else { return }
        let users = try rows(of: notifications.map(\.recipient))
        let recipients = notifications.map { users[$0.recipient] ?? 0 }
        var exclusions = notifications.map(\.exclusion)
        /// Decides about those that nothing was decided of yet.
        func decide(_ find: ([Int64]) throws -> [Int64: Decision]) throws {
            let open = Set(zip(recipients, exclusions).filter { $0.1 == nil }.map(\.0)).sorted()
            guard !open.isEmpty else { return }
            let found = try find(open)
            for index in exclusions.indices where exclusions[index] == nil {
                exclusions[index] = found[recipients[index]]
            }
        }
        if isLate, let place = keys.place { try decide { try supersessions(place, of: event, for: $0) } }
        if let dedupe = keys.dedupe { try decide { try duplications(dedupe, of: event, for: $0) } }
        try run(
            """
            INSERT INTO notification (id, event, usr, priority, due_at, expires_at, devices, status, decisions, standing, place)
            SELECT i.id, $1, i.usr, i.priority, i.due_at, i.expires_at, i.devices, i.status, i.decisions, i.standing, i.place
            FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11) WITH ORDINALITY
                i (id, usr, priority, due_at, expires_at, devices, status, decisions, standing, place, position)
            ORDER BY i.position
            """,
            event,
            notifications.map(\.id),
            recipients,
            notifications.map(\.priority),
            notifications.map(\.dueAt),
            notifications.map(\.expiresAt),
            notifications.map { $0.target.ids?.rowText },
            exclusions.map { $0 == nil ? NotificationState.scheduled : .routed },
            exclusions.map { decision in (decision.map { [$0] })?.rowText },
            exclusions.map { isCampaign ? ($0 == nil ? NotificationStanding.pending : .skipped) : nil },
            exclusions.map { $0 == nil ? keys.place : nil }
        )
        guard isCampaign else { return }
        let pending = exclusions.count { $0 == nil }
        try tally(.pending, by: pending, of: event)
        try tally(.skipped, by: exclusions.count - pending, of: event)
    }
}

extension AcceptedEvent {
    /// Nothing of it depends on what other events left: it is neither a campaign nor takes the place of one, and all that is decided of
    /// its notifications is that they go out.
    fileprivate var isPlain: Bool {
        campaign == nil && facts.isEmpty && supersedes == nil && dedupe == nil && !notifications.isEmpty
            && notifications.allSatisfy { $0.exclusion == nil }
    }
}

/// By what other events may take the place of a notification: hashes of its event's keys.
struct NotificationKeys {
    /// Of `dedupe`.
    var dedupe: Int64?
    /// Of `supersedes`.
    var place: Int64?
}
