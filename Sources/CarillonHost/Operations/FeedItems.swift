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
        let renderings = renderings(of: item)
        let message = renderings.first { $0.locale == item.words.locale } ?? renderings.first
        var object = JSONObject([
            .init("id", .string(item.id)),
            .init("userId", .string(item.recipient.rawValue)),
            .init("type", .string(item.event.type.rawValue)),
        ])
        object["category"] = category.map { .string($0) }
        object["priority"] = .string(item.priority.rawValue)
        for (name, text) in item.words.slots.sorted(by: { $0.key < $1.key }) { object[name] = .string(text) }
        object["locale"] = .string(item.words.locale)
        object["content"] = .object(JSONObject(renderings.map { .init($0.locale, .object($0.words)) }))
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

    /// The item in every language of the tenant; a language that can't be rendered any more is left out.
    private func renderings(of item: FeedItem) -> [OutgoingMessage] {
        guard let payload = try? JSONValue(parsing: item.event.payload.utf8),
            let event = tenant.profile.event(item.event.type),
            let channel = event.channels.first(where: { tenant.channels[$0].map(isFeed) == true })
        else { return [] }
        return tenant.profile.locales.supported.compactMap { locale in
            var request = RenderingRequest(
                notification: item.id,
                event: item.event.type,
                channel: channel,
                payload: payload,
                priority: item.priority,
                now: now
            )
            request.recipient = item.recipient
            request.locale = locale.rawValue
            request.createdAt = item.createdAt
            request.overrides = item.event.overrides
            return try? tenant.rendering.render(request)
        }
    }

    private func isFeed(_ channel: any CarillonPluginKit.Channel) -> Bool {
        type(of: channel).descriptor.address == .user
    }
}

extension OutgoingMessage {
    fileprivate var words: JSONObject {
        JSONObject(slots.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })
    }
}
