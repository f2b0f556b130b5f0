public import CarillonModel

/// A switch in a recipient's settings, such as `pushEnabled`.
public struct PreferenceToggle: Sendable, Hashable {
    /// As the tenant's app knows it.
    public package(set) var name: String
    /// What it governs; an empty list leaves that side open.
    public package(set) var channels: [ChannelID] = []
    public package(set) var categories: [String] = []
    public package(set) var priorities: [Priority] = []
    /// Topics, `*` at the end standing for any rest.
    public package(set) var topics: [String] = []
    /// The app text that the inbox shows for it.
    public package(set) var text: EventTypeID?
    /// The setting of who never touched it.
    public package(set) var isOnByDefault: Bool

    public init(name: String, isOnByDefault: Bool) {
        self.name = name
        self.isOnByDefault = isOnByDefault
    }

    /// Whether a delivery of this kind waits on this switch.
    public func governs(channel: ChannelID, category: String?, priority: Priority, topic: Topic?) -> Bool {
        (channels.isEmpty || channels.contains(channel))
            && (categories.isEmpty || category.map(categories.contains) == true)
            && (priorities.isEmpty || priorities.contains(priority))
            && (topics.isEmpty || topic.map(matches) == true)
    }

    private func matches(_ topic: Topic) -> Bool {
        topics.contains { pattern in
            pattern.hasSuffix("*") ? topic.rawValue.hasPrefix(pattern.dropLast()) : topic.rawValue == pattern
        }
    }
}
