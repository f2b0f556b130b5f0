import CarillonModel
import CarillonPipeline
import StoredRows

/// The deliveries of a channel that may be leased.
struct DueDeliveries: DueRows {
    struct Found: Sendable {
        var row: Int64
        var window: String?
    }

    let channel: ChannelID
    let now: Instant
    let database: Database

    func due(at first: Int64, behind row: Int64, without users: Set<Int64>, limit: Int) throws -> [DueRow<Found>] {
        try due(Self.selectThen, first, row, without: users, limit)
    }

    func due(after first: Int64, without users: Set<Int64>, limit: Int) throws -> [DueRow<Found>] {
        try due(Self.selectLater, first, now.epochMilliseconds, without: users, limit)
    }

    func last() throws -> DuePosition? {
        try database.first(
            """
            SELECT due_at, row FROM delivery
            WHERE status = \(delivery: .waiting) AND due_at IS NOT NULL AND channel = $1 AND due_at <= $2
            ORDER BY due_at DESC, row DESC LIMIT 1
            """,
            channel,
            now
        ) { try DuePosition(dueAt: $0["due_at"], row: $0["row"]) }
    }

    private func due(
        _ select: String,
        _ first: Int64,
        _ last: Int64,
        without users: Set<Int64>,
        _ limit: Int
    ) throws -> [DueRow<Found>] {
        try database.rows(select, channel, first, last, users.sorted(), limit) { columns in
            let place = try DuePosition(dueAt: columns["due_at"], row: columns["row"])
            return try DueRow(
                found: Found(row: place.row, window: columns["send_window"]),
                place: place,
                user: columns["usr"]
            )
        }
    }

    private static let selectThen = select("due_at = $2 AND row > $3")
    private static let selectLater = select("due_at > $2 AND due_at <= $3")

    /// - Parameter range: of `due_at`, and of rows, between the two numbers.
    private static func select(_ range: String) -> String {
        """
        SELECT due_at, row, send_window, usr FROM delivery
        WHERE status = \(delivery: .waiting) AND due_at IS NOT NULL AND channel = $1 AND \(range) AND usr <> ALL($4)
        ORDER BY due_at, row LIMIT $5
        """
    }
}
