package import CarillonModel
package import CarillonProfiles

/// The toggles of a profile, by which recipients decide what reaches them.
struct PreferenceEvaluator: Sendable {
    /// Categories that nobody can switch off.
    private let mandatory: Set<String>
    private let toggles: [PreferenceToggle]

    init(_ profile: TenantProfile) {
        mandatory = Set(profile.categories.lazy.filter { !$0.isMutable }.map(\.id))
        toggles = profile.toggles.map { toggle in
            var toggle = toggle
            toggle.topics = toggle.topics.map { profile.subscriptions.canonical(Topic(unchecked: $0)).rawValue }
            return toggle
        }
    }

    /// Those that govern an event's way over a channel; none where it is mandatory.
    ///
    /// - Parameter category: instead of the event type's.
    func governing(
        _ event: EventType,
        on channel: ChannelID,
        category: String?,
        priority: Priority,
        topic: Topic?
    ) -> some Sequence<PreferenceToggle> {
        let categoryID = category ?? event.category
        let isMandatory = event.isMandatory || categoryID.map(mandatory.contains) == true
        return (isMandatory ? [] : toggles).lazy.filter { toggle in
            toggle.governs(channel: channel, category: categoryID, priority: priority, topic: topic)
        }
    }
}

extension TenantProfile {
    /// The preference that keeps an event from a recipient on a channel; nil where none does, as for what is mandatory.
    ///
    /// - Parameter preferences: those that the recipient has ever set.
    package func preference(
        against event: EventType,
        on channel: ChannelID,
        by preferences: [String: Bool]
    ) -> PreferenceToggle? {
        PreferenceEvaluator(self)
            .governing(event, on: channel, category: nil, priority: event.priority, topic: nil)
            .first { $0.isOff(by: preferences) }
    }
}

extension PreferenceToggle {
    /// Whether it is off, by what a recipient has set.
    func isOff(by preferences: [String: Bool]) -> Bool { !(preferences[name] ?? isOnByDefault) }
}
