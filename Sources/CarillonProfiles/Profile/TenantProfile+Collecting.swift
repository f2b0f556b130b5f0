public import CarillonModel
public import CarillonPluginKit

extension TenantProfile {
    /// The channels on which notifications of a priority are collected: those that reach devices and mailboxes.
    ///
    /// Feeds and webhooks get each notification at once.
    public func channels(
        collecting priority: Priority,
        of events: [EventType],
        registry: ChannelRegistry
    ) -> [ChannelID] {
        var reached: Set<ChannelID> = []
        for event in events where event.goesOut(with: priority) {
            reached.formUnion(reach(of: event, registry: registry))
        }
        return channels.lazy.filter { binding in
            guard reached.contains(binding.id), binding.priorities.contains(priority) else { return false }
            switch registry[binding.plugin]?.descriptor.address {
            case .deviceToken, .email, .phone: return true
            case .user, .url, .room, nil: return false
            }
        }
        .map(\.id)
    }

    /// Whether several notifications of a priority are sent on a channel as one message, which needs a text there.
    ///
    /// A sender may use a priority that none of the channel's events has, for which no text is required.
    public func collects(_ priority: Priority, on channel: ChannelID, registry: ChannelRegistry) -> Bool {
        let policy = priorities[priority]
        guard policy.delivery == .collected, let text = policy.collectedText, let binding = self.channel(channel) else {
            return false
        }
        return hasText(for: text, on: binding, registry: registry)
    }
}

extension EventType {
    /// Whether the event or an entry of its schedule has this priority.
    public func goesOut(with priority: Priority) -> Bool {
        self.priority == priority || schedule.contains { $0.priority == priority }
    }
}
