import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// What items of a feed show beside what is stored of them; made ready once when a profile is loaded.
struct FeedItemStyles: Sendable {
    fileprivate let categories: CategoryStyles
    /// What event types are called outside, where that isn't their id.
    fileprivate let aliases: [EventTypeID: String]

    init(_ profile: TenantProfile) {
        categories = CategoryStyles(profile)
        aliases = Dictionary(
            profile.events.compactMap { event in event.alias.map { (event.id, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

/// Feed items as JSON.
struct FeedItems: Sendable {
    let styles: FeedItemStyles
    /// When they are read.
    let now: Instant
    let timeZones: any TimeZoneDatabase
    /// What the inbox gets in addition; nil for all other clients.
    private let inbox: InboxItems?

    init(_ styles: FeedItemStyles, _ inbox: InboxItems?, at host: HostContext) {
        self.styles = styles
        self.inbox = inbox
        now = host.clock.now
        timeZones = host.timeZones
    }

    /// The item as its reader sees it: with the content that was stored when it was put in the feed, the current style
    /// of its category, and times relative to today.
    func json(of item: FeedItem) -> JSONObject {
        let content = item.content
        let texts = content.texts(at: now, timeZones)
        var members: [JSONObject.Member] = []
        members.reserveCapacity(24)
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(.init(name, value)) }
        }
        add("id", .string(item.id))
        add("userId", .string(item.recipient.rawValue))
        add("type", .string(item.event.rawValue))
        add("alias", .string(styles.aliases[item.event] ?? item.event.rawValue))
        add("category", item.category.map { .string($0) })
        add("priority", .string(item.priority.rawValue))
        for member in texts[content.locale]?.object?.members ?? [] where !Self.names.contains(member.name) {
            members.append(member)
        }
        add("locale", .string(content.locale))
        add("content", .object(texts))
        add("deepLink", content.link.map { .object(JSONObject($0.jsonMembers)) })
        add("imageUrl", content.imageURL.map { .string($0) })
        add("data", .object(content.data))
        members += item.category.map { styles.categories[$0] } ?? []
        add("isRead", .boolean(item.readAt != nil))
        add("readAt", item.readAt.map { .string($0.rfc3339) })
        add("createdAt", .string(item.createdAt.rfc3339))
        if let inbox { members += inbox.members(for: item) }
        return JSONObject(members)
    }

    /// The members of an item beside its texts; no slot can have one of these names.
    private static let names: Set<String> = [
        "id", "userId", "type", "alias", "category", "priority", "locale", "content", "deepLink", "imageUrl", "data",
        "icon", "color", "background", "isRead", "readAt", "createdAt", "times", "day", "dayLabel", "lang", "dir",
    ]
}
