public import CarillonModel

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
    public var order: Order

    public enum Order: String, Sendable, Hashable, CaseIterable {
        /// The newest first.
        case time
        /// Those of high priority first, then the others, the newest of each first. Pages by offset only.
        case priority
    }

    public init(
        limit: Int,
        start: Start = .offset(0),
        categories: [String] = [],
        unreadOnly: Bool = false,
        order: Order = .time
    ) {
        self.limit = limit
        self.start = start
        self.categories = categories
        self.unreadOnly = unreadOnly
        self.order = order
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

public struct FeedItem: Sendable, Hashable {
    public var row: Int64
    public var id: String
    public var event: EventRecord
    public var recipient: UserID
    public var priority: Priority
    public var words: FeedWords
    public var createdAt: Instant
    public var readAt: Instant?

    public init(
        row: Int64,
        id: String,
        event: EventRecord,
        recipient: UserID,
        priority: Priority,
        words: FeedWords,
        createdAt: Instant,
        readAt: Instant?
    ) {
        self.row = row
        self.id = id
        self.event = event
        self.recipient = recipient
        self.priority = priority
        self.words = words
        self.createdAt = createdAt
        self.readAt = readAt
    }
}

/// What is put in a feed.
public struct FeedEntry: Sendable, Hashable {
    public var notification: String
    public var words: FeedWords
    /// What readers can filter by.
    public var category: String?
    /// The row of the delivery that puts it there, which has arrived with that; nil where there is none.
    public var delivery: Int64?

    public init(_ notification: String, _ words: FeedWords, category: String? = nil, delivery: Int64? = nil) {
        self.notification = notification
        self.words = words
        self.category = category
        self.delivery = delivery
    }
}

/// The words of a feed item, as rendered for its reader.
public struct FeedWords: Sendable, Hashable {
    public var locale: String
    public var slots: [String: String]

    public init(locale: String, slots: [String: String]) {
        self.locale = locale
        self.slots = slots
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
