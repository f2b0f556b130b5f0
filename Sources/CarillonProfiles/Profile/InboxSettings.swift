/// The web inbox of a tenant: where the host serves its page, and how bell, list and page behave and look.
public struct InboxSettings: Sendable, Hashable {
    /// The order of the list.
    public enum Order: String, Sendable, Hashable, CaseIterable {
        /// The newest first.
        case time
        /// High priority first, then the newest.
        case priority
    }

    /// When notifications are marked as read without anybody doing so.
    public enum AutoRead: String, Sendable, Hashable, CaseIterable {
        case never = "none"
        /// All that are shown, when the page is opened.
        case open
        /// Each, once its reader has seen it for a while.
        case visible
    }

    /// A colour, a measure or the like that the page is drawn with.
    public struct ThemeValue: Sendable, Hashable {
        /// The custom property without `--carillon-`, such as `accent`.
        public let name: String
        /// CSS that ends where it ends: it holds no `;`, `{`, `}`, `"`, `\`, `/`, `<` or line break.
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A path of literal segments such as `/notifications`: behind the tenant's name, and at the root of its hosts.
    public package(set) var page: String
    /// The path that a bell leads to; nil: the page.
    public package(set) var bellHref: String?
    public package(set) var order: Order = .time
    public package(set) var autoRead: AutoRead = .never
    /// In the order written.
    public package(set) var theme: [ThemeValue] = []
    /// Where pictures may come from, such as `https://images.acme.example`; none are shown from elsewhere.
    public package(set) var imageOrigins: [String] = []

    public init(page: String) {
        self.page = page
    }
}
