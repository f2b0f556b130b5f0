import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Feed items as JSON.
struct FeedItems: Sendable {
    let tenant: TenantRuntime
    let now: Instant

    /// The item as its reader sees it: the words as they were rendered for them, everything else from the payload.
    func json(of item: FeedItem) -> JSONObject {
        let kind = tenant.feedLooks.kind(of: item.event.type)
        let category = item.event.overrides?.category ?? kind?.category
        let look = category.flatMap(tenant.feedLooks.look)
        let rendering = kind?.channel.flatMap { self.rendering(of: item, on: $0) }
        let message = rendering?.message
        var members: [JSONObject.Member] = []
        members.reserveCapacity(24)
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(.init(name, value)) }
        }
        add("id", .string(item.id))
        add("userId", .string(item.recipient.rawValue))
        add("type", .string(item.event.type.rawValue))
        add("category", category.map { .string($0) })
        add("priority", .string(item.priority.rawValue))
        for member in item.words.slots.json.members where !Self.names.contains(member.name) { members.append(member) }
        add("locale", .string(item.words.locale))
        add("content", .object(content(of: rendering)))
        add("deepLink", message?.link.map { .object(JSONObject($0.jsonMembers)) })
        add("imageUrl", (message?.imageURL).map { .string($0) })
        add("data", message.map { .object($0.data) })
        add("icon", (look?.icon).map { .string($0) })
        add("color", (look?.color).map { .string($0) })
        add("background", (look?.background).map { .string($0) })
        add("isRead", .boolean(item.readAt != nil))
        add("readAt", item.readAt.map { .string($0.rfc3339) })
        add("createdAt", .string(item.createdAt.rfc3339))
        return JSONObject(members)
    }

    /// What an item has beside its words, which no slot can be called.
    private static let names: Set<String> = [
        "id", "userId", "type", "category", "priority", "locale", "content", "deepLink", "imageUrl", "data", "icon",
        "color", "background", "isRead", "readAt", "createdAt",
    ]

    private typealias Rendering = (message: OutgoingMessage, others: [(locale: String, slots: [String: String])])

    /// The words by language, in the profile's order.
    private func content(of rendering: Rendering?) -> JSONObject {
        guard let rendering else { return JSONObject() }
        let words = rendering.others + [(rendering.message.locale, rendering.message.slots)]
        return JSONObject(
            tenant.profile.locales.supported.compactMap { locale in
                words.first { $0.locale == locale.rawValue }.map { .init(locale.rawValue, .object($0.slots.json)) }
            }
        )
    }

    /// The item in its reader's language, and its words in every other one of the tenant's.
    private func rendering(of item: FeedItem, on channel: ChannelID) -> Rendering? {
        guard let payload = try? JSONValue(parsing: item.event.payload.utf8) else { return nil }
        var request = RenderingRequest(
            notification: item.id,
            event: item.event.type,
            channel: channel,
            payload: payload,
            priority: item.priority,
            now: now
        )
        request.recipient = item.recipient
        request.locale = item.words.locale
        request.createdAt = item.createdAt
        request.overrides = item.event.overrides
        return try? tenant.rendering.render(request, withWordsIn: tenant.profile.locales.supported)
    }
}

extension [String: String] {
    fileprivate var json: JSONObject {
        JSONObject(sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })
    }
}
