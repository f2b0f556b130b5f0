/// A kind of notification as its reader sees it: with a look, and a switch in the settings.
public struct Category: Sendable, Hashable {
    public package(set) var id: String
    public package(set) var name: LocalizedText?
    /// Id of an ``AndroidChannel``.
    public package(set) var androidChannel: String?
    /// A name of the app's own icon set.
    public package(set) var icon: String?
    public package(set) var color: Color?
    public package(set) var background: Color?
    /// Whether the recipient may switch it off.
    public package(set) var isMutable = true
    /// Whether what is sent under it informs somebody that they have been given access: then the audience that a send
    /// names keeps nobody out.
    public package(set) var grantsAccess = false
    public package(set) var actions: [Action] = []
    /// What iOS and Expo call the category; nil for none.
    public package(set) var platformIdentifier: String?

    public init(id: String) {
        self.id = id
    }

    /// A button on the notification.
    public struct Action: Sendable, Hashable {
        public package(set) var id: String
        public package(set) var title: LocalizedText
        /// Opens the app.
        public package(set) var opensApp: Bool
        public package(set) var isDestructive: Bool

        public init(id: String, title: LocalizedText, opensApp: Bool = true, isDestructive: Bool = false) {
            self.id = id
            self.title = title
            self.opensApp = opensApp
            self.isDestructive = isDestructive
        }
    }
}
