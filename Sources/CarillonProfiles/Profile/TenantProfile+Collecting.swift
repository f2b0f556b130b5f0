public import CarillonModel
public import CarillonPluginKit

extension TenantProfile {
    /// Where notifications of a priority are collected: on the channels that reach devices and mailboxes.
    ///
    /// The feed and other machines get each of them at once.
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
            case .deviceToken, .email: return true
            case .user, .url, nil: return false
            }
        }
        .map(\.id)
    }

    /// Whether several notifications of a priority go out on a channel as one message: only where that has words.
    ///
    /// A sender may give an event a priority that none of its channels' events has; nobody had to write words for that.
    public func collects(_ priority: Priority, on channel: ChannelID, registry: ChannelRegistry) -> Bool {
        let policy = priorities[priority]
        guard policy.delivery == .collected, let text = policy.collectedText, let binding = self.channel(channel) else {
            return false
        }
        return hasText(for: text, on: binding, registry: registry)
    }
}

extension EventType {
    /// Whether the event itself, or an entry of its schedule, has the priority.
    public func goesOut(with priority: Priority) -> Bool {
        self.priority == priority || schedule.contains { $0.priority == priority }
    }
}
