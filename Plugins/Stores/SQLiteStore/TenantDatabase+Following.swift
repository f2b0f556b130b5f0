import CarillonModel
import CarillonPipeline
import GRDB
import StoredRows

extension TenantDatabase: FollowingStore {
    func follow(_ reader: UserID) async throws(StoreFailure) -> FeedPosition {
        if let follower = try await read({ database in try database.follower(reader) }) {
            return FeedPosition(position: follower.position, unreadCount: follower.unread)
        }
        return try await write { database in
            let user = try database.row(of: reader)
            try database.run(
                """
                UPDATE user SET followed_from = coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'change'), 0)
                WHERE row = ? AND followed_from IS NULL
                """,
                user
            )
            let follower = try database.follower(reader)
            return FeedPosition(position: follower?.position ?? 0, unreadCount: follower?.unread ?? 0)
        }
    }

    func changes(
        of reader: UserID,
        after position: Int64,
        limit: Int
    ) async throws(StoreFailure) -> FeedChanges? {
        try await read { database in
            guard let follower = try database.follower(reader), follower.first <= position,
                position <= follower.position
            else { return nil }
            var rows = try database.rows(
                """
                SELECT row, notification, marked, read_at FROM change WHERE user = ? AND row > ? ORDER BY row LIMIT ?
                """,
                follower.user,
                position,
                limit + 1,
                decode: ChangeRow.init
            )
            let hasMore = rows.count > limit
            if hasMore { rows.removeLast() }
            return FeedChanges(
                changes: try rows.compactMap { row in
                    try database.kind(of: row, reader: reader).map { FeedChange(position: row.row, kind: $0) }
                },
                position: rows.last?.row ?? position,
                unreadCount: follower.unread,
                hasMore: hasMore
            )
        }
    }

    func forgetChanges(in home: LaneLease, before cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int {
        try home.requireSole()
        // The first rows are the oldest: a clock that was set back keeps some longer.
        let old = try await read { database in
            try database.rows("SELECT row, user, at FROM change WHERE row > 0 ORDER BY row LIMIT ?", limit) {
                (row: try $0["row"] as Int64, user: try $0["user"] as Int64, at: try $0["at"] as Instant)
            }
            .prefix { $0.at < cutoff }
        }
        guard !old.isEmpty else { return 0 }
        let newest = Dictionary(old.map { ($0.user, $0.row) }, uniquingKeysWith: max)
        return try await write { database in
            for (user, row) in newest {
                try database.run(
                    "UPDATE user SET followed_from = ?2 WHERE row = ?1 AND followed_from < ?2",
                    user,
                    row
                )
            }
            return try old.reduce(0) { count, change in
                try database.run("DELETE FROM change WHERE row = ?", change.row)
                return count + database.changesCount
            }
        }
    }
}

extension Database {
    /// For a reader who doesn't follow this reads one row, and writes nothing.
    ///
    /// - Returns: the reader; nil for one who doesn't follow.
    func keepShown(_ notification: Int64, of user: Int64, at now: Instant) throws -> UserID? {
        try run(
            """
            INSERT INTO change (user, notification, at)
            SELECT row, ?2, ?3 FROM user WHERE row = ?1 AND followed_from IS NOT NULL
            """,
            user,
            notification,
            now
        )
        return try changesCount > 0 ? value("SELECT id FROM user WHERE row = ?", user) : nil
    }

    func keepMarked(_ ids: [String], of user: Int64, readAt: Instant?, at now: Instant) throws {
        try run(
            """
            INSERT INTO change (user, marked, read_at, at)
            SELECT row, ?2, ?3, ?4 FROM user WHERE row = ?1 AND followed_from IS NOT NULL
            """,
            user,
            JSONValue.array(ids.map { .string($0) }).text,
            readAt,
            now
        )
    }

    /// Nil where nobody follows.
    fileprivate func follower(_ reader: UserID) throws -> Follower? {
        try first(
            """
            SELECT row, unread, followed_from,
                coalesce((SELECT max(c.row) FROM change c WHERE c.user = user.row), followed_from) AS position
            FROM user WHERE id = ? AND followed_from IS NOT NULL
            """,
            reader
        ) { columns in
            try Follower(
                user: columns["row"],
                unread: columns["unread"],
                first: columns["followed_from"],
                position: columns["position"]
            )
        }
    }

    /// Nil where the notification is gone.
    fileprivate func kind(of row: ChangeRow, reader: UserID) throws -> FeedChange.Kind? {
        guard let notification = row.notification else {
            return .marked(row.marked, readAt: row.readAt)
        }
        return try first(
            """
            SELECT \(Self.itemColumns) FROM feed_content s JOIN feed f ON f.user = s.user AND f.rank = s.rank
            WHERE s.notification = ?
            """,
            notification
        ) { .shown(try FeedItem($0, reader: reader)) }
    }
}

private struct Follower {
    let user: Int64
    let unread: Int
    /// Changes after this one are all there.
    let first: Int64
    let position: Int64
}

private struct ChangeRow {
    let row: Int64
    let notification: Int64?
    let marked: [String]
    let readAt: Instant?

    init(_ columns: Columns) throws {
        row = try columns["row"]
        notification = try columns["notification"]
        marked = (try columns["marked"] as String?).map { [String](rowText: $0) } ?? []
        readAt = try columns["read_at"]
    }
}
