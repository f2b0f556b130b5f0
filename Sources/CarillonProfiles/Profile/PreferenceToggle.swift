public import CarillonModel

/// A preference that a recipient can switch, such as `pushEnabled`.
public struct PreferenceToggle: Sendable, Hashable {
    /// The name in the tenant's app.
    public package(set) var name: String
    /// Which deliveries it governs; an empty list sets no condition.
    public package(set) var channels: [ChannelID] = []
    public package(set) var categories: [String] = []
    public package(set) var priorities: [Priority] = []
    /// Topics; a `*` at the end matches any suffix.
    public package(set) var topics: [String] = []
    /// The app text that labels it in the inbox.
    public package(set) var text: EventTypeID?
    /// The value for recipients who never set it.
    public package(set) var isOnByDefault: Bool

    public init(name: String, isOnByDefault: Bool) {
        self.name = name
        self.isOnByDefault = isOnByDefault
    }

    /// Whether this preference decides about deliveries of this kind.
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
