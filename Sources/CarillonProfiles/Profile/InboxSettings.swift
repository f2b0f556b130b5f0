/// The web inbox of a tenant: the path of its page, and how the bell, list and page behave and look.
public struct InboxSettings: Sendable, Hashable {
    /// The order of the list.
    public enum Order: String, Sendable, Hashable, CaseIterable {
        /// The newest first.
        case time
        /// High priority first, then the newest.
        case priority
    }

    /// When notifications are marked as read without an action of the reader.
    public enum AutoRead: String, Sendable, Hashable, CaseIterable {
        case never = "none"
        /// All that are shown, as soon as the page is opened.
        case open
        /// Each one, after it has been visible for a while.
        case visible
    }

    /// A colour, a length or another value for the inbox's style.
    public struct ThemeValue: Sendable, Hashable {
        /// The name of the custom property without `--carillon-`, such as `accent`.
        public let name: String
        /// CSS that can't end its declaration: it contains no `;`, `{`, `}`, `"`, `\`, `/`, `<` or line break.
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A path of literal segments such as `/notifications`, served below the tenant's name and at the root of its
    /// hosts.
    public package(set) var page: String
    /// The path that a bell links to; nil for the inbox's page.
    public package(set) var bellHref: String?
    public package(set) var order: Order = .time
    public package(set) var autoRead: AutoRead = .never
    /// In the order written.
    public package(set) var theme: [ThemeValue] = []
    /// Origins of pictures, such as `https://images.acme.example`; pictures from elsewhere aren't shown.
    public package(set) var imageOrigins: [String] = []

    public init(page: String) {
        self.page = page
    }
}
