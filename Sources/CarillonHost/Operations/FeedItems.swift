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
        let category = item.event.overrides?.category ?? tenant.profile.event(item.event.type)?.category
        let look = category.flatMap(tenant.profile.category)
        let rendering = rendering(of: item)
        let message = rendering?.message
        var object = JSONObject([
            .init("id", .string(item.id)),
            .init("userId", .string(item.recipient.rawValue)),
            .init("type", .string(item.event.type.rawValue)),
        ])
        object["category"] = category.map { .string($0) }
        object["priority"] = .string(item.priority.rawValue)
        for (name, text) in item.words.slots.sorted(by: { $0.key < $1.key }) { object[name] = .string(text) }
        object["locale"] = .string(item.words.locale)
        object["content"] = .object(content(of: rendering))
        object["deepLink"] = message?.link.map { .object(JSONObject($0.jsonMembers)) }
        object["imageUrl"] = (message?.imageURL).map { .string($0) }
        object["data"] = message.map { .object($0.data) }
        object["icon"] = (look?.icon).map { .string($0) }
        object["color"] = (look?.color?.description).map { .string($0) }
        object["background"] = (look?.background?.description).map { .string($0) }
        object["isRead"] = .boolean(item.readAt != nil)
        object["readAt"] = item.readAt.map { .string($0.rfc3339) }
        object["createdAt"] = .string(item.createdAt.rfc3339)
        return object
    }

    private typealias Rendering = (message: OutgoingMessage, others: [(locale: String, slots: [String: String])])

    /// The words by language, in the profile's order.
    private func content(of rendering: Rendering?) -> JSONObject {
        guard let rendering else { return JSONObject() }
        let words = rendering.others + [(rendering.message.locale, rendering.message.slots)]
        let byLocale = Dictionary(words.map { ($0.0, $0.1) }, uniquingKeysWith: { first, _ in first })
        return JSONObject(
            tenant.profile.locales.supported.compactMap { locale in
                byLocale[locale.rawValue].map { .init(locale.rawValue, .object($0.json)) }
            }
        )
    }

    /// The item in its reader's language, and its words in every other one of the tenant's.
    private func rendering(of item: FeedItem) -> Rendering? {
        guard let payload = try? JSONValue(parsing: item.event.payload.utf8),
            let event = tenant.profile.event(item.event.type),
            let channel = event.channels.first(where: { tenant.channels[$0].map(isFeed) == true })
        else { return nil }
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

    private func isFeed(_ channel: any CarillonPluginKit.Channel) -> Bool {
        type(of: channel).descriptor.address == .user
    }
}

extension [String: String] {
    fileprivate var json: JSONObject {
        JSONObject(sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })
    }
}
