public import CarillonModel

public protocol FeedStore: Sendable {
    /// Makes notifications visible to their readers with these texts; again with the same texts is a no-op.
    ///
    /// With its delivery, an entry is delivered in the same commit. One whose delivery has ended is passed over: it was
    /// superseded, or cancelled, since it was leased.
    /// - Returns: the readers who follow their feeds and have something new there: whom to wake.
    @discardableResult
    func putInFeed(_ entries: [FeedEntry], at now: Instant) async throws(StoreFailure) -> Set<UserID>

    func feed(of reader: UserID, _ query: FeedQuery) async throws(StoreFailure) -> FeedPage

    /// The reader's own of these, in the order named; ids of others, and unknown ones, are passed over.
    func items(_ ids: [String], of reader: UserID) async throws(StoreFailure) -> [FeedItem]

    /// Marks the reader's own notifications; ids of others, and unknown ones, are passed over.
    func mark(_ ids: [String], of reader: UserID, read: Bool, at now: Instant) async throws(StoreFailure) -> MarkResult

    /// The ids of a reader's own notifications in a group, the oldest first, at most ``CollectedGroup/limit``.
    ///
    /// - Parameter read: only those that are read already, or only those that aren't.
    func ids(in group: CollectedGroup, of reader: UserID, read: Bool) async throws(StoreFailure) -> [String]
}
