public import CarillonModel

/// Ends what was kept long enough, or must not be kept.
public protocol ForgettingStore: Sendable {
    /// Removes up to `limit` events accepted before `cutoff` of which nothing waits any more, with all that came of them.
    ///
    /// - Returns: how many; fewer than `limit` when nothing is left to remove.
    func sweep(in home: LaneLease, acceptedBefore cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int
    /// Removes all there is about a user, and events that went to nobody else.
    ///
    /// - Returns: whether there was anything.
    func erase(_ user: UserID) async throws(StoreFailure) -> Bool
}
