public import CarillonModel

/// The deliveries of a channel that may be leased.
public struct DueDeliveries<Connection: SQLConnection>: DueRows {
    private let channel: ChannelID
    private let now: Instant
    private let database: Connection

    public init(channel: ChannelID, now: Instant, database: Connection) {
        self.channel = channel
        self.now = now
        self.database = database
    }

    public func due(
        at first: Int64,
        behind row: Int64,
        without users: Set<Int64>,
        limit: Int
    ) throws -> [DueRow<DueDelivery>] {
        try due(DueStatements.deliveriesThen, first, row, without: users, limit)
    }

    public func due(after first: Int64, without users: Set<Int64>, limit: Int) throws -> [DueRow<DueDelivery>] {
        try due(DueStatements.deliveriesLater, first, now.epochMilliseconds, without: users, limit)
    }

    public func last() throws -> DuePosition? {
        try database.first(
            """
            SELECT due_at, row FROM delivery
            WHERE status = \(delivery: .waiting) AND due_at IS NOT NULL AND channel = ? AND due_at <= ?
            ORDER BY due_at DESC, row DESC LIMIT 1
            """,
            channel,
            now
        ) { try DuePosition($0) }
    }

    private func due(
        _ select: Wording,
        _ first: Int64,
        _ last: Int64,
        without users: Set<Int64>,
        _ limit: Int
    ) throws -> [DueRow<DueDelivery>] {
        try database.rows(database.sql(select), channel, first, last, users.sorted(), limit) { columns in
            let place = try DuePosition(columns)
            return try DueRow(
                found: DueDelivery(row: place.row, window: columns["send_window"]),
                place: place,
                user: columns["recipient"]
            )
        }
    }
}

public struct DueDelivery: Sendable {
    public var row: Int64
    /// What waits in the same window is leased together.
    public var window: String?
}

enum DueStatements {
    static let notificationsThen = notifications("due_at = ?1 AND row > ?2")
    static let notificationsLater = notifications("due_at > ?1 AND due_at <= ?2")

    /// - Parameter range: of `due_at`, and of rows, between the two numbers.
    private static func notifications(_ range: String) -> Wording {
        Wording { dialect in
            """
            SELECT due_at, row, user AS recipient FROM notification
            WHERE status = \(notification: .scheduled) AND \(range) AND \(dialect.isNotIn("user", 3))
            ORDER BY due_at, row LIMIT ?4
            """
        }
    }

    static let deliveriesThen = deliveries("d.due_at = ?2 AND d.row > ?3")
    static let deliveriesLater = deliveries("d.due_at > ?2 AND d.due_at <= ?3")

    /// The same, in a channel.
    ///
    /// SQLite has the user beside the notification only, and never reorders a CROSS JOIN.
    private static func deliveries(_ range: String) -> Wording {
        let isDue = "d.status = \(delivery: .waiting) AND d.due_at IS NOT NULL AND d.channel = ?1 AND \(range)"
        return Wording(
            sqlite: """
                SELECT d.due_at, d.row, d.window AS send_window, n.user AS recipient
                FROM delivery d CROSS JOIN notification n ON n.row = d.notification
                WHERE \(isDue) AND \(Dialect.sqlite.isNotIn("n.user", 4)) ORDER BY d.due_at, d.row LIMIT ?5
                """,
            postgreSQL: """
                SELECT d.due_at, d.row, d.send_window, d.user AS recipient FROM delivery d
                WHERE \(isDue) AND \(Dialect.postgreSQL.isNotIn("d.user", 4)) ORDER BY d.due_at, d.row LIMIT ?5
                """
        )
    }
}
