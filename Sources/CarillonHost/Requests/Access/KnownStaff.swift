import CarillonModel
import CarillonPipeline
import Synchronization

/// What a host remembers of a tenant's studio for a moment: a page asks several times a second.
///
/// A session that is ended at this host is forgotten with that; one that is ended at another host is asked for again within
/// ``lifetime``. A lock, because any request reads it.
final class KnownStaff: Sendable {
    /// How long a session isn't asked for again.
    static let lifetime: Duration = .seconds(1)
    /// How many sessions are remembered.
    private static let most = 1000

    private struct State {
        /// Never changes.
        var key: [UInt8]?
        var sessions: [String: (session: StaffSessionRecord, readAt: Instant)] = [:]
        /// Counts what was forgotten: what was read before that isn't remembered after it.
        var changes = 0
    }

    private let state = Mutex(State())

    func key(reading: () async throws(StoreFailure) -> [UInt8]) async throws(StoreFailure) -> [UInt8] {
        if let key = state.withLock({ $0.key }) { return key }
        let key = try await reading()
        state.withLock { $0.key = key }
        return key
    }

    func session(
        _ id: String,
        at now: Instant,
        reading: () async throws(StoreFailure) -> StaffSessionRecord?
    ) async throws(StoreFailure) -> StaffSessionRecord? {
        let (known, changes) = state.withLock { ($0.sessions[id], $0.changes) }
        if let known, known.readAt <= now, known.readAt.duration(to: now) < Self.lifetime { return known.session }
        guard let session = try await reading() else {
            forget(id)
            return nil
        }
        state.withLock { state in
            guard state.changes == changes else { return }
            if state.sessions.count >= Self.most { state.sessions = [:] }
            state.sessions[id] = (session, now)
        }
        return session
    }

    /// Has a session asked for again: it was prolonged, or ended.
    func forget(_ id: String) {
        state.withLock { state in
            state.changes += 1
            state.sessions[id] = nil
        }
    }
}
