import CarillonModel
import CarillonPipeline
import StoredRows

extension TenantRows: AcceptingStore {
    func accept(_ event: AcceptedEvent) async throws(StoreFailure) -> Acceptance {
        try await write(Accepting(event: event))
    }

    func hasAccepted(_ externalID: String, from source: String) async throws(StoreFailure) -> Bool {
        try await read { database in try database.knows(externalID, from: source) }
    }
}

/// An event, accepted together with others.
struct Accepting: CommonWrite {
    let event: AcceptedEvent

    private struct Key: Hashable {
        let externalID: String
        let source: String
    }

    private var key: Key { Key(externalID: event.externalID, source: event.source) }

    static func run(_ all: [Self], on database: Database) throws -> [Acceptance] {
        try database.requireNotWithheld()
        var seen: Set<Key> = []
        let plain = all.indices.filter { all[$0].event.isPlain && seen.insert(all[$0].key).inserted }
        let accepted = try database.acceptPlain(plain.map { all[$0].event })
        let known = Dictionary(zip(plain, accepted)) { first, _ in first }
        return try all.indices.map { index in try known[index] ?? database.accept(all[index].event) }
    }
}

extension Database {
    /// - Parameter events: each ``AcceptedEvent/isPlain``, with keys that differ.
    fileprivate func acceptPlain(_ events: [AcceptedEvent]) throws -> [Acceptance] {
        let rows = try insert(events)
        try insert(
            zip(events, rows).flatMap { event, row in
                row.map { row in event.notifications.map { NewNotification($0, of: row) } } ?? []
            }
        )
        return try zip(events, rows).map { event, row in try row == nil ? earlier(event) : .accepted }
    }

    fileprivate func accept(_ event: AcceptedEvent) throws -> Acceptance {
        guard let row = try insert([event])[0] else { return try earlier(event) }
        if let plan = event.campaign { try insert(plan, of: event, row: row) }
        for (user, facts) in event.facts.sorted(by: { $0.key < $1.key }) {
            try putOverDevices(facts, of: try self.row(of: user))
        }
        if let key = event.supersedes {
            try supersede(key, for: event.recipients, by: row, id: event.id, at: event.acceptedAt)
        }
        let keys = NotificationKeys(
            dedupe: event.dedupe.map(FowlerNollVo.column),
            place: event.supersedes.map(FowlerNollVo.column)
        )
        try insert(event.notifications, of: row, keys)
        return .accepted
    }

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

    /// - Parameter events: with keys that differ.
    /// - Returns: the row of each; nil where there is one with this key.
    private func insert(_ events: [AcceptedEvent]) throws -> [Int64?] {
        guard !events.isEmpty else { return [] }
        let made = try rows(
            Self.insertEvents,
            events.map(\.id),
            events.map(\.source),
            events.map(\.externalID),
            events.map(\.type),
            events.map { StoredPayload.text($0.payload, $0.overrides) },
            events.map(\.contentHash),
            events.map(\.revision),
            events.map(\.acceptedAt),
            events.map { $0.topic?.rawValue },
            events.map { $0.times.isEmpty ? nil : 0 as Int64 },
            events.map { $0.times.isEmpty ? nil : $0.times.rowText },
            events.map { $0.audience?.rawValue },
            events.map(\.collapse),
            events.map { $0.dedupe.map(FowlerNollVo.column) },
            events.map(\.supersedes),
            events.map { $0.decisions.isEmpty ? nil : $0.decisions.rowText }
        ) { (row: try $0["row"] as Int64, place: try $0["place"] as Int) }
        var rows = [Int64?](repeating: nil, count: events.count)
        for event in made { rows[event.place - 1] = event.row }
        return rows
    }

    private static let insertEvents = """
        WITH wanted AS MATERIALIZED (
            SELECT w.*, \(Schema.key(of: "w.external_id")) AS key
            FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) WITH ORDINALITY
                w (id, source, external_id, type, payload, content_hash, revision, accepted_at, topic, cursor, times, audience,
                    collapse, dedupe, supersedes, decisions, place)
        ), fresh AS MATERIALIZED (
            SELECT next_row() AS row, n.* FROM (
                SELECT w.* FROM wanted w
                WHERE (SELECT k.event FROM event_key k WHERE k.key = w.key AND k.source = w.source) IS NULL ORDER BY w.place
            ) n
        ), made AS (
            INSERT INTO event (row, id, source, external_id, type, payload, content_hash, revision, accepted_at, topic,
                cursor, times, audience, collapse, dedupe, supersedes, decisions)
            SELECT row, id, source, external_id, type, payload, content_hash, revision, accepted_at, topic,
                cursor, times, audience, collapse, dedupe, supersedes, decisions FROM fresh
        ), noted AS (
            INSERT INTO event_key (key, source, event) SELECT key, source, row FROM fresh
        )
        SELECT row, place FROM fresh
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
        try insert(
            notifications.indices.map { index in
                var new = NewNotification(notifications[index], of: event)
                new.exclusion = exclusions[index]
                if isCampaign { new.standing = exclusions[index] == nil ? .pending : .skipped }
                new.place = exclusions[index] == nil ? keys.place : nil
                return new
            },
            for: recipients
        )
        guard isCampaign else { return }
        let pending = exclusions.count { $0 == nil }
        try tally(.pending, by: pending, of: event)
        try tally(.skipped, by: exclusions.count - pending, of: event)
    }

    private func insert(_ notifications: [NewNotification]) throws {
        guard !notifications.isEmpty else { return }
        let users = try rows(of: notifications.map(\.plan.recipient))
        try insert(notifications, for: notifications.map { users[$0.plan.recipient] ?? 0 })
    }

    private func insert(_ notifications: [NewNotification], for users: [Int64]) throws {
        try run(
            """
            INSERT INTO notification (id, event, usr, priority, due_at, expires_at, devices, status, decisions, standing, place)
            SELECT i.id, i.event, i.usr, i.priority, i.due_at, i.expires_at, i.devices, i.status, i.decisions, i.standing, i.place
            FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) WITH ORDINALITY
                i (id, event, usr, priority, due_at, expires_at, devices, status, decisions, standing, place, position)
            ORDER BY i.position
            """,
            notifications.map(\.plan.id),
            notifications.map(\.event),
            users,
            notifications.map(\.plan.priority),
            notifications.map(\.plan.dueAt),
            notifications.map(\.plan.expiresAt),
            notifications.map { $0.plan.target.ids?.rowText },
            notifications.map { $0.exclusion == nil ? NotificationState.scheduled : .routed },
            notifications.map { notification in (notification.exclusion.map { [$0] })?.rowText },
            notifications.map(\.standing),
            notifications.map(\.place)
        )
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

/// A notification that isn't there yet.
private struct NewNotification {
    let plan: PlannedNotification
    /// The row.
    let event: Int64
    /// Why it doesn't go out, where that is known.
    var exclusion: Decision?
    /// Where it is a campaign's.
    var standing: NotificationStanding?
    /// While another event may take the place of its event.
    var place: Int64?

    init(_ plan: PlannedNotification, of event: Int64) {
        self.plan = plan
        self.event = event
    }
}

/// By what other events may take the place of a notification: hashes of its event's keys.
struct NotificationKeys {
    /// Of `dedupe`.
    var dedupe: Int64?
    /// Of `supersedes`.
    var place: Int64?
}
