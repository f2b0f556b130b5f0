import CarillonModel
import CarillonPipeline
import GRDB
import StoredRows

extension TenantDatabase: FeedStore {
    @discardableResult
    func putInFeed(_ entries: [FeedEntry], at now: Instant) async throws(StoreFailure) -> Set<UserID> {
        try await write { database in try Set(entries.compactMap { try database.show($0, at: now) }) }
    }
}

extension Database {
    /// - Returns: the reader, where they follow their feed and this is new there.
    fileprivate func show(_ entry: FeedEntry, at now: Instant) throws -> UserID? {
        let found = try first(
            """
            SELECT n.row, n.user, n.due_at, n.priority, e.type
            FROM notification n JOIN event e ON e.row = n.event WHERE n.id = ?
            """,
            entry.notification
        ) { try ShownNotification($0) }
        guard let found else { return nil }
        if let delivery = entry.delivery, try !arrive(delivery, at: now) { return nil }
        let content = entry.content.rowText
        let rank = try freeRank(of: found.user, dueAt: found.dueAt, row: found.row)
        try run(
            """
            INSERT INTO feed_content (notification, user, rank, type, priority, due_at, locale, content)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            found.row,
            found.user,
            rank,
            found.type,
            found.priority,
            found.dueAt,
            entry.content.locale,
            content
        )
        guard changesCount > 0 else {
            try run(
                "UPDATE feed_content SET locale = ?, content = ? WHERE notification = ?",
                entry.content.locale,
                content,
                found.row
            )
            return nil
        }
        try run(
            "INSERT INTO feed (user, rank, notification, category, id, is_high) VALUES (?, ?, ?, ?, ?, ?)",
            found.user,
            rank,
            found.row,
            entry.category,
            entry.notification,
            found.priority == .high
        )
        return try keepShown(found.row, of: found.user, at: now)
    }

    /// Ends a delivery as delivered with what it puts in the feed.
    ///
    /// - Returns: false where it ended otherwise since it was leased.
    private func arrive(_ delivery: Int64, at now: Instant) throws -> Bool {
        try run(
            Self.updateArrived,
            now,
            delivery
        )
        return try changesCount > 0
            || exists("SELECT 1 FROM delivery WHERE row = ? AND status = \(delivery: .delivered)", delivery)
    }

    private static let updateArrived = """
        UPDATE delivery SET status = \(delivery: .delivered), due_at = NULL, attempts = attempts + 1, settled_at = ?
        WHERE row = ? AND status = \(delivery: .leased)
        """

    /// The reader's own place for a notification.
    ///
    /// A reader's ranks differ, or a page that ends between two equal ones would lose the second.
    private func freeRank(of user: Int64, dueAt: Instant, row: Int64) throws -> Int64 {
        let rank = Self.rank(dueAt: dueAt, row: row)
        guard try exists("SELECT 1 FROM feed WHERE user = ? AND rank = ?", user, rank) else { return rank }
        // After all of its time, instead of looking at one place after the other.
        let last = try number("SELECT max(rank) FROM feed WHERE user = ? AND rank < ?", user, (rank >> 20 + 1) << 20)
        return try firstFree(from: (last ?? rank) + 1, of: user)
    }

    /// Goes on into the next millisecond only where this one has a million.
    private func firstFree(from rank: Int64, of user: Int64) throws -> Int64 {
        var rank = rank
        while try exists("SELECT 1 FROM feed WHERE user = ? AND rank = ?", user, rank) { rank += 1 }
        return rank
    }
}

private struct ShownNotification {
    let row: Int64
    let user: Int64
    let dueAt: Instant
    let priority: Priority
    let type: EventTypeID

    init(_ columns: Columns) throws {
        row = try columns["row"]
        user = try columns["user"]
        dueAt = try columns["due_at"]
        priority = try columns["priority"]
        type = try columns["type"]
    }
}
