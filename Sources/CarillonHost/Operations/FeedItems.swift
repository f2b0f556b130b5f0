import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Feed items as JSON, made ready once when a profile is loaded.
struct FeedItems: Sendable {
    private let looks: CategoryLooks
    /// What event types are called outside, where that isn't their id.
    private let aliases: [EventTypeID: String]

    init(_ profile: TenantProfile) {
        looks = CategoryLooks(profile)
        aliases = Dictionary(
            profile.events.compactMap { event in event.alias.map { (event.id, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The item as its reader sees it: as it was when it was put in the feed, in its category's look of today.
    func json(of item: FeedItem) -> JSONObject {
        let content = item.content
        var members: [JSONObject.Member] = []
        members.reserveCapacity(24)
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(.init(name, value)) }
        }
        add("id", .string(item.id))
        add("userId", .string(item.recipient.rawValue))
        add("type", .string(item.event.rawValue))
        add("alias", .string(aliases[item.event] ?? item.event.rawValue))
        add("category", item.category.map { .string($0) })
        add("priority", .string(item.priority.rawValue))
        for member in content.slots.members where !Self.names.contains(member.name) { members.append(member) }
        add("locale", .string(content.locale))
        add("content", .object(content.words))
        add("deepLink", content.link.map { .object(JSONObject($0.jsonMembers)) })
        add("imageUrl", content.imageURL.map { .string($0) })
        add("data", .object(content.data))
        members += item.category.map { looks[$0] } ?? []
        add("isRead", .boolean(item.readAt != nil))
        add("readAt", item.readAt.map { .string($0.rfc3339) })
        add("createdAt", .string(item.createdAt.rfc3339))
        return JSONObject(members)
    }

    /// What an item has beside its words, which no slot can be called.
    private static let names: Set<String> = [
        "id", "userId", "type", "alias", "category", "priority", "locale", "content", "deepLink", "imageUrl", "data",
        "icon",
        "color", "background", "isRead", "readAt", "createdAt",
    ]
}
