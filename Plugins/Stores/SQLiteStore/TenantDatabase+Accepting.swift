import CarillonModel
import CarillonPipeline
import GRDB

extension TenantDatabase: AcceptingStore {
    func accept(_ event: AcceptedEvent) async throws(StoreFailure) -> Acceptance {
        try await write { database in
            guard let row = try database.insertEvent(event) else { return try database.earlier(event) }
            for (user, facts) in event.facts.sorted(by: { $0.key < $1.key }) {
                try database.put(facts, of: try database.row(of: user))
            }
            for notification in event.notifications { try database.insert(notification, of: row) }
            return .accepted
        }
    }
}

extension Database {
    /// Nil when there is one with this key.
    fileprivate func insertEvent(_ event: AcceptedEvent) throws -> Int64? {
        try run(
            """
            INSERT INTO event (id, source, external_id, type, payload, fingerprint, revision, accepted_at, topic)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (external_id, source) DO NOTHING
            """,
            [
                event.id, event.source, event.externalID, event.type.rawValue, event.payload, event.fingerprint,
                event.revision, event.acceptedAt.epochMilliseconds, event.topic?.rawValue,
            ]
        )
        return changesCount == 0 ? nil : lastInsertedRowID
    }

    fileprivate func earlier(_ event: AcceptedEvent) throws -> Acceptance {
        let found = try first(
            "SELECT row, id, fingerprint FROM event WHERE external_id = ? AND source = ?",
            [event.externalID, event.source]
        ) { (row: $0[0] as Int64, id: $0[1] as String, fingerprint: $0[2] as String) }
        guard let found else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        guard found.fingerprint == event.fingerprint else { return .conflict(event: found.id) }
        let notifications = try rows("SELECT id FROM notification WHERE event = ? ORDER BY row", [found.row]) {
            $0[0] as String
        }
        return .duplicate(event: found.id, notifications: notifications)
    }

    fileprivate func insert(_ notification: PlannedNotification, of event: Int64) throws {
        try run(
            "INSERT INTO notification (id, event, user, priority, due_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
            [
                notification.id, event, try row(of: notification.recipient), notification.priority.number,
                notification.dueAt.epochMilliseconds, notification.expiresAt?.epochMilliseconds,
            ]
        )
    }
}
