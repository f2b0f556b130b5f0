import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// The proof of the texts for what is collected.
struct CollectedProof {
    let profile: TenantProfile
    let registry: ChannelRegistry
    let links: DeepLinkMaker
    /// The app texts that are proven; nil for all.
    let ids: Set<EventTypeID>?

    /// How many notifications such a message may replace: none has fewer than two, a batch can hold a thousand.
    private static let counts = [2, 3, 11, 1000]

    var failures: [MessageFailure] {
        var failures = FirstFailures()
        for priority in Priority.allCases {
            let policy = profile.priorities[priority]
            guard policy.delivery == .collected, let text = policy.collectedText, ids?.contains(text) ?? true else {
                continue
            }
            for channel in profile.channels.map(\.id)
            where profile.collects(priority, on: channel, registry: registry) {
                check(at: text, of: priority, on: channel, &failures)
            }
        }
        return failures.all
    }

    private func check(
        at text: EventTypeID,
        of priority: Priority,
        on channel: ChannelID,
        _ failures: inout FirstFailures
    ) {
        // Whatever the event, the message contains nothing of it.
        guard let event = profile.events.first(where: { profile.reach(of: $0, registry: registry).contains(channel) })
        else { return }
        let part = TenantProfile(profile, with: [event])
        let rendering = Rendering(profile: part, registry: registry, timeZones: WidestZones(), links: links)
        for count in Self.counts {
            var request = RenderingRequest(proving: event, on: channel, payload: .object(JSONObject()), in: profile)
            request.priority = priority
            request.collected = (1...count).map { CollectedNotification(id: "\($0)", event: event.id) }
            for locale in profile.locales.supported {
                request.locale = locale.rawValue
                do {
                    _ = try rendering.render(request)
                } catch {
                    let payload: JSONValue = ["count": JSONValue(count)]
                    failures.add(MessageFailure(error, of: text, channel, locale, payload, .collected))
                }
            }
        }
    }
}
