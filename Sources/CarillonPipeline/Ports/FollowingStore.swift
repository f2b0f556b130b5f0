public import CarillonModel

/// Keeps, for readers who follow their feed, what changed in it and in which order.
///
/// Positions rise with every change, through restarts as well: whoever keeps their position misses nothing. For readers
/// who never followed nothing is kept.
public protocol FollowingStore: Sendable {
    /// Begins to keep the reader's changes; again changes nothing.
    ///
    /// - Returns: their present position.
    func follow(_ reader: UserID) async throws(StoreFailure) -> FeedPosition

    /// Up to `limit` changes after `position`, in the order they were committed.
    ///
    /// - Returns: nil where they can't be listed from there: they were removed, or the position isn't one of this reader's.
    func changes(
        of reader: UserID,
        after position: Int64,
        limit: Int
    ) async throws(StoreFailure) -> FeedChanges?

    /// Forgets up to `limit` changes that came before `cutoff`.
    ///
    /// - Returns: how many; fewer than `limit` when nothing is left to forget.
    func forgetChanges(in home: LaneLease, before cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int
}

/// The position of a reader's changes.
public struct FeedPosition: Sendable, Hashable {
    public var position: Int64
    public var unreadCount: Int

    public init(position: Int64, unreadCount: Int) {
        self.position = position
        self.unreadCount = unreadCount
    }
}

/// Some of a reader's changes, all from one moment.
public struct FeedChanges: Sendable, Hashable {
    public var changes: [FeedChange]
    /// Where to go on; past the last of `changes` where what changed is gone already.
    public var position: Int64
    public var unreadCount: Int
    public var hasMore: Bool

    public init(changes: [FeedChange], position: Int64, unreadCount: Int, hasMore: Bool) {
        self.changes = changes
        self.position = position
        self.unreadCount = unreadCount
        self.hasMore = hasMore
    }
}

public struct FeedChange: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// Came into the feed; as it is now, not as it was then.
        case shown(FeedItem)
        /// Marked as read then, or as unread where the time is nil. Only those that changed.
        case marked([String], readAt: Instant?)
    }

    public var position: Int64
    public var kind: Kind

    public init(position: Int64, kind: Kind) {
        self.position = position
        self.kind = kind
    }
}
