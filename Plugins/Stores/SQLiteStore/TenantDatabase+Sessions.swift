import CarillonModel
import CarillonPipeline
import GRDB

extension TenantDatabase: SessionStore {
    func start(_ session: SessionRecord) async throws(StoreFailure) -> SessionRecord {
        try await write { database in
            var session = session
            if let earlier = try database.session(session.id) {
                if earlier.user == session.user {
                    session.startedAt = earlier.startedAt
                } else {
                    try database.removeDevice(of: earlier, at: session.startedAt)
                }
            }
            try database.run(
                "INSERT OR REPLACE INTO session (id, user, allows_push, started_at) VALUES (?, ?, ?, ?)",
                session.id,
                try database.row(of: session.user),
                session.allowsPush,
                session.startedAt
            )
            return session
        }
    }

    func session(_ id: String) async throws(StoreFailure) -> SessionRecord? {
        try await read { database in try database.session(id) }
    }

    func end(session id: String, at now: Instant) async throws(StoreFailure) -> SessionRecord? {
        try await write { database in
            guard let session = try database.session(id) else { return nil }
            try database.removeDevice(of: session, at: now)
            try database.run("DELETE FROM session WHERE id = ?", id)
            return session
        }
    }
}

extension TenantDatabase: DeviceFindingStore {
    func device(deviceID: String, owner: UserID?) async throws(StoreFailure) -> DeviceRecord? {
        try await read { database in try database.device(deviceID: deviceID, owner: owner) }
    }

    func subscriptions(ofDevice id: String) async throws(StoreFailure) -> [Subscription] {
        try await read { database in
            let rows = try database.rows(Database.selectSubscription + "WHERE s.device = ?", id) {
                try SubscriberRow($0)
            }
            return rows.sorted { ($0.subscription.topic, $0.row) < ($1.subscription.topic, $1.row) }
                .map(\.subscription)
        }
    }
}

extension Database {
    fileprivate func session(_ id: String) throws -> SessionRecord? {
        try first(
            """
            SELECT s.id, u.id AS user, s.allows_push, s.started_at FROM session s JOIN user u ON u.row = s.user WHERE s.id = ?
            """,
            id
        ) { columns in
            try SessionRecord(
                id: columns["id"],
                user: columns["user"],
                allowsPush: columns["allows_push"],
                startedAt: columns["started_at"]
            )
        }
    }

    fileprivate func removeDevice(of session: SessionRecord, at now: Instant) throws {
        guard let device = try device(deviceID: session.id, owner: session.user) else { return }
        try removeDevice(device.id, .unregistered, at: now)
    }
}
