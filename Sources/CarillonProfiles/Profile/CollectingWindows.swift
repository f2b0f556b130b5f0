/// Windows in which notifications are collected, and where the message for several of them leads.
///
/// Its words are the app text that ``PriorityPolicy/collectedText`` names.
public struct CollectingWindows: Sendable, Hashable {
    /// How long one is open, from the first notification after a message.
    public package(set) var length: Duration
    /// Parameters can be filled with `count`, how many notifications there are.
    public package(set) var deepLink: DeepLinkTemplate?
    /// What goes to the app beside the texts; always an object.
    ///
    /// It sees `count`, `ids`, `group`, which stands for all of them wherever ids are marked, and the parts of `link`; a
    /// member that is `{ids}` alone becomes a list.
    public package(set) var data: JSONTemplate

    /// Of how many notifications the message has the ids at most: the newest.
    public static let idLimit = 50

    /// Characters that the name of a group has at most.
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
