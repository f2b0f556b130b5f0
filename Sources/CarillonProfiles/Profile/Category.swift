/// A kind of notification as recipients see it: with a style, and a preference in the settings.
public struct Category: Sendable, Hashable {
    public package(set) var id: String
    public package(set) var name: LocalizedText?
    /// The id of an ``AndroidChannel``.
    public package(set) var androidChannel: String?
    /// The name of an icon in the app.
    public package(set) var icon: String?
    public package(set) var color: Color?
    public package(set) var background: Color?
    /// Whether recipients may switch it off.
    public package(set) var isMutable = true
    /// Whether notifications of this category tell somebody that they have been given access: then the audience named
    /// by a send excludes nobody.
    public package(set) var grantsAccess = false
    public package(set) var actions: [Action] = []
    /// What is shown while the app is open; nil where the app decides.
    public package(set) var foreground: Foreground?
    /// The category's name on iOS and in Expo's API; nil for none.
    public package(set) var platformIdentifier: String?

    public init(id: String) {
        self.id = id
    }

    /// How a notification shows that arrives while the app is open.
    public enum Foreground: String, Sendable, Hashable, CaseIterable {
        case banner
        /// In the system's list, without a banner.
        case list
        case none
    }

    /// A button on the notification.
    public struct Action: Sendable, Hashable {
        public package(set) var id: String
        public package(set) var title: LocalizedText
        /// Whether it opens the app.
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
