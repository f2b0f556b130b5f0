import CarillonPipeline

/// A table as it goes from one kind of store to the other: in a tenant's file, with SQLite's names.
///
/// What a table has that follows from others isn't copied: each store makes that itself. Nor is what belongs to a store and not to the
/// tenant: lanes, hosts, positions of streams (``FeedJournal``) and the changes they count.
public struct CopiedTable: Sendable, Hashable {
    public struct Column: Sendable, Hashable {
        public let name: String
        public let content: Content
    }

    public enum Content: Sendable, Hashable {
        case number
        case text
        case truth
        /// The row's own number.
        case ownRow
        /// The number of a row of that table.
        case row(of: String)
        /// The same, or nothing.
        case anyRow(of: String)

        public var isText: Bool { self == .text }
        public var isTruth: Bool { self == .truth }
    }

    public let name: String
    public let columns: [Column]

    fileprivate init(_ name: String, _ columns: [(String, Content)]) {
        self.name = name
        self.columns = columns.map { Column(name: $0.0, content: $0.1) }
    }

    /// Of its rows as `t`: a host's own keys go with the tenant, but for that of its journal, and for the move by which it came.
    public var condition: String {
        self == .key ? "t.name NOT IN ('\(FeedJournal.keyName)', '\(Withholding.arrivalKey)')" : "true"
    }

    /// Whether others refer to its rows by number.
    public var isNumbered: Bool { columns.first?.content == .ownRow }

    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CopiedTable {
    /// In the order in which they are filled.
    ///
    /// Rows of feeds come before users: triggers that count them find nobody yet, and the counts
    /// come with the users.
    public static let all = [
        feed, device, event, notification, delivery, feedContent, user, session, subscription, suppressed, holder,
        dedupeKey, campaign, tally, pause, key, usedCode, proposal, staffSession, textChange, proposalComment,
        textVersion, testPairing, staffAct, staffLink,
    ]

    /// What remains in none where nobody is known and nothing was accepted.
    public static let telling = [user, event, device, subscription, pause]

    public static let event = CopiedTable(
        "event",
        [
            ("row", .ownRow), ("id", .text), ("source", .text), ("external_id", .text), ("type", .text),
            ("payload", .text), ("fingerprint", .number), ("revision", .text), ("accepted_at", .number),
            ("topic", .text), ("cursor", .number), ("times", .text), ("audience", .text), ("collapse", .text),
            ("dedupe", .number), ("supersedes", .text), ("decisions", .text), ("ended", .text), ("ending", .number),
        ]
    )

    public static let delivery = CopiedTable(
        "delivery",
        [
            ("row", .ownRow), ("notification", .row(of: "notification")), ("channel", .text), ("address", .text),
            ("device", .text), ("platform", .text), ("badge", .number), ("status", .number), ("due_at", .number),
            ("attempted_at", .number), ("attempts", .number), ("is_uncertain", .truth), ("receipt", .text),
            ("receipt_due_at", .number), ("settled_at", .number), ("window", .text), ("collapse", .number),
            ("history", .text), ("retry_window_start", .number), ("campaign", .anyRow(of: "event")),
            ("reader", .anyRow(of: "user")),
        ]
    )

    /// `followed_from` isn't copied: it is a position of a journal that ends here.
    public static let user = CopiedTable(
        "user",
        [
            ("row", .ownRow), ("id", .text), ("email", .text), ("locale", .text), ("time_zone", .text),
            ("phone", .text),
            ("preferences", .text), ("is_known", .truth), ("unread", .number), ("feed_count", .number),
            ("feed_pending", .number),
        ]
    )

    public static let key = CopiedTable("key", [("name", .text), ("value", .text)])

    private static let notification = CopiedTable(
        "notification",
        [
            ("row", .ownRow), ("id", .text), ("event", .row(of: "event")), ("user", .row(of: "user")),
            ("priority", .number), ("due_at", .number), ("expires_at", .number), ("devices", .text),
            ("status", .number), ("decisions", .text), ("standing", .number), ("place", .number), ("ended", .text),
        ]
    )

    private static let feed = CopiedTable(
        "feed",
        [
            ("user", .row(of: "user")), ("rank", .number), ("notification", .row(of: "notification")),
            ("category", .text), ("read_at", .number), ("id", .text), ("is_high", .truth),
        ]
    )

    private static let feedContent = CopiedTable(
        "feed_content",
        [
            ("notification", .row(of: "notification")), ("user", .row(of: "user")), ("rank", .number),
            ("type", .text), ("priority", .number), ("due_at", .number), ("locale", .text), ("content", .text),
        ]
    )

    private static let session = CopiedTable(
        "session",
        [("id", .text), ("user", .row(of: "user")), ("allows_push", .truth), ("started_at", .number)]
    )

    private static let subscription = CopiedTable(
        "subscription",
        [
            ("row", .ownRow), ("topic", .text), ("user", .anyRow(of: "user")), ("device", .text), ("role", .text),
            ("types", .text), ("since", .number),
        ]
    )

    private static let suppressed = CopiedTable(
        "suppressed",
        [("user", .row(of: "user")), ("address", .text), ("since", .number)]
    )

    private static let device = CopiedTable(
        "device",
        [
            ("row", .ownRow), ("id", .text), ("user", .anyRow(of: "user")), ("token", .text), ("plugin", .text),
            ("platform", .text), ("device_id", .text), ("name", .text), ("app_version", .text), ("locale", .text),
            ("registered_at", .number), ("updated_at", .number), ("is_reached", .truth),
        ]
    )

    private static let holder = CopiedTable(
        "holder",
        [("user", .row(of: "user")), ("device", .row(of: "device"))]
    )

    /// Its event may be gone: what goes out once goes out once.
    private static let dedupeKey = CopiedTable(
        "dedupe_key",
        [("user", .row(of: "user")), ("key", .number), ("event", .row(of: "event"))]
    )

    private static let campaign = CopiedTable(
        "campaign",
        [
            ("row", .ownRow), ("event", .row(of: "event")), ("id", .text), ("name", .text), ("rate_count", .number),
            ("rate_window", .number), ("starts_at", .number), ("next_at", .number), ("paused_at", .number),
            ("cancelled_at", .number), ("is_expanded", .truth), ("expanded", .number), ("total", .number),
        ]
    )

    private static let tally = CopiedTable(
        "tally",
        [("event", .row(of: "event")), ("channel", .text), ("state", .number), ("count", .number)]
    )

    private static let pause = CopiedTable(
        "pause",
        [("channel", .text), ("code", .text), ("message", .text), ("since", .number)]
    )

    private static let usedCode = CopiedTable("used_code", [("digest", .text), ("ends_at", .number)])

    private static let proposal = CopiedTable(
        "proposal",
        [
            ("id", .text), ("version", .number), ("state", .text), ("author", .text), ("changed_at", .number),
            ("content", .text),
        ]
    )

    private static let staffSession = CopiedTable(
        "staff_session",
        [
            ("id", .text), ("name", .text), ("roles", .text), ("started_at", .number), ("used_at", .number),
            ("ends_at", .number),
        ]
    )

    private static let textChange = CopiedTable(
        "text_change",
        [
            ("id", .text), ("place", .text), ("proposal", .text), ("author", .text), ("changed_at", .number),
            ("base", .text), ("old_text", .text), ("new_text", .text),
        ]
    )

    private static let proposalComment = CopiedTable(
        "proposal_comment",
        [("id", .text), ("proposal", .text), ("author", .text), ("written_at", .number), ("text", .text)]
    )

    private static let staffAct = CopiedTable(
        "staff_act",
        [
            ("id", .text), ("action", .text), ("name", .text), ("done_at", .number), ("subject", .text),
            ("facts", .text), ("content", .text),
        ]
    )

    private static let staffLink = CopiedTable(
        "staff_link",
        [("id", .text), ("name", .text), ("roles", .text), ("made_at", .number), ("ends_at", .number)]
    )

    private static let testPairing = CopiedTable(
        "test_pairing",
        [("id", .text), ("user", .row(of: "user")), ("code", .text), ("staff", .text), ("ends_at", .number)]
    )

    private static let textVersion = CopiedTable(
        "text_version",
        [
            ("number", .number), ("author", .text), ("published_at", .number), ("revision", .text), ("proposal", .text),
            ("restored", .number), ("note", .text), ("count", .number), ("texts", .text),
        ]
    )
}

/// Rows of a table, column by column: as PostgreSQL takes many at once, without a value of its own for each field.
public struct CopiedRows: Sendable {
    public let contents: [CopiedTable.Content]
    public private(set) var count = 0
    // Each column is in one of these, and empty in the others.
    private var numbers: [[Int64?]]
    private var texts: [[String?]]
    private var truths: [[Bool?]]

    public init(_ contents: [CopiedTable.Content]) {
        self.contents = contents
        numbers = Array(repeating: [], count: contents.count)
        texts = Array(repeating: [], count: contents.count)
        truths = Array(repeating: [], count: contents.count)
    }

    /// Adds the row that a statement is at.
    public mutating func append(_ statement: some PreparedStatement) {
        for (index, content) in contents.enumerated() {
            let (column, isNull) = (Int32(index), statement.isNull(Int32(index)))
            if content.isText {
                texts[index].append(isNull ? nil : statement.text(column))
            } else if content.isTruth {
                truths[index].append(isNull ? nil : statement.truth(column))
            } else {
                numbers[index].append(isNull ? nil : statement.number(column))
            }
        }
        count += 1
    }

    /// The texts of a column; empty where it has none.
    public func texts(_ column: Int) -> [String?] { texts[column] }
    /// The numbers of a column; empty where it has none.
    public func numbers(_ column: Int) -> [Int64?] { numbers[column] }

    /// The truths of a column; empty where it has none.
    public func truths(_ column: Int) -> [Bool?] { truths[column] }

    /// Gives a statement all columns, an array each.
    public func bindAll(to statement: inout some PreparedStatement) throws {
        for (index, content) in contents.enumerated() {
            if content.isText {
                try statement.bind(texts[index])
            } else if content.isTruth {
                try statement.bind(truths[index])
            } else {
                try statement.bind(numbers[index])
            }
        }
    }

    /// Gives a statement the fields of one row.
    public func bind(row: Int, to statement: inout some PreparedStatement) throws {
        for (index, content) in contents.enumerated() {
            if content.isText {
                try texts[index][row].write(to: &statement)
            } else if content.isTruth {
                try truths[index][row].write(to: &statement)
            } else {
                try numbers[index][row].write(to: &statement)
            }
        }
    }
}
