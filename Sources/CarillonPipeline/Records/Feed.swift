public import CarillonModel

/// A reader's query of their feed.
public struct FeedQuery: Sendable, Hashable {
    public enum Start: Sendable, Hashable {
        case offset(Int)
        /// After the item with this row, towards older ones.
        ///
        /// `isAhead`: it is one of those that the order puts ahead.
        case before(row: Int64, isAhead: Bool = false)
    }

    /// The order of the whole, which is divided into pages: some are put ahead, and of these and of the rest the newest
    /// come first.
    public enum Order: Sendable, Hashable {
        /// Nothing is put ahead.
        case time
        /// What is unread: for those who request all, and may not receive more than ``FeedQuery/limit``.
        case unread
        /// What is of high priority, and unread or read after `since`.
        ///
        /// So pages stay as they are while their reader marks what they show.
        case urgency(since: Instant)
    }

    public var limit: Int
    public var start: Start
    public var order: Order
    /// Empty: all.
    public var categories: [String]
    public var unreadOnly: Bool

    public init(
        limit: Int,
        start: Start = .offset(0),
        order: Order = .time,
        categories: [String] = [],
        unreadOnly: Bool = false
    ) {
        self.limit = limit
        self.start = start
        self.order = order
        self.categories = categories
        self.unreadOnly = unreadOnly
    }
}

extension FeedQuery.Order {
    /// Whether an item comes before what is newer, and isn't put ahead.
    public func putsAhead(_ priority: Priority, readAt: Instant?) -> Bool {
        switch self {
        case .time: false
        case .unread: readAt == nil
        case .urgency(let since): priority == .high && readAt.map { $0 > since } ?? true
        }
    }
}

public struct FeedPage: Sendable, Hashable {
    /// In the query's order.
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
    /// The ids that are the reader's own and exist, in the order requested.
    public var ids: [String]
    /// How many of them changed.
    public var updatedCount: Int
    public var unreadCount: Int
    /// Whose feed it is.
    public let reader: UserID

    public init(of reader: UserID, ids: [String] = [], updatedCount: Int = 0, unreadCount: Int = 0) {
        self.reader = reader
        self.ids = ids
        self.updatedCount = updatedCount
        self.unreadCount = unreadCount
    }
}
