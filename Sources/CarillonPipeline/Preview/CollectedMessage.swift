package import CarillonModel
package import CarillonPluginKit
package import CarillonProfiles

/// What goes out for a window with several notifications: an app text.
package struct CollectedMessage: Sendable {
    package let text: AppText
    package let priority: Priority
    /// Where it goes, each with an event that goes there with this priority: the message doesn't contain it.
    package let places: [(channel: ChannelBinding, event: EventType)]

    /// As many as a window of the samples collects.
    package static let count = 3

    /// In the order of priorities; a text that several priorities have in common counts as the first's.
    package static func all(of profile: TenantProfile, registry: ChannelRegistry) -> [CollectedMessage] {
        var messages: [CollectedMessage] = []
        for priority in Priority.allCases {
            let policy = profile.priorities[priority]
            guard policy.delivery == .collected, let id = policy.collectedText,
                let text = profile.texts.first(where: { $0.id == id }), !messages.contains(where: { $0.text.id == id })
            else { continue }
            let places = places(of: priority, in: profile, registry.serving(profile))
            messages.append(CollectedMessage(text: text, priority: priority, places: places))
        }
        return messages
    }

    private static func places(
        of priority: Priority,
        in profile: TenantProfile,
        _ registry: ChannelRegistry
    ) -> [(channel: ChannelBinding, event: EventType)] {
        let events = profile.events.filter { $0.goesOut(with: priority) }
        return profile.channels(collecting: priority, of: events, registry: registry).compactMap { id in
            let event = events.first { profile.reach(of: $0, registry: registry).contains(id) }
            guard let channel = profile.channel(id), let event else { return nil }
            return (channel, event)
        }
    }
}

extension SampleRenderer {
    package func rendition(
        of collected: CollectedMessage,
        locale: LocaleTag,
        on place: (channel: ChannelBinding, event: EventType)
    ) -> Rendition {
        var request = request(for: place.event, payload: .object(JSONObject()), locale: locale, channel: place.channel)
        request.priority = collected.priority
        request.collected = (1...CollectedMessage.count).map { number in
            CollectedNotification(id: profile.notificationIDs.sample(number), event: place.event.id)
        }
        request.group = CollectedGroup(priority: collected.priority, due: request.createdAt...request.createdAt)
        return rendition(request, locale: locale, channel: place.channel)
    }

    /// All languages × channels.
    package func renditions(of collected: CollectedMessage) -> [Rendition] {
        profile.locales.supported.flatMap { locale in
            collected.places.map { rendition(of: collected, locale: locale, on: $0) }
        }
    }
}
