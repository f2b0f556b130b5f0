public import CarillonModel

/// What an inbox keeps over a restart: one file a user, replaced as a whole.
///
/// A file that is broken, of another version or of another user counts as none: the feed is fetched anew.
public struct InboxCache: Sendable, Hashable {
    /// What a file says of its form; one that says anything else is none.
    public static let version: Int64 = 1

    public let user: String
    public let items: [InboxItem]
    public let unreadCount: Int
    public let cursor: String?
    public let lastEventID: String?
    public let pending: [PendingMark]
    /// Ids that are marked as read once their notifications are there.
    public let awaited: [String]

    /// Nil where nobody is signed in.
    public init?(_ state: InboxReducer.State) {
        guard let user = state.user else { return nil }
        self.user = user
        items = state.items
        unreadCount = state.unreadCount
        cursor = state.cursor
        // Who goes on after an id without having the feed would never see what is in it.
        lastEventID = state.needsPage ? nil : state.lastEventID
        pending = state.pending
        awaited = state.awaited
    }

    /// - Parameter bytes: what ``utf8`` wrote.
    public init?(_ bytes: some Sequence<UInt8>) {
        guard let json = try? JSONValue(parsing: bytes), json["version"]?.integer == Self.version,
            let user = json["user"]?.string, let items = json["items"]?.array
        else { return nil }
        self.user = user
        self.items = InboxReducer.merged([], into: items.compactMap(InboxItem.init))
        unreadCount = InboxReducer.counted(json["unreadCount"]?.count ?? 0)
        cursor = json["cursor"]?.string
        lastEventID = json["lastEventID"]?.string
        pending = (json["pending"]?.array ?? []).compactMap { mark in
            guard let ids = mark["ids"]?.array?.compactMap(\.string), !ids.isEmpty, let isRead = mark["isRead"]?.boolean
            else { return nil }
            return PendingMark(ids: ids, isRead: isRead)
        }
        awaited = Array((json["awaited"]?.texts ?? []).suffix(InboxReducer.chunk))
    }

    /// What the file holds: `{"version", "user", "items", "unreadCount", "cursor", "lastEventID", "pending", "awaited"}`.
    public var json: JSONValue {
        [
            "version": JSONValue(Self.version),
            "user": .string(user),
            "items": .array(items.map(\.content)),
            "unreadCount": JSONValue(unreadCount),
            "cursor": cursor.map(JSONValue.string) ?? .null,
            "lastEventID": lastEventID.map(JSONValue.string) ?? .null,
            "pending": .array(
                pending.map { ["ids": .array($0.ids.map(JSONValue.string)), "isRead": .boolean($0.isRead)] }
            ),
            "awaited": JSONValue(awaited),
        ]
    }

    public var utf8: [UInt8] { json.utf8 }
}
