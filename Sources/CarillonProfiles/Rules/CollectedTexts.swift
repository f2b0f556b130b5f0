import CarillonModel
import CarillonPluginKit

/// The app texts for windows that collected several notifications, represented as events with channels and payload.
///
/// So the rules for an event's texts apply to them as well.
struct CollectedTexts {
    /// In the order of priorities.
    private(set) var events: [EventType] = []

    /// The only field of such texts.
    static let count = PayloadField("count", .integer(0 ... .max))

    /// A field that only the message's data gets in addition.
    private static func ids(_ tenant: TenantContext) -> PayloadField {
        let longest = String(repeating: "0", count: tenant.profile.notificationIDs.length)
        return PayloadField("ids", .list(of: .choice([longest]), maxItems: CollectingWindows.idLimit))
    }

    private static let group = PayloadField("group", .text(maxLength: CollectingWindows.groupLength))

    /// The message for several notifications without its texts, which doesn't depend on the priority.
    static func message(_ id: EventTypeID, in tenant: TenantContext) -> EventType {
        var event = EventType(id: id)
        event.payload = [count, ids(tenant), group]
        event.deepLink = tenant.profile.policies.collect.deepLink
        event.data = tenant.profile.policies.collect.data
        return event
    }

    init() {}

    init(_ tenant: TenantContext) {
        for priority in Priority.allCases {
            let policy = tenant.profile.priorities[priority]
            guard policy.delivery == .collected, let id = policy.collectedText, tenant.appTexts[id] != nil,
                !tenant.profile.hasEvent(id)
            else { continue }
            let channels = Self.channels(of: priority, in: tenant)
            if let index = events.firstIndex(where: { $0.id == id }) {
                events[index].channels += channels.filter { !events[index].channels.contains($0) }
                continue
            }
            var event = Self.message(id, in: tenant)
            event.priority = priority
            event.channels = channels
            events.append(event)
        }
    }

    /// The same with these app texts alone.
    func only(_ ids: Set<EventTypeID>) -> CollectedTexts {
        var copy = self
        copy.events.removeAll { !ids.contains($0.id) }
        return copy
    }

    subscript(id: EventTypeID) -> EventType? { events.first { $0.id == id } }

    private static func channels(of priority: Priority, in tenant: TenantContext) -> [ChannelID] {
        let events = tenant.profile.events.filter { tenant.isSound($0, "channels", "priority", "schedule") }
        return tenant.profile.channels(collecting: priority, of: events, registry: tenant.registry)
    }
}
