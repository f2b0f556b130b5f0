import CarillonModel
import CarillonPipeline

extension InMemoryTenantStore: SessionStore {
    func start(_ session: SessionRecord) async throws(StoreFailure) -> SessionRecord {
        try with { state in
            var session = session
            if let earlier = state.sessions[session.id.exact] {
                if earlier.user == session.user {
                    session.startedAt = earlier.startedAt
                } else {
                    state.removeDevice(of: earlier, at: session.startedAt)
                }
            }
            state.sessions[session.id.exact] = session
            return session
        }
    }

    func session(_ id: String) async throws(StoreFailure) -> SessionRecord? {
        try with { $0.sessions[id.exact] }
    }

    func end(session id: String, at now: Instant) async throws(StoreFailure) -> SessionRecord? {
        try with { state in
            guard let session = state.sessions.removeValue(forKey: id.exact) else { return nil }
            state.removeDevice(of: session, at: now)
            return session
        }
    }
}

extension InMemoryTenantStore: DeviceFindingStore {
    func device(deviceID: String, owner: UserID?) async throws(StoreFailure) -> DeviceRecord? {
        try with { $0.device(deviceID: deviceID, owner: owner) }
    }

    func subscriptions(ofDevice id: String) async throws(StoreFailure) -> [Subscription] {
        try with { state in
            let rows = state.subscriptions.filter { $0.value.subscriber.device == id }
            return rows.sorted { ($0.value.topic, $0.key) < ($1.value.topic, $1.key) }.map(\.value)
        }
    }
}

extension InMemoryState {
    fileprivate func device(deviceID: String, owner: UserID?) -> DeviceRecord? {
        devices.values.first { $0.deviceID?.exact == deviceID.exact && $0.owner == owner }
    }

    fileprivate mutating func removeDevice(of session: SessionRecord, at now: Instant) {
        _ = unregister(deviceID: session.id, owner: session.user, at: now)
    }
}
