/// The table that apps with a Supabase client take a user's feed for: what they subscribe to, and read and mark over HTTP.
public struct SupabaseTable: Sendable, Hashable {
    public package(set) var schema = "public"
    public package(set) var name = "notifications"
    /// In the order written, which is the order that clients are told.
    public package(set) var columns: [Column] = []
    /// Whether `/rest/v1/{table}` is answered, beside the realtime socket.
    public package(set) var servesRows = true
    /// The keys that apps bring, which tell whose app it is and protect nothing; empty: any.
    public package(set) var keys: [String] = []

    public init() {}

    public struct Column: Sendable, Hashable {
        public package(set) var name: String
        public package(set) var source: Source
        public package(set) var type: ColumnType
        /// Whether subscriptions and requests may compare it.
        public package(set) var isFilterable: Bool

        public init(_ name: String, from source: Source, _ type: ColumnType, isFilterable: Bool = false) {
            self.name = name
            self.source = source
            self.type = type
            self.isFilterable = isFilterable
        }
    }

    /// What of a feed item a column shows.
    public enum Source: Sendable, Hashable {
        case member(Member)
        /// Of the texts in the reader's language: `text.body`.
        case text(slot: String)
        /// Of the event's `data`: `data.escrow_id`.
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

        /// Nil where the text names nothing.
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

    /// PostgreSQL's names of types, as clients are told them.
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

    /// The column by which a row is told from all others.
    public var key: Column? { columns.first { $0.source == .member(.id) } }

    /// The first column that shows a member.
    public func column(showing member: Source.Member) -> Column? {
        columns.first { $0.source == .member(member) }
    }
}
