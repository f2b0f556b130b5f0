public import CarillonModel
public import CarillonPluginKit

public struct FeedItem: Sendable, Hashable {
    public var row: Int64
    /// The notification's.
    public var id: String
    public var event: EventTypeID
    public var recipient: UserID
    public var priority: Priority
    /// What readers can filter by.
    public var category: String?
    public var content: FeedContent
    public var createdAt: Instant
    public var readAt: Instant?

    public init(
        row: Int64,
        id: String,
        event: EventTypeID,
        recipient: UserID,
        priority: Priority,
        category: String?,
        content: FeedContent,
        createdAt: Instant,
        readAt: Instant?
    ) {
        self.row = row
        self.id = id
        self.event = event
        self.recipient = recipient
        self.priority = priority
        self.category = category
        self.content = content
        self.createdAt = createdAt
        self.readAt = readAt
    }
}

/// What is put in a feed.
public struct FeedEntry: Sendable, Hashable {
    public var notification: String
    public var content: FeedContent
    /// What readers can filter by.
    public var category: String?
    /// The row of the delivery that puts it there, which has arrived with that; nil where there is none.
    public var delivery: Int64?

    public init(_ notification: String, _ content: FeedContent, category: String? = nil, delivery: Int64? = nil) {
        self.notification = notification
        self.content = content
        self.category = category
        self.delivery = delivery
    }
}

/// What a feed item shows, as it was made for its reader when it was put there: reading a feed makes nothing anew but times
/// of day (``deferred``).
public struct FeedContent: Sendable, Hashable {
    /// BCP 47, the language its reader had then.
    public var locale: String
    /// By language, then by slot: `{"en": {"title": "Hello"}, "nb": {"title": "Hei"}}`.
    public var texts: JSONObject
    /// By language, then by slot: those of the texts that change with the day they are read on, such as “today at
    /// 14:32”.
    public var deferred: [String: [String: DeferredText]]
    public var link: MessageLink?
    public var imageURL: String?
    /// The event's open data.
    public var data: JSONObject

    public init(
        locale: String,
        texts: JSONObject,
        deferred: [String: [String: DeferredText]] = [:],
        link: MessageLink? = nil,
        imageURL: String? = nil,
        data: JSONObject = JSONObject()
    ) {
        self.locale = locale
        self.texts = texts
        self.deferred = deferred
        self.link = link
        self.imageURL = imageURL
        self.data = data
    }

    /// What a feed shows of a message to its reader.
    public init(_ message: OutgoingMessage) {
        self.init(
            locale: message.locale,
            texts: JSONObject(message.translations.map { .init($0.locale, .object(JSONObject(texts: $0.slots))) }),
            deferred: Dictionary(
                message.translations.filter { !$0.deferred.isEmpty }.map { ($0.locale, $0.deferred) },
                uniquingKeysWith: { first, _ in first }
            ),
            link: message.link,
            imageURL: message.imageURL,
            data: message.data
        )
    }

    /// The texts in the reader's own language, by slot.
    public var slots: JSONObject { texts[locale]?.object ?? JSONObject() }
}
