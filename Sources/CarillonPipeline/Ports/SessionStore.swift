public import CarillonModel

/// Log-ins, as the tenant's backend reports them.
public protocol SessionStore: Sendable {
    /// Starts a session, or replaces the one with this id; the same user's keeps its time.
    ///
    /// A device that belonged to the session of another user is taken away.
    func start(_ session: SessionRecord) async throws(StoreFailure) -> SessionRecord
    func session(_ id: String) async throws(StoreFailure) -> SessionRecord?
    /// Ends a session: its device is removed at once, and what is pending for that is cancelled.
    ///
    /// - Returns: the session as it was, nil when there is none.
    func end(session id: String, at now: Instant) async throws(StoreFailure) -> SessionRecord?
}
