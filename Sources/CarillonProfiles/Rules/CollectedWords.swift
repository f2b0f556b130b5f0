import CarillonModel
import CarillonPluginKit

/// The app texts that go out for a window that collected several notifications, as events of their own: where they go,
/// and what they get.
///
/// So what is asked of an event's words can be asked of theirs.
struct CollectedWords {
    /// In the order of priorities.
    private(set) var events: [EventType] = []

    /// All that such words get.
    static let count = PayloadField("count", .integer(0 ... .max))

    init() {}

    init(_ tenant: TenantContext) {
        for priority in Priority.allCases {
            let policy = tenant.profile.priorities[priority]
            guard policy.delivery == .collected, let id = policy.collectedText, tenant.appTexts[id] != nil,
                tenant.events[id] == nil
            else { continue }
            let channels = Self.channels(of: priority, in: tenant)
            if let index = events.firstIndex(where: { $0.id == id }) {
                events[index].channels += channels.filter { !events[index].channels.contains($0) }
                continue
            }
            var event = EventType(id: id)
            event.priority = priority
            event.payload = [Self.count]
            event.channels = channels
            events.append(event)
        }
    }

    subscript(id: EventTypeID) -> EventType? { events.first { $0.id == id } }

    /// Where notifications of a priority are collected: on the channels that reach devices and mailboxes.
    ///
    /// The feed and other machines get each of them at once.
    private static func channels(of priority: Priority, in tenant: TenantContext) -> [ChannelID] {
        var reached: Set<ChannelID> = []
        for event in tenant.profile.events where tenant.isSound(event, "channels", "priority", "schedule") {
            guard event.priority == priority || event.schedule.contains(where: { $0.priority == priority }) else {
                continue
            }
            reached.formUnion(tenant.profile.reach(of: event, registry: tenant.registry))
        }
        return tenant.profile.channels.lazy.filter { binding in
            guard reached.contains(binding.id), binding.priorities.contains(priority) else { return false }
            switch tenant.descriptor(binding.id)?.address {
            case .deviceToken, .email: return true
            case .user, .url, nil: return false
            }
        }
        .map(\.id)
    }
}
