/// The table that a user's feed appears as to apps with a Supabase client, which subscribe to it, read it and mark rows
/// by HTTP.
public struct SupabaseTable: Sendable, Hashable {
    public package(set) var schema = "public"
    public package(set) var name = "notifications"
    /// In the order written, in which clients get them.
    public package(set) var columns: [Column] = []
    /// Whether `/rest/v1/{table}` is served in addition to the realtime socket.
    public package(set) var servesRows = true
    /// The API keys of apps, which identify an app but protect nothing; empty for any.
    public package(set) var keys: [String] = []

    public init() {}

    public struct Column: Sendable, Hashable {
        public package(set) var name: String
        public package(set) var source: Source
        public package(set) var type: ColumnType
        /// Whether subscriptions and requests may filter by it.
        public package(set) var isFilterable: Bool

        public init(_ name: String, from source: Source, _ type: ColumnType, isFilterable: Bool = false) {
            self.name = name
            self.source = source
            self.type = type
            self.isFilterable = isFilterable
        }
    }

    /// The value of a column.
    public enum Source: Sendable, Hashable {
        case member(Member)
        /// A text in the reader's language: `text.body`.
        case text(slot: String)
        /// A member of the event's `data`: `data.escrow_id`.
        case data(String)

        public enum Member: String, Sendable, Hashable, CaseIterable {
            case id
            case userID = "userId"
            case type
            case alias
            case category
            case priority
            case locale
            case appLink = "deepLink.app"
            case webLink = "deepLink.web"
            case screen = "deepLink.screen"
            case imageURL = "imageUrl"
            case isRead
            case readAt
            case createdAt
        }

        /// Nil where the text names no value.
        public init?(_ text: String) {
            if let member = Member(rawValue: text) {
                self = .member(member)
            } else if text.hasPrefix("text."), text.utf8.count > 5 {
                self = .text(slot: String(text.dropFirst(5)))
            } else if text.hasPrefix("data."), text.utf8.count > 5 {
                self = .data(String(text.dropFirst(5)))
            } else {
                return nil
            }
        }
    }

    /// PostgreSQL's names of types, as clients get them.
    public enum ColumnType: String, Sendable, Hashable, CaseIterable {
        case text
        case uuid
        case bool
        case int4
        case int8
        case float8
        case numeric
        case timestamptz
        case timestamp
        case jsonb
    }

    public func column(_ name: String) -> Column? { columns.first { $0.name == name } }

    /// The column that identifies a row.
    public var key: Column? { columns.first { $0.source == .member(.id) } }

    /// The first column that shows a member.
    public func column(showing member: Source.Member) -> Column? {
        columns.first { $0.source == .member(member) }
    }
}
