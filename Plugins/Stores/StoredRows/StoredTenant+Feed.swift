public import CarillonModel
public import CarillonPipeline
import CarillonPluginKit

/// The port's `FeedStore`, but for what puts notifications there.
extension StoredTenant {
    public func feed(of reader: UserID, _ query: FeedQuery) async throws(StoreFailure) -> FeedPage {
        // A page holds up no thread for long; all that somebody has, may.
        guard query.limit <= FeedStatements.pageLimit else {
            return try await read { database in try database.page(of: reader, query) }
        }
        return try await readPage { database in try database.page(of: reader, query) }
    }

    public func items(_ ids: [String], of reader: UserID) async throws(StoreFailure) -> [FeedItem] {
        try await read { database in
            let found = try database.found(ids, of: reader)
            guard let user = found.user, !found.entries.isEmpty else { return [] }
            let items = try database.items(of: user, at: found.entries.map(\.rank), reader: reader)
            let ofRank = Dictionary(items.map { ($0.row, $0) }) { first, _ in first }
            return found.entries.compactMap { ofRank[$0.rank] }
        }
    }

    public func mark(
        _ ids: [String],
        of reader: UserID,
        read: Bool,
        at now: Instant
    ) async throws(StoreFailure) -> MarkResult {
        // Before the transaction that others wait for.
        let found = try await readPage { database in try database.found(ids, of: reader) }
        var result = MarkResult(of: reader, ids: found.entries.map(\.id), unreadCount: found.unreadCount)
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

    public func ids(in group: CollectedGroup, of reader: UserID, read: Bool) async throws(StoreFailure) -> [String] {
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

extension StoreConnection {
    fileprivate func page(of reader: UserID, _ query: FeedQuery) throws -> FeedPage {
        let user = try first(sql(FeedStatements.counts), reader) {
            (row: try $0["row"] as Int64, count: try $0["feed_count"] as Int, unread: try $0["unread"] as Int)
        }
        guard let user else { return FeedPage(items: [], totalCount: 0, allCount: 0, unreadCount: 0, hasMore: false) }
        let categories = query.categories.isEmpty ? nil : Array(query.categories)
        let total =
            if categories != nil {
                try count(
                    sql(FeedStatements.count),
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

    /// Most that is marked is among the newest, on few pages; what doesn't is looked up one by one, however long the
    /// feed is.
    fileprivate func found(_ ids: [String], of reader: UserID) throws -> MarkableItems {
        let user = try first(sql(FeedStatements.counts), reader.rawValue) {
            MarkableItems(user: try $0["row"], unreadCount: try $0["unread"])
        }
        guard var found = user, let row = found.user else { return MarkableItems() }
        var seen: Set<ExactText> = []
        let ids = ids.filter { seen.insert($0.exact).inserted }
        let newest = try rows(
            sql(FeedStatements.newest),
            row,
            2 * ids.count,
            ids
        ) { MarkableItems.Entry(id: try $0["id"], rank: try $0["rank"], isRead: try $0["is_read"]) }
        let entryOfID = Dictionary(newest.map { ($0.id.exact, $0) }) { first, _ in first }
        found.entries = try ids.compactMap { id in try entryOfID[id.exact] ?? entry(id, in: row) }
        return found
    }

    /// A rank begins with the time that its notification was due.
    fileprivate func ids(in group: CollectedGroup, of reader: UserID, read: Bool) throws -> [String] {
        try values(
            sql(FeedStatements.group),
            reader,
            Self.rank(dueAt: group.due.lowerBound, row: 0),
            Self.rank(dueAt: group.due.upperBound, row: -1),
            read,
            group.priority,
            CollectedGroup.limit
        )
    }

    /// By due time, then by row: 43 bits of milliseconds above 20 bits of the row.
    public static func rank(dueAt: Instant, row: Int64) -> Int64 {
        max(0, min(dueAt.epochMilliseconds, 1 << 43 - 1)) << 20 | (row & (1 << 20 - 1))
    }

    private func entry(_ id: String, in user: Int64) throws -> MarkableItems.Entry? {
        try first(
            sql(FeedStatements.entry),
            id,
            user
        ) { MarkableItems.Entry(id: id, rank: try $0["rank"], isRead: try $0["is_read"]) }
    }

    /// - Returns: the ranks of those that weren't so already. One that was removed meanwhile is passed over.
    fileprivate func mark(_ ranks: [Int64], of user: Int64, readAt: Instant?) throws -> Set<Int64> {
        let changed: [Int64] = try values(
            sql(FeedStatements.mark),
            user,
            ranks,
            readAt
        )
        return Set(changed)
    }

    fileprivate func unreadCount(of user: Int64) throws -> Int {
        try value(sql(FeedStatements.unreadCount), user) ?? 0
    }
}

extension FeedItem {
    /// What ``init(_:reader:)`` reads of `feed` as `f` and `feed_content` as `s`.
    public static let columns =
        "f.rank, f.id, s.type, s.priority, f.category, s.locale, s.content, s.due_at, f.read_at"

    public init(_ columns: Columns<some PreparedStatement>, reader: UserID) throws {
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
