/// Windows in which notifications are collected, and the link of the message for several of them.
///
/// Its text is the app text that ``PriorityPolicy/collectedText`` names.
public struct CollectingWindows: Sendable, Hashable {
    /// How long a window stays open, from the first notification after the previous message.
    public package(set) var length: Duration
    /// Its parameters may be filled by `count`, the number of notifications.
    public package(set) var deepLink: DeepLinkTemplate?
    /// The message's data for the app; always an object.
    ///
    /// Its placeholders are `count`, `ids`, `group`, which replaces the ids wherever notifications are marked as read,
    /// and the parts of `link`. A member that is `{ids}` alone becomes a list.
    public package(set) var data: JSONTemplate

    /// How many ids the message has at most: those of the newest notifications.
    public static let idLimit = 50

    /// How many characters the name of a group may have.
    public static let groupLength = 64

    public init(
        length: Duration = .seconds(15 * 60),
        deepLink: DeepLinkTemplate? = nil,
        data: JSONTemplate = .object([])
    ) {
        self.length = length
        self.deepLink = deepLink
        self.data = data
    }
}
