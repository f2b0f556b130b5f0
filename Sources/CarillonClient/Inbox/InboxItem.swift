public import CarillonModel

/// A notification of the feed.
public struct InboxItem: Sendable, Hashable {
    public let id: String
    /// When it came, RFC 3339 in UTC; items are in its order.
    public let createdAt: String
    public let isRead: Bool
    /// All that the host says of it: texts, link, category.
    public let content: JSONValue
    /// The same as ``createdAt``, in milliseconds since 1970: read once, because lists are put in its order again and again.
    public let time: Int64

    /// From an item of `GET …/notifications` or of the stream; nil without id or time.
    public init?(_ json: JSONValue) {
        guard let id = json["id"]?.string, !id.isEmpty, let createdAt = json["createdAt"]?.string,
            let instant = Instant(createdAt)
        else { return nil }
        self.id = id
        self.createdAt = createdAt
        isRead = json["isRead"]?.boolean ?? false
        content = json
        time = instant.epochMilliseconds
    }

    /// An item of your own making: for previews and tests, and for lists that aren't the host's.
    ///
    /// - Parameters:
    ///   - id: the notification's; never empty.
    ///   - at: when it came, in milliseconds since 1970.
    ///   - content: an object of what else the host would say of it, such as `["content": ["title": "Order shipped"]]`; it
    ///     gets `id`, `createdAt` and `isRead`.
    public init(id: String, at: Int64, isRead: Bool = false, content: JSONValue = [:]) {
        var object = content.object ?? JSONObject()
        self.id = id
        createdAt = Instant(epochMilliseconds: at).rfc3339
        self.isRead = isRead
        time = at
        object["id"] = .string(id)
        object["createdAt"] = .string(createdAt)
        object["isRead"] = .boolean(isRead)
        self.content = .object(object)
    }

    private init(_ other: InboxItem, isRead: Bool, content: JSONValue) {
        (id, createdAt, time) = (other.id, other.createdAt, other.time)
        self.isRead = isRead
        self.content = content
    }

    /// The same, read or unread.
    func with(isRead: Bool) -> InboxItem {
        guard isRead != self.isRead, var object = content.object else { return self }
        object["isRead"] = .boolean(isRead)
        return InboxItem(self, isRead: isRead, content: .object(object))
    }

    /// Whether it stands before another: the newest first, and by id where they came at once.
    func precedes(_ other: InboxItem) -> Bool {
        time == other.time ? id.exact > other.id.exact : time > other.time
    }
}

extension InboxItem: CustomReflectable {
    /// Without what it says, which is the reader's alone.
    public var customMirror: Mirror {
        Mirror(self, children: ["id": id, "createdAt": createdAt, "isRead": isRead], displayStyle: .struct)
    }
}

/// What somebody marked and the server hasn't confirmed.
public struct PendingMark: Sendable, Hashable {
    public var ids: [String]
    public let isRead: Bool

    /// - Parameters:
    ///   - ids: the notifications'.
    ///   - isRead: what they are marked as.
    public init(ids: [String], isRead: Bool) {
        self.ids = ids
        self.isRead = isRead
    }
}

/// What the stream said, read from an event of ``EventStreamReader``.
public enum FeedEvent: Sendable, Hashable {
    case notification(InboxItem)
    case read(ids: [String], isRead: Bool)
    case badge(unreadCount: Int)
    /// What came since the last id isn't known any more: the feed is to be fetched.
    case reset
    /// The stream ends, for one of the reasons that the host documents, such as `token-expired`.
    case end(String)

    /// Nil for an event of another name, or one whose data aren't what they should be.
    public init?(name: String, data: JSONValue) {
        switch name {
        case "notification":
            guard let item = InboxItem(data) else { return nil }
            self = .notification(item)
        case "read":
            guard let ids = data["ids"]?.array?.compactMap(\.string), let isRead = data["isRead"]?.boolean else {
                return nil
            }
            self = .read(ids: ids, isRead: isRead)
        case "badge":
            guard let count = data["unreadCount"]?.integer, (0...Int64(Int32.max)).contains(count) else { return nil }
            self = .badge(unreadCount: Int(count))
        case "reset": self = .reset
        case "end": self = .end(data["reason"]?.string ?? "")
        default: return nil
        }
    }
}
