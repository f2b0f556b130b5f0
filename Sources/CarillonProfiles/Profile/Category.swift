/// A kind of notification as its reader sees it: with a look, and a switch in the settings.
public struct Category: Sendable, Hashable {
    public var id: String
    public var name: LocalizedText?
    /// Id of an ``AndroidChannel``.
    public var androidChannel: String?
    /// A name of the app's own icon set.
    public var icon: String?
    public var color: Color?
    public var background: Color?
    /// Whether the recipient may switch it off.
    public var isMutable = true
    /// Whether what is sent under it tells somebody that they have been given access: then the audience that a send names
    /// keeps nobody out.
    public var grantsAccess = false
    public var actions: [Action] = []
    /// What iOS and Expo call the category; nil for none.
    public var platformIdentifier: String?

    public init(id: String) {
        self.id = id
    }

    /// A button on the notification.
    public struct Action: Sendable, Hashable {
        public var id: String
        public var title: LocalizedText
        /// Opens the app.
        public var opensApp: Bool
        public var isDestructive: Bool

        public init(id: String, title: LocalizedText, opensApp: Bool = true, isDestructive: Bool = false) {
            self.id = id
            self.title = title
            self.opensApp = opensApp
            self.isDestructive = isDestructive
        }
    }
}
