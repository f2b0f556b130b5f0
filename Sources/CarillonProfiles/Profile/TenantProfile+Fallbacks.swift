public import CarillonModel
public import CarillonPluginKit

extension TenantProfile {
    /// The channels that an event may use: its own, then fallbacks of these and fallbacks of fallbacks that have texts
    /// for it.
    ///
    /// A fallback comes after the channels it is a fallback for.
    public func reach(of event: EventType, registry: ChannelRegistry) -> [ChannelID] {
        var waiting = event.channels
        while let next = channels.first(where: { binding in
            !waiting.contains(binding.id) && binding.fallbackFor.contains(where: waiting.contains)
                && hasText(for: event.id, on: binding, registry: registry)
        }) {
            waiting.append(next.id)
        }
        var ordered: [ChannelID] = []
        // A fallback is placed after its channels, because whether they reach somebody decides about it.
        while let index = waiting.firstIndex(where: { primaries(of: $0).allSatisfy { !waiting.contains($0) } }) {
            ordered.append(waiting.remove(at: index))
        }
        return ordered + waiting
    }

    private func primaries(of channel: ChannelID) -> [ChannelID] {
        (self.channel(channel)?.fallbackFor ?? []).filter { $0 != channel }
    }

    /// Whether there is a text for every slot that the channel requires.
    func hasText(for event: EventTypeID, on binding: ChannelBinding, registry: ChannelRegistry) -> Bool {
        guard let slots = registry[binding.plugin]?.descriptor.slots else { return false }
        return slots.allSatisfy { slot in
            !slot.isRequired
                || messages.text(event, channel: binding.id, slot: slot.name, locale: locales.defaultLocale) != nil
        }
    }
}
