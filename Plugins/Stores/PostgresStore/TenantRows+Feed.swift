import CarillonModel
import CarillonPipeline
import StoredRows

extension TenantRows: FeedStore {
    @discardableResult
    func putInFeed(_ entries: [FeedEntry], at now: Instant) async throws(StoreFailure) -> Set<UserID> {
        try await write { database in try database.show(entries, at: now) }
    }

    func feed(of reader: UserID, _ query: FeedQuery) async throws(StoreFailure) -> FeedPage {
        try await read { database in try database.page(of: reader, query) }
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
        // Before the transaction that others wait for.
        let found = try await self.read { database in try database.found(ids, of: reader) }
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
    fileprivate func page(of reader: UserID, _ query: FeedQuery) throws -> FeedPage {
        let user = try first("SELECT row, feed_count, unread FROM usr WHERE id = $1", reader) {
            (row: try $0["row"] as Int64, count: try $0["feed_count"] as Int, unread: try $0["unread"] as Int)
        }
        guard let user else { return FeedPage(items: [], totalCount: 0, allCount: 0, unreadCount: 0, hasMore: false) }
        let categories = query.categories.isEmpty ? nil : Array(query.categories)
        let total =
            if categories != nil {
                try count(
                    "SELECT count(*) FROM feed WHERE usr = $1 AND \(Self.matchesQuery)",
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

    /// Of a row of `feed`: $2 has categories, or is NULL for all, $3 whether only unread ones match.
    static let matchesQuery =
        "($2 IS NULL OR category = ANY($2)) AND (NOT $3 OR read_at IS NULL)"

    /// Most that is marked is among the newest, on few pages; what doesn't is looked up one by one, however long the
    /// feed is.
    fileprivate func found(_ ids: [String], of reader: UserID) throws -> MarkableItems {
        let user = try first("SELECT row, unread FROM usr WHERE id = $1", reader.rawValue) {
            MarkableItems(user: try $0["row"], unreadCount: try $0["unread"])
        }
        guard var found = user, let row = found.user else { return MarkableItems() }
        var seen: Set<ExactText> = []
        let ids = ids.filter { seen.insert($0.exact).inserted }
        let newest = try rows(
            """
            SELECT id, rank, read_at IS NOT NULL AS is_read FROM (
                SELECT id, rank, read_at FROM feed WHERE usr = $1 ORDER BY rank DESC LIMIT $2
            ) f WHERE id = ANY($3)
            """,
            row,
            2 * ids.count,
            ids
        ) { MarkableItems.Entry(id: try $0["id"], rank: try $0["rank"], isRead: try $0["is_read"]) }
        let entryOfID = Dictionary(newest.map { ($0.id.exact, $0) }) { first, _ in first }
        found.entries = try ids.compactMap { id in try entryOfID[id.exact] ?? entry(id, in: row) }
        return found
    }

    fileprivate func items(_ ids: [String], of reader: UserID) throws -> [FeedItem] {
        let found = try found(ids, of: reader)
        guard let user = found.user, !found.entries.isEmpty else { return [] }
        let items = try rows(
            """
            SELECT \(Self.itemColumns) FROM feed f JOIN feed_content s ON s.notification = f.notification
            WHERE f.usr = $1 AND f.rank = ANY($2)
            """,
            user,
            found.entries.map(\.rank)
        ) { try FeedItem($0, reader: reader) }
        let ofRank = Dictionary(items.map { ($0.row, $0) }) { first, _ in first }
        return found.entries.compactMap { ofRank[$0.rank] }
    }

    /// A rank begins with the time that its notification was due.
    fileprivate func ids(in group: CollectedGroup, of reader: UserID, read: Bool) throws -> [String] {
        try values(
            """
            SELECT f.id FROM usr u JOIN feed f ON f.usr = u.row
                JOIN feed_content s ON s.notification = f.notification
            WHERE u.id = $1 AND f.rank BETWEEN $2 AND $3 AND (f.read_at IS NOT NULL) = $4 AND s.priority = $5
            ORDER BY f.rank LIMIT $6
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
    static func rank(dueAt: Instant, row: Int64) -> Int64 {
        max(0, min(dueAt.epochMilliseconds, 1 << 43 - 1)) << 20 | (row & (1 << 20 - 1))
    }

    private func entry(_ id: String, in user: Int64) throws -> MarkableItems.Entry? {
        try first(
            """
            SELECT f.rank, f.read_at IS NOT NULL AS is_read FROM notification n JOIN feed_content s ON s.notification = n.row
                JOIN feed f ON f.usr = s.usr AND f.rank = s.rank
            WHERE n.id = $1 AND n.usr = $2
            """,
            id,
            user
        ) { MarkableItems.Entry(id: id, rank: try $0["rank"], isRead: try $0["is_read"]) }
    }

    /// - Returns: the ranks of those that weren't so already. One that was removed meanwhile is passed over.
    fileprivate func mark(_ ranks: [Int64], of user: Int64, readAt: Instant?) throws -> Set<Int64> {
        let changed: [Int64] = try values(
            """
            UPDATE feed SET read_at = $3
            WHERE usr = $1 AND rank = ANY($2) AND (read_at IS NULL) = ($3 IS NOT NULL)
            RETURNING rank
            """,
            user,
            ranks,
            readAt
        )
        return Set(changed)
    }

    fileprivate func unreadCount(of user: Int64) throws -> Int {
        try value("SELECT unread FROM usr WHERE row = $1", user) ?? 0
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
