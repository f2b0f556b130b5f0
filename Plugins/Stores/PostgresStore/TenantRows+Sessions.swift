import CarillonModel
import CarillonPipeline

extension TenantRows: SessionStore {
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
                """
                INSERT INTO session (id, usr, allows_push, started_at) VALUES ($1, $2, $3, $4)
                ON CONFLICT (tenant, id) DO UPDATE
                    SET usr = excluded.usr, allows_push = excluded.allows_push, started_at = excluded.started_at
                """,
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
            try database.run("DELETE FROM session WHERE id = $1", id)
            return session
        }
    }
}

extension TenantRows: DeviceFindingStore {
    func device(deviceID: String, owner: UserID?) async throws(StoreFailure) -> DeviceRecord? {
        try await read { database in try database.device(deviceID: deviceID, owner: owner) }
    }

    func subscriptions(ofDevice id: String) async throws(StoreFailure) -> [Subscription] {
        try await read { database in
            let rows = try database.rows(Database.selectSubscription + "WHERE s.device = $1", id) {
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
            SELECT s.id, u.id AS usr, s.allows_push, s.started_at FROM session s JOIN usr u ON u.row = s.usr WHERE s.id = $1
            """,
            id
        ) { columns in
            try SessionRecord(
                id: columns["id"],
                user: columns["usr"],
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
