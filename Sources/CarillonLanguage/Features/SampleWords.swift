public import CarillonModel
import CarillonPipeline
package import CarillonPluginKit
public import CarillonProfiles

/// The finished words of a sample, for one channel in one language.
public struct SampleWords: Sendable, Hashable {
    public let channel: ChannelID
    /// The language that was asked for.
    public let locale: LocaleTag
    /// The language that the words are in, where it is another.
    public let fallback: String?
    /// By slot, such as `title` and `email.subject`, in the channel's order.
    public let slots: [Slot]
    /// Why there are none.
    public let failure: String?

    public struct Slot: Sendable, Hashable {
        public let name: String
        public let wording: String
    }
}

extension TenantSnapshot {
    /// What a payload becomes, for each channel that the event goes to.
    ///
    /// - Parameters:
    ///   - event: one of the profile's.
    ///   - sample: the name of one of its samples; nil for the main one.
    public func wording(of event: EventType, sample: Sample, locale: LocaleTag) -> [SampleWords] {
        guard let profile = profile(with: event.id.rawValue) else { return [] }
        return shownChannels(of: event).compactMap { wording(of: event, sample, locale, on: $0, in: profile) }
    }

    /// The samples of an event, the main one first.
    public func samples(of event: EventTypeID) -> [Sample] {
        (profile(with: event.rawValue)?.samples ?? []).filter { $0.event == event }.sorted {
            ($0.name ?? "") < ($1.name ?? "")
        }
    }

    /// The event's channels in the order written, then those that stand in for one of them.
    package func channels(of event: EventType) -> [ChannelBinding] {
        profile(with: event.id.rawValue)?.previewChannels(of: event) ?? []
    }

    /// Those of them that take the event's priority, as `carillon render` shows them.
    private func shownChannels(of event: EventType) -> [ChannelBinding] {
        channels(of: event).filter { $0.priorities.contains(event.priority) }
    }

    /// What a channel of an event shows.
    package func slots(of channel: ChannelBinding, for event: EventTypeID) -> [CarillonPluginKit.Slot] {
        let registry = profile(with: event.rawValue).map { self.registry.serving($0) } ?? registry
        return registry[channel.plugin]?.descriptor.slots ?? []
    }

    /// The words of one text with each sample; nil for one that no channel shows.
    ///
    /// - Parameter slot: as in the template, such as `title` or `push.title`.
    package func wording(
        of id: String,
        slot: String,
        locale: LocaleTag,
        samples limit: Int = 4
    ) -> [(sample: Sample, wording: String)] {
        guard let profile = profile(with: id), let event = EventTypeID(id).flatMap({ profile.event($0) }),
            let (channel, name) = shown(slot, of: event)
        else { return [] }
        return samples(of: event.id).prefix(limit).compactMap { sample in
            guard let wording = wording(of: event, sample, locale, on: channel, in: profile), wording.fallback == nil,
                let text = wording.slots.first(where: { $0.name == name })?.wording
            else { return nil }
            return (sample, text)
        }
    }

    /// The channel that shows a text, and the slot's name there.
    private func shown(_ slot: String, of event: EventType) -> (channel: ChannelBinding, slot: String)? {
        var common: (ChannelBinding, String)?
        for channel in shownChannels(of: event) {
            for known in slots(of: channel, for: event.id) {
                if MessageCatalog.overridePath(channel.id, known.name) == slot, known.name != slot {
                    return (channel, known.name)
                }
                if known.name == slot, common == nil { common = (channel, known.name) }
            }
        }
        return common
    }

    private func wording(
        of event: EventType,
        _ sample: Sample,
        _ locale: LocaleTag,
        on channel: ChannelBinding,
        in profile: TenantProfile
    ) -> SampleWords? {
        guard let rendering = rendering(of: event) else { return nil }
        let request = RenderingRequest(
            sampling: event,
            payload: sample.payload,
            locale: locale,
            on: channel.id,
            of: profile
        )
        do {
            let message = try rendering.render(request)
            return SampleWords(
                channel: channel.id,
                locale: locale,
                fallback: message.locale == locale.rawValue ? nil : message.locale,
                slots: slots(of: channel, for: event.id).compactMap { slot in
                    message.slots[slot.name].map { SampleWords.Slot(name: slot.name, wording: $0) }
                },
                failure: nil
            )
        } catch {
            return SampleWords(
                channel: channel.id,
                locale: locale,
                fallback: nil,
                slots: [],
                failure: error.description
            )
        }
    }
}
