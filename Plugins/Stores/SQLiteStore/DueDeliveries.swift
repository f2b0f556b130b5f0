import CarillonModel
import CarillonPipeline
import GRDB
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
            WHERE status = \(delivery: .waiting) AND due_at IS NOT NULL AND channel = ? AND due_at <= ?
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
        try database.rows(select, channel, first, last, users.sorted().rowText, limit) { columns in
            let place = try DuePosition(dueAt: columns["due_at"], row: columns["row"])
            return try DueRow(
                found: Found(row: place.row, window: columns["window"]),
                place: place,
                user: columns["user"]
            )
        }
    }

    private static let selectThen = select("d.due_at = ?2 AND d.row > ?3")
    private static let selectLater = select("d.due_at > ?2 AND d.due_at <= ?3")

    /// - Parameter range: of `due_at`, and of rows, between the two numbers.
    private static func select(_ range: String) -> String {
        """
        SELECT d.due_at, d.row, d.window, n.user FROM delivery d CROSS JOIN notification n ON n.row = d.notification
        WHERE d.status = \(delivery: .waiting) AND d.due_at IS NOT NULL AND d.channel = ?1 AND \(range)
            AND n.user NOT IN (SELECT value FROM json_each(?4))
        ORDER BY d.due_at, d.row LIMIT ?5
        """
    }
}
