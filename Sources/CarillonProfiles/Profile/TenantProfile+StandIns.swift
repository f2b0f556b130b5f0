public import CarillonModel
public import CarillonPluginKit

extension TenantProfile {
    /// The channels that an event may go to: its own, and those that are the fallback of one of them, or of another
    /// fallback, and have texts for it.
    ///
    /// Each comes after those whose fallback it is.
    public func reach(of event: EventType, registry: ChannelRegistry) -> [ChannelID] {
        var waiting = event.channels
        while let next = channels.first(where: { binding in
            !waiting.contains(binding.id) && binding.fallbackFor.contains(where: waiting.contains)
                && hasText(for: event.id, on: binding, registry: registry)
        }) {
            waiting.append(next.id)
        }
        var ordered: [ChannelID] = []
        // A channel comes after those whose fallback it is: what they reach decides.
        while let index = waiting.firstIndex(where: { primaries(of: $0).allSatisfy { !waiting.contains($0) } }) {
            ordered.append(waiting.remove(at: index))
        }
        return ordered + waiting
    }

    private func primaries(of channel: ChannelID) -> [ChannelID] {
        (self.channel(channel)?.fallbackFor ?? []).filter { $0 != channel }
    }

    /// Whether there are texts for all that the channel can't do without.
    func hasText(for event: EventTypeID, on binding: ChannelBinding, registry: ChannelRegistry) -> Bool {
        guard let slots = registry[binding.plugin]?.descriptor.slots else { return false }
        return slots.allSatisfy { slot in
            !slot.isRequired
                || messages.text(event, channel: binding.id, slot: slot.name, locale: locales.defaultLocale) != nil
        }
    }
}
