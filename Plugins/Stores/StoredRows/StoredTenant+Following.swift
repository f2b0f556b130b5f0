public import CarillonModel
public import CarillonPipeline

/// The port's `FollowingStore`, but for where following begins, and forgetting.
extension StoredTenant {
    public func changes(
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
                limit + 1
            ) { try ChangeRow($0) }
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
}

extension StoreConnection {
    public func keepMarked(_ ids: [String], of user: Int64, readAt: Instant?, at now: Instant) throws {
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
    public func follower(_ reader: UserID) throws -> Follower? {
        try first(
            sql(FeedStatements.follower),
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
            SELECT \(FeedItem.columns) FROM feed_content s JOIN feed f ON f.user = s.user AND f.rank = s.rank
            WHERE s.notification = ?
            """,
            notification
        ) { .shown(try FeedItem($0, reader: reader)) }
    }
}

/// Somebody whose feed is followed.
public struct Follower: Sendable {
    public let user: Int64
    public let unread: Int
    /// Changes after this one are all there.
    public let first: Int64
    public let position: Int64
}

private struct ChangeRow {
    let row: Int64
    let notification: Int64?
    let marked: [String]
    let readAt: Instant?

    init(_ columns: Columns<some PreparedStatement>) throws {
        row = try columns["row"]
        notification = try columns["notification"]
        marked = (try columns["marked"] as String?).map { [String](rowText: $0) } ?? []
        readAt = try columns["read_at"]
    }
}
