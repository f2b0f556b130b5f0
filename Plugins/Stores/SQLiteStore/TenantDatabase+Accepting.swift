import CarillonModel
import CarillonPipeline
import GRDB
import StoredRows

extension TenantDatabase: AcceptingStore {
    func accept(_ event: AcceptedEvent) async throws(StoreFailure) -> Acceptance {
        try await write { database in
            if let earlier = try database.earlier(event) { return earlier }
            let row = try database.insert(event)
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
            for notification in event.notifications { try database.insert(notification, of: row, keys) }
            return .accepted
        }
    }

    func hasAccepted(_ externalID: String, from source: String) async throws(StoreFailure) -> Bool {
        try readAtOnce { database in try database.earlier(externalID, from: source) != nil }
    }
}

extension Database {
    /// What to answer where an event with this key is there already.
    fileprivate func earlier(_ event: AcceptedEvent) throws -> Acceptance? {
        guard let found = try earlier(event.externalID, from: event.source) else { return nil }
        guard found.fingerprint == event.contentHash || found.fingerprint == event.formerContentHash else {
            return .conflict(event: found.id)
        }
        let notifications: [String] = try values("SELECT id FROM notification WHERE event = ? ORDER BY row", found.row)
        return .duplicate(event: found.id, notifications: notifications)
    }

    fileprivate func earlier(
        _ externalID: String,
        from source: String
    ) throws -> (row: Int64, id: String, fingerprint: Int64)? {
        try first(
            "SELECT row, id, fingerprint FROM event WHERE key = ? AND external_id = ? AND source = ?",
            FowlerNollVo.column(externalID),
            externalID,
            source
        ) { (row: try $0["row"], id: try $0["id"], fingerprint: try $0["fingerprint"]) }
    }

    fileprivate func insert(_ event: AcceptedEvent) throws -> Int64 {
        try insert(
            """
            INSERT INTO event (id, key, source, external_id, type, payload, fingerprint, revision, accepted_at, topic,
                cursor, times, audience, collapse, dedupe, supersedes, decisions)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            event.id,
            event.key,
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
            event.decisions.isEmpty ? nil : event.decisions.rowText
        )
    }

    /// - Parameters:
    ///   - isLate: events that were accepted after this one may have taken its place already.
    ///   - isCampaign: it is counted with its campaign.
    func insert(
        _ notification: PlannedNotification,
        of event: Int64,
        _ keys: NotificationKeys,
        isLate: Bool = false,
        isCampaign: Bool = false
    ) throws {
        let user = try row(of: notification.recipient)
        var exclusion = notification.exclusion
        if exclusion == nil, isLate, let place = keys.place {
            exclusion = try supersession(place, of: event, for: user)
        }
        if exclusion == nil, let dedupe = keys.dedupe { exclusion = try duplication(dedupe, of: event, for: user) }
        let standing: NotificationStanding = exclusion == nil ? .pending : .skipped
        try run(
            """
            INSERT INTO notification (id, event, user, priority, due_at, expires_at, devices, status, decisions, standing, place)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            notification.id,
            event,
            user,
            notification.priority,
            notification.dueAt,
            notification.expiresAt,
            notification.target.ids?.rowText,
            exclusion == nil ? NotificationState.scheduled : .routed,
            (exclusion.map { [$0] })?.rowText,
            isCampaign ? standing : nil,
            exclusion == nil ? keys.place : nil
        )
        if isCampaign { try tally(standing, of: event) }
    }
}

/// By what other events may take the place of a notification: hashes of its event's keys.
struct NotificationKeys {
    /// Of `dedupe`.
    var dedupe: Int64?
    /// Of `supersedes`.
    var place: Int64?
}

extension AcceptedEvent {
    fileprivate var key: Int64 { FowlerNollVo.column(externalID) }
}
