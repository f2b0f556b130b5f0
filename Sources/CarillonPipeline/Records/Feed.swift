/// What a reader asks of their feed.
public struct FeedQuery: Sendable, Hashable {
    public enum Start: Sendable, Hashable {
        case offset(Int)
        /// After the item with this row, towards older ones.
        case before(row: Int64)
    }

    public var limit: Int
    public var start: Start
    /// Empty: all.
    public var categories: [String]
    public var unreadOnly: Bool

    public init(
        limit: Int,
        start: Start = .offset(0),
        categories: [String] = [],
        unreadOnly: Bool = false
    ) {
        self.limit = limit
        self.start = start
        self.categories = categories
        self.unreadOnly = unreadOnly
    }
}

public struct FeedPage: Sendable, Hashable {
    /// The newest first.
    public var items: [FeedItem]
    /// All that match the query's categories and `unreadOnly`.
    public var totalCount: Int
    /// All of the reader's, whatever the query.
    public var allCount: Int
    /// All unread of the reader, whatever the query.
    public var unreadCount: Int
    public var hasMore: Bool

    public init(items: [FeedItem], totalCount: Int, allCount: Int, unreadCount: Int, hasMore: Bool) {
        self.items = items
        self.totalCount = totalCount
        self.allCount = allCount
        self.unreadCount = unreadCount
        self.hasMore = hasMore
    }
}

/// What marking did.
public struct MarkResult: Sendable, Hashable {
    /// The ids that are the reader's own and exist, in the order asked.
    public var ids: [String]
    /// How many of them changed.
    public var updatedCount: Int
    public var unreadCount: Int

    public init(ids: [String], updatedCount: Int, unreadCount: Int) {
        self.ids = ids
        self.updatedCount = updatedCount
        self.unreadCount = unreadCount
    }
}
