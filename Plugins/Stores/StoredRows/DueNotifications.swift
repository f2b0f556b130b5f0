public import CarillonModel

/// The notifications that may be routed.
public struct DueNotifications<Connection: SQLConnection>: DueRows {
    private let now: Instant
    private let database: Connection

    public init(now: Instant, database: Connection) {
        self.now = now
        self.database = database
    }

    public func due(
        at first: Int64,
        behind row: Int64,
        without users: Set<Int64>,
        limit: Int
    ) throws -> [DueRow<Int64>] {
        try due(DueStatements.notificationsThen, first, row, without: users, limit)
    }

    public func due(after first: Int64, without users: Set<Int64>, limit: Int) throws -> [DueRow<Int64>] {
        try due(DueStatements.notificationsLater, first, now.epochMilliseconds, without: users, limit)
    }

    public func last() throws -> DuePosition? {
        try database.first(
            """
            SELECT due_at, row FROM notification WHERE status = \(notification: .scheduled) AND due_at <= ?
            ORDER BY due_at DESC, row DESC LIMIT 1
            """,
            now
        ) { try DuePosition($0) }
    }

    private func due(
        _ select: Wording,
        _ first: Int64,
        _ last: Int64,
        without users: Set<Int64>,
        _ limit: Int
    ) throws -> [DueRow<Int64>] {
        try database.rows(database.sql(select), first, last, users.sorted(), limit) { columns in
            let place = try DuePosition(columns)
            return try DueRow(found: place.row, place: place, user: columns["recipient"])
        }
    }
}
