public protocol TracingStore: Sendable {
    /// By the host's id, or by the sender's where that is unique.
    func trace(event id: String, _ page: TracePage) async throws(StoreFailure) -> EventTrace?
}

extension TracingStore {
    /// The first page.
    public func trace(event id: String) async throws(StoreFailure) -> EventTrace? {
        try await trace(event: id, TracePage())
    }
}
