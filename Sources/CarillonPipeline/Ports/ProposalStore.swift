/// What a tenant's staff propose for its texts; durable once it is kept.
public protocol ProposalStore: Sendable {
    /// Keeps a proposal as it is now: a new one with version 1, a known one with the version that follows.
    ///
    /// - Returns: false where somebody else kept this version before, or there is none that it follows; then nothing changes.
    func keep(_ proposal: ProposalRecord) async throws(StoreFailure) -> Bool
    func proposal(_ id: String) async throws(StoreFailure) -> ProposalRecord?
    /// Those that were changed last, the latest first.
    func proposals(limit: Int) async throws(StoreFailure) -> [ProposalRecord]
}
