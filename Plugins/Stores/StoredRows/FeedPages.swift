import CarillonModel
import CarillonPipeline

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

extension StoreConnection {
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
        let ahead = try items(of: feed.user, at: Array(ranks.dropFirst(skipped)), reader: feed.reader)
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
                sql(FeedStatements.unread),
                feed.user,
                feed.categories,
                feed.query.unreadOnly,
                last,
                min(limit, feed.unreadCount)
            )
        case .urgency(let since):
            let unread: [Int64] = try values(
                sql(FeedStatements.highUnread),
                feed.user,
                feed.categories,
                feed.query.unreadOnly,
                last,
                limit
            )
            // As many as were marked since, in the order they were.
            let read: [Int64] = try values(
                sql(FeedStatements.highRead),
                feed.user,
                feed.categories,
                feed.query.unreadOnly,
                last,
                since
            )
            return Array((unread + read).sorted(by: >).prefix(limit))
        }
    }

    /// Newest first.
    func items(of user: Int64, at ranks: [Int64], reader: UserID) throws -> [FeedItem] {
        guard !ranks.isEmpty else { return [] }
        let items = try rows(sql(FeedStatements.items), user, ranks) { try FeedItem($0, reader: reader) }
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
            sql(FeedStatements.others),
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
    /// Joined from left to right they come in this order already, but SQL doesn't promise that, and with an `ORDER BY` SQLite would
    /// sort all of them first.
    fileprivate var newestFirst: [FeedItem] { sorted { $0.row > $1.row } }
}

/// What feeds are asked.
package enum FeedStatements {
    /// Items of a feed that are read at once.
    static let pageLimit = 200

    package static let counts = Wording { "SELECT row, feed_count, unread FROM \($0.usersWithCounts) WHERE id = ?" }

    static let unreadCount = Wording { "SELECT unread FROM \($0.usersWithCounts) WHERE row = ?" }

    static let follower = Wording { dialect in
        """
        SELECT row, unread, followed_from,
            coalesce((SELECT max(c.row) FROM change c WHERE c.user = u.row), followed_from) AS position
        FROM \(dialect.usersWithCounts) WHERE id = ? AND followed_from IS NOT NULL
        """
    }

    static let count = Wording { "SELECT count(*) FROM feed WHERE user = ?1 AND \(matchesQuery($0))" }

    static let unread = Wording { dialect in
        """
        SELECT rank FROM feed WHERE user = ?1 AND \(matchesQuery(dialect)) AND rank < ?4 AND read_at IS NULL
        ORDER BY rank DESC LIMIT ?5
        """
    }

    static let highUnread = Wording { dialect in
        """
        SELECT rank FROM \(high(dialect)) AND rank < ?4 AND read_at IS NULL ORDER BY rank DESC LIMIT ?5
        """
    }

    static let highRead = Wording { "SELECT rank FROM \(high($0)) AND rank < ?4 AND read_at > ?5" }

    /// Of a reader, those that match the query and are of high priority.
    private static func high(_ dialect: Dialect) -> String {
        switch dialect {
        case .sqlite: "feed INDEXED BY feed_high WHERE user = ?1 AND \(matchesQuery(dialect)) AND is_high = 1"
        case .postgreSQL: "feed WHERE user = ?1 AND \(matchesQuery(dialect)) AND is_high"
        }
    }

    static let items = Wording { dialect in
        """
        SELECT \(FeedItem.columns) FROM feed f \(dialect.join) feed_content s ON s.notification = f.notification
        WHERE f.user = ?1 AND \(dialect.isIn("f.rank", 2))
        """
    }

    /// `?7` and `?8`: what the order puts ahead is left out, all that is unread, or what is of high priority and was
    /// unread at that time.
    static let others = Wording { dialect in
        """
        SELECT \(FeedItem.columns) FROM (
            SELECT rank, notification, id, category, read_at FROM feed
            WHERE user = ?1 AND \(matchesQuery(dialect)) AND rank < ?4
                AND NOT (?7 AND read_at IS NULL)
                AND NOT (?8 IS NOT NULL AND is_high AND (read_at IS NULL OR read_at > ?8))
            ORDER BY rank DESC LIMIT ?5 OFFSET ?6
        ) f \(dialect.join) feed_content s ON s.notification = f.notification
        """
    }

    /// Of a row of `feed`: `?2` has categories, or is NULL for all, `?3` whether only unread ones match.
    private static func matchesQuery(_ dialect: Dialect) -> String {
        "(?2 IS NULL OR \(dialect.isIn("category", 2))) AND (NOT ?3 OR read_at IS NULL)"
    }

    static let newest = Wording { dialect in
        """
        SELECT id, rank, read_at IS NOT NULL AS is_read FROM (
            SELECT id, rank, read_at FROM feed WHERE user = ?1 ORDER BY rank DESC LIMIT ?2
        ) f WHERE \(dialect.isIn("id", 3))
        """
    }

    static let entry = Wording { dialect in
        """
        SELECT f.rank, f.read_at IS NOT NULL AS is_read
        FROM notification n \(dialect.join) feed_content s ON s.notification = n.row
            \(dialect.join) feed f ON f.user = s.user AND f.rank = s.rank
        WHERE n.id = ?1 AND n.user = ?2
        """
    }

    static let mark = Wording { dialect in
        """
        UPDATE feed SET read_at = ?3
        WHERE user = ?1 AND \(dialect.isIn("rank", 2)) AND (read_at IS NULL) = (?3 IS NOT NULL)
        RETURNING rank
        """
    }

    static let group = Wording { dialect in
        """
        SELECT f.id FROM user u \(dialect.join) feed f ON f.user = u.row
            \(dialect.join) feed_content s ON s.notification = f.notification
        WHERE u.id = ?1 AND f.rank BETWEEN ?2 AND ?3 AND (f.read_at IS NOT NULL) = ?4 AND s.priority = ?5
        ORDER BY f.rank LIMIT ?6
        """
    }
}
