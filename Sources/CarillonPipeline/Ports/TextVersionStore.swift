public import CarillonModel

/// The words of a tenant's texts that are live beside its files; durable once they are published.
public protocol TextVersionStore: Sendable {
    /// Adds the version that follows the newest one, and keeps the proposal that it came from, and what was done, in one commit.
    ///
    /// - Parameters:
    ///   - texts: all texts of the version, as whoever publishes them writes them.
    ///   - proposal: with the version that follows the one that is kept, as ``ProposalStore/keep(_:)`` demands.
    /// - Returns: false where somebody else published this number before, or kept that proposal; then nothing changes.
    func publish(
        _ version: TextVersion,
        texts: JSONValue,
        of proposal: ProposalRecord?,
        noting act: StaffAct
    ) async throws(StoreFailure) -> Bool
    /// The newest first.
    func textVersions(limit: Int) async throws(StoreFailure) -> [TextVersion]
    func textVersion(_ number: Int) async throws(StoreFailure) -> TextVersion?
    /// The texts of a version, as they were published; nil where there is no such version.
    func texts(ofVersion number: Int) async throws(StoreFailure) -> JSONValue?
}
