import CarillonModel
import CarillonPipeline
import GRDB
import StoredRows

extension TenantDatabase: FeedStore {
    /// Items of a feed that are read on the caller's thread.
    private static let pageLimit = 200

    @discardableResult
    func putInFeed(_ entries: [FeedEntry], at now: Instant) async throws(StoreFailure) -> Set<UserID> {
        try await write { database in try Set(entries.compactMap { try database.show($0, at: now) }) }
    }

    func feed(of reader: UserID, _ query: FeedQuery) async throws(StoreFailure) -> FeedPage {
        // A page holds up no thread for long; all that somebody has, may.
        guard query.limit <= Self.pageLimit else {
            return try await read { database in try database.page(of: reader, query) }
        }
        return try readAtOnce { database in try database.page(of: reader, query) }
    }

    func items(_ ids: [String], of reader: UserID) async throws(StoreFailure) -> [FeedItem] {
        try await read { database in try database.items(ids, of: reader) }
    }

    func mark(
        _ ids: [String],
        of reader: UserID,
        read: Bool,
        at now: Instant
    ) async throws(StoreFailure) -> MarkResult {
        // Found on a reader, to keep the writer free.
        let found = try readAtOnce { database in try database.found(ids, of: reader) }
        var result = MarkResult(ids: found.entries.map(\.id), updatedCount: 0, unreadCount: found.unreadCount)
        guard let user = found.user, found.entries.contains(where: { $0.isRead != read }) else { return result }
        (result.updatedCount, result.unreadCount) = try await write { database in
            let ranks = try database.mark(found.entries.map(\.rank), of: user, readAt: read ? now : nil)
            let changed = found.entries.filter { ranks.contains($0.rank) }
            if !changed.isEmpty {
                try database.keepMarked(changed.map(\.id), of: user, readAt: read ? now : nil, at: now)
            }
            return (changed.count, try database.unreadCount(of: user))
        }
        return result
    }

    func ids(in group: CollectedGroup, of reader: UserID, read: Bool) async throws(StoreFailure) -> [String] {
        try await self.read { database in try database.ids(in: group, of: reader, read: read) }
    }
}

/// What somebody marks, as far as it is in their feed.
private struct MarkableItems: Sendable {
    struct Entry {
        let id: String
        let rank: Int64
        let isRead: Bool
    }

    /// Nil where nothing is known of them.
    var user: Int64?
    var unreadCount = 0
    /// In the order they were named, each once.
    var entries: [Entry] = []
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

    fileprivate func page(of reader: UserID, _ query: FeedQuery) throws -> FeedPage {
        let user = try first("SELECT row, feed_count, unread FROM user WHERE id = ?", reader) {
            (row: try $0["row"] as Int64, count: try $0["feed_count"] as Int, unread: try $0["unread"] as Int)
        }
        guard let user else { return FeedPage(items: [], totalCount: 0, allCount: 0, unreadCount: 0, hasMore: false) }
        let categories = query.categories.isEmpty ? nil : JSONValue.array(query.categories.map { .string($0) }).text
        let total =
            if categories != nil {
                try count(
                    "SELECT count(*) FROM feed WHERE user = ?1 AND \(Self.matchesQuery)",
                    user.row,
                    categories,
                    query.unreadOnly
                )
            } else {
                query.unreadOnly ? user.unread : user.count
            }
        let feed = FeedSelection(
            reader: reader,
            user: user.row,
            unreadCount: user.unread,
            query: query,
            categories: categories
        )
        var items = try items(feed)
        let hasMore = items.count > query.limit
        if hasMore { items.removeLast() }
        return FeedPage(
            items: items,
            totalCount: total,
            allCount: user.count,
            unreadCount: user.unread,
            hasMore: hasMore
        )
    }

    /// Of a row of `feed`: `?2` is a JSON array of categories, or NULL for all, `?3` whether only unread ones match.
    static let matchesQuery =
        "(?2 IS NULL OR category IN (SELECT value FROM json_each(?2))) AND (NOT ?3 OR read_at IS NULL)"

    /// Most that is marked is among the newest, on few pages; what doesn't is looked up one by one, however long the
    /// feed is.
    fileprivate func found(_ ids: [String], of reader: UserID) throws -> MarkableItems {
        let user = try first("SELECT row, unread FROM user WHERE id = ?", reader.rawValue) {
            MarkableItems(user: try $0["row"], unreadCount: try $0["unread"])
        }
        guard var found = user, let row = found.user else { return MarkableItems() }
        var seen: Set<ExactText> = []
        let ids = ids.filter { seen.insert($0.exact).inserted }
        let newest = try rows(
            """
            SELECT id, rank, read_at IS NOT NULL AS is_read FROM (
                SELECT id, rank, read_at FROM feed WHERE user = ? ORDER BY rank DESC LIMIT ?
            ) f WHERE id IN (SELECT value FROM json_each(?))
            """,
            row,
            2 * ids.count,
            JSONValue.array(ids.map { .string($0) }).text
        ) { MarkableItems.Entry(id: try $0["id"], rank: try $0["rank"], isRead: try $0["is_read"]) }
        let entryOfID = Dictionary(newest.map { ($0.id.exact, $0) }) { first, _ in first }
        found.entries = try ids.compactMap { id in try entryOfID[id.exact] ?? entry(id, in: row) }
        return found
    }

    fileprivate func items(_ ids: [String], of reader: UserID) throws -> [FeedItem] {
        try found(ids, of: reader).entries.compactMap { entry in
            try first(
                """
                SELECT \(Self.itemColumns)
                FROM user u CROSS JOIN feed f ON f.user = u.row CROSS JOIN feed_content s ON s.notification = f.notification
                WHERE u.id = ? AND f.rank = ?
                """,
                reader,
                entry.rank
            ) { try FeedItem($0, reader: reader) }
        }
    }

    /// A rank begins with the time that its notification was due.
    fileprivate func ids(in group: CollectedGroup, of reader: UserID, read: Bool) throws -> [String] {
        try values(
            """
            SELECT f.id FROM user u CROSS JOIN feed f ON f.user = u.row
                CROSS JOIN feed_content s ON s.notification = f.notification
            WHERE u.id = ? AND f.rank BETWEEN ? AND ? AND (f.read_at IS NOT NULL) = ? AND s.priority = ?
            ORDER BY f.rank LIMIT ?
            """,
            reader,
            Self.rank(dueAt: group.due.lowerBound, row: 0),
            Self.rank(dueAt: group.due.upperBound, row: -1),
            read,
            group.priority,
            CollectedGroup.limit
        )
    }

    /// By due time, then by row: 43 bits of milliseconds above 20 bits of the row.
    private static func rank(dueAt: Instant, row: Int64) -> Int64 {
        max(0, min(dueAt.epochMilliseconds, 1 << 43 - 1)) << 20 | (row & (1 << 20 - 1))
    }

    private func entry(_ id: String, in user: Int64) throws -> MarkableItems.Entry? {
        try first(
            """
            SELECT f.rank, f.read_at IS NOT NULL AS is_read FROM notification n CROSS JOIN feed_content s ON s.notification = n.row
                CROSS JOIN feed f ON f.user = s.user AND f.rank = s.rank
            WHERE n.id = ? AND n.user = ?
            """,
            id,
            user
        ) { MarkableItems.Entry(id: id, rank: try $0["rank"], isRead: try $0["is_read"]) }
    }

    /// - Returns: the ranks of those that weren't so already. One that was removed meanwhile is passed over.
    fileprivate func mark(_ ranks: [Int64], of user: Int64, readAt: Instant?) throws -> Set<Int64> {
        let changed: [Int64] = try values(
            """
            UPDATE feed SET read_at = ?3
            WHERE user = ?1 AND rank IN (SELECT value FROM json_each(?2)) AND (read_at IS NULL) = (?3 IS NOT NULL)
            RETURNING rank
            """,
            user,
            JSONValue.array(ranks.map { JSONValue($0) }).text,
            readAt
        )
        return Set(changed)
    }

    fileprivate func unreadCount(of user: Int64) throws -> Int {
        try value("SELECT unread FROM user WHERE row = ?", user) ?? 0
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

extension Database {
    /// What ``FeedItem/init(_:reader:)`` reads of `feed` as `f` and `feed_content` as `s`.
    static let itemColumns = "f.rank, f.id, s.type, s.priority, f.category, s.locale, s.content, s.due_at, f.read_at"
}

extension FeedItem {
    init(_ columns: Columns, reader: UserID) throws {
        try self.init(
            row: columns["rank"],
            id: columns["id"],
            event: columns["type"],
            recipient: reader,
            priority: columns["priority"],
            category: columns["category"],
            content: FeedContent(locale: columns["locale"], rowText: columns["content"]),
            createdAt: columns["due_at"],
            readAt: columns["read_at"]
        )
    }
}
