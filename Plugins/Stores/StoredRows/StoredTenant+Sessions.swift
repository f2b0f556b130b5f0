public import CarillonModel
public import CarillonPipeline

/// The port's `SessionStore`.
extension StoredTenant {
    public func start(_ session: SessionRecord) async throws(StoreFailure) -> SessionRecord {
        try await write { database in
            var session = session
            let earlier = try database.session(session.id)
            if let earlier {
                if earlier.user == session.user {
                    session.startedAt = earlier.startedAt
                } else {
                    try database.removeDevice(of: earlier, at: session.startedAt)
                }
            }
            try database.run(
                earlier == nil
                    ? "INSERT INTO session (user, allows_push, started_at, id) VALUES (?, ?, ?, ?)"
                    : "UPDATE session SET user = ?, allows_push = ?, started_at = ? WHERE id = ?",
                try database.row(of: session.user),
                session.allowsPush,
                session.startedAt,
                session.id
            )
            return session
        }
    }

    public func session(_ id: String) async throws(StoreFailure) -> SessionRecord? {
        try await read { database in try database.session(id) }
    }

    public func end(session id: String, at now: Instant) async throws(StoreFailure) -> SessionRecord? {
        try await write { database in
            guard let session = try database.session(id) else { return nil }
            try database.removeDevice(of: session, at: now)
            try database.run("DELETE FROM session WHERE id = ?", id)
            return session
        }
    }
}

/// The port's `DeviceFindingStore`.
extension StoredTenant {
    public func device(deviceID: String, owner: UserID?) async throws(StoreFailure) -> DeviceRecord? {
        try await read { database in try database.device(deviceID: deviceID, owner: owner) }
    }

    public func subscriptions(ofDevice id: String) async throws(StoreFailure) -> [Subscription] {
        try await read { database in
            let rows = try database.rows(SubscriberRow.select + "WHERE s.device = ?", id) {
                try SubscriberRow($0)
            }
            return rows.sorted { ($0.subscription.topic, $0.row) < ($1.subscription.topic, $1.row) }
                .map(\.subscription)
        }
    }
}

extension StoreConnection {
    fileprivate func session(_ id: String) throws -> SessionRecord? {
        try first(
            """
            SELECT s.id, u.id AS owner, s.allows_push, s.started_at FROM session s JOIN user u ON u.row = s.user WHERE s.id = ?
            """,
            id
        ) { columns in
            try SessionRecord(
                id: columns["id"],
                user: columns["owner"],
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
