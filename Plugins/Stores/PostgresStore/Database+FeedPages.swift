import CarillonModel
import CarillonPipeline
import StoredRows

/// What a page of a feed is taken from.
struct FeedSelection {
    let reader: UserID
    let user: Int64
    /// How many the reader has not read.
    let unreadCount: Int
    let query: FeedQuery
    /// Nil for all.
    let categories: [String]?

    fileprivate var urgentSince: Instant? {
        if case .urgency(let since) = query.order { since } else { nil }
    }
}

extension Database {
    /// The page's items and one more, where there is one.
    func items(_ feed: FeedSelection) throws -> [FeedItem] {
        let wanted = feed.query.limit + 1
        var (last, skipped) = (Int64.max, 0)
        switch feed.query.start {
        case .offset(let count): skipped = count
        case .before(let row, isAhead: true): last = row
        case .before(let row, isAhead: false): return try others(feed, before: row, skipping: 0, limit: wanted)
        }
        let ranks = try ranksAhead(feed, before: last, limit: skipped + wanted)
        let ahead = try items(feed, at: ranks.dropFirst(skipped))
        guard ahead.count < wanted else { return ahead }
        let others = try others(
            feed,
            before: .max,
            skipping: max(0, skipped - ranks.count),
            limit: wanted - ahead.count
        )
        return ahead + others
    }

    /// The first of those that the order puts ahead.
    private func ranksAhead(_ feed: FeedSelection, before last: Int64, limit: Int) throws -> [Int64] {
        switch feed.query.order {
        case .time: return []
        case .unread:
            // Once all are found, the rest needn't be searched.
            return try values(
                """
                SELECT rank FROM feed WHERE usr = $1 AND \(Self.matchesQuery) AND rank < $4 AND read_at IS NULL
                ORDER BY rank DESC LIMIT $5
                """,
                feed.user,
                feed.categories,
                feed.query.unreadOnly,
                last,
                min(limit, feed.unreadCount)
            )
        case .urgency(let since):
            let unread: [Int64] = try values(
                """
                SELECT rank FROM feed
                WHERE usr = $1 AND \(Self.matchesQuery) AND rank < $4 AND is_high AND read_at IS NULL
                ORDER BY rank DESC LIMIT $5
                """,
                feed.user,
                feed.categories,
                feed.query.unreadOnly,
                last,
                limit
            )
            // As many as were marked since, in the order they were.
            let read: [Int64] = try values(
                """
                SELECT rank FROM feed
                WHERE usr = $1 AND \(Self.matchesQuery) AND rank < $4 AND is_high AND read_at > $5
                """,
                feed.user,
                feed.categories,
                feed.query.unreadOnly,
                last,
                since
            )
            return Array((unread + read).sorted(by: >).prefix(limit))
        }
    }

    private func items(_ feed: FeedSelection, at ranks: ArraySlice<Int64>) throws -> [FeedItem] {
        guard !ranks.isEmpty else { return [] }
        let items = try rows(
            """
            SELECT \(Self.itemColumns) FROM feed f JOIN feed_content s ON s.notification = f.notification
            WHERE f.usr = $1 AND f.rank = ANY($2)
            """,
            feed.user,
            Array(ranks)
        ) { try FeedItem($0, reader: feed.reader) }
        return items.newestFirst
    }

    /// Those that the order doesn't put ahead.
    private func others(
        _ feed: FeedSelection,
        before last: Int64,
        skipping skipped: Int,
        limit: Int
    ) throws -> [FeedItem] {
        let items = try rows(
            """
            SELECT \(Self.itemColumns) FROM (
                SELECT rank, notification, id, category, read_at FROM feed
                WHERE usr = $1 AND \(Self.matchesQuery) AND rank < $4
                    AND NOT ($7 AND read_at IS NULL)
                    AND NOT ($8::bigint IS NOT NULL AND is_high AND (read_at IS NULL OR read_at > $8))
                ORDER BY rank DESC LIMIT $5 OFFSET $6
            ) f JOIN feed_content s ON s.notification = f.notification
            """,
            feed.user,
            feed.categories,
            feed.query.unreadOnly,
            last,
            limit,
            skipped,
            feed.query.order == .unread,
            feed.urgentSince
        ) { try FeedItem($0, reader: feed.reader) }
        return items.newestFirst
    }
}

extension [FeedItem] {
    /// By hand: a join has no order, and a page is short.
    fileprivate var newestFirst: [FeedItem] { sorted { $0.row > $1.row } }
}
