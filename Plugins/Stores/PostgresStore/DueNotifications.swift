import CarillonModel
import CarillonPipeline
import StoredRows

/// The notifications that may be routed.
struct DueNotifications: DueRows {
    let now: Instant
    let database: Database

    func due(at first: Int64, behind row: Int64, without users: Set<Int64>, limit: Int) throws -> [DueRow<Int64>] {
        try due(Self.selectThen, first, row, without: users, limit)
    }

    func due(after first: Int64, without users: Set<Int64>, limit: Int) throws -> [DueRow<Int64>] {
        try due(Self.selectLater, first, now.epochMilliseconds, without: users, limit)
    }

    func last() throws -> DuePosition? {
        try database.first(
            """
            SELECT due_at, row FROM notification WHERE status = \(notification: .scheduled) AND due_at <= $1
            ORDER BY due_at DESC, row DESC LIMIT 1
            """,
            now
        ) { try DuePosition(dueAt: $0["due_at"], row: $0["row"]) }
    }

    private func due(
        _ select: String,
        _ first: Int64,
        _ last: Int64,
        without users: Set<Int64>,
        _ limit: Int
    ) throws -> [DueRow<Int64>] {
        try database.rows(select, first, last, users.sorted(), limit) { columns in
            let place = try DuePosition(dueAt: columns["due_at"], row: columns["row"])
            return try DueRow(found: place.row, place: place, user: columns["usr"])
        }
    }

    private static let selectThen = select("due_at = $1 AND row > $2")
    private static let selectLater = select("due_at > $1 AND due_at <= $2")

    /// - Parameter range: of `due_at`, and of rows, between the two numbers.
    private static func select(_ range: String) -> String {
        """
        SELECT due_at, row, usr FROM notification
        WHERE status = \(notification: .scheduled) AND \(range) AND usr <> ALL($3)
        ORDER BY due_at, row LIMIT $4
        """
    }
}
