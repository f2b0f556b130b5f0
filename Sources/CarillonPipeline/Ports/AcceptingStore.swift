public protocol AcceptingStore: Sendable {
    /// Stores the event, its notifications and its users' attributes, in one commit that is on disk on return.
    ///
    /// `(source, externalID)` is unique: a second event with the same key changes nothing.
    func accept(_ event: AcceptedEvent) async throws(StoreFailure) -> Acceptance

    /// Whether there is an event with this key already, whatever its content.
    func hasAccepted(_ externalID: String, from source: String) async throws(StoreFailure) -> Bool
}
