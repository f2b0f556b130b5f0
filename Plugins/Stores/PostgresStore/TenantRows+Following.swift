import CarillonModel
import CarillonPipeline
import StoredRows

extension TenantRows: FollowingStore {
    func follow(_ reader: UserID) async throws(StoreFailure) -> FeedPosition {
        if let follower = try await read({ database in try database.follower(reader) }) {
            return FeedPosition(position: follower.position, unreadCount: follower.unread)
        }
        return try await write { database in
            let user = try database.row(of: reader)
            try database.run(
                """
                UPDATE usr SET followed_from = next_row() WHERE row = $1 AND followed_from IS NULL
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
                SELECT row, notification, marked, read_at FROM change WHERE usr = $1 AND row > $2 ORDER BY row LIMIT $3
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
        // The first rows are the oldest: a clock that was set back keeps some longer.
        let old = try await read { database in
            try database.requireToRead([home])
            return try database.rows("SELECT row, usr, at FROM change ORDER BY row LIMIT $1", limit) {
                (row: try $0["row"] as Int64, user: try $0["usr"] as Int64, at: try $0["at"] as Instant)
            }
            .prefix { $0.at < cutoff }
        }
        guard !old.isEmpty else { return 0 }
        let newest = Dictionary(old.map { ($0.user, $0.row) }, uniquingKeysWith: max)
        return try await write { database in
            for (user, row) in newest {
                try database.run(
                    "UPDATE usr SET followed_from = $2 WHERE row = $1 AND followed_from < $2",
                    user,
                    row
                )
            }
            try database.run("DELETE FROM change WHERE row = ANY($1)", old.map(\.row))
            return database.changesCount
        }
    }
}

extension Database {
    /// Notes what is new, in its order, for those readers who follow.
    ///
    /// - Returns: these readers.
    func keepShown(_ shown: [(notification: Int64, user: Int64)], at now: Instant) throws -> Set<UserID> {
        let kept: [Int64] = try values(
            """
            INSERT INTO change (usr, notification, at)
            SELECT u.row, s.notification, $3
            FROM unnest($1, $2) WITH ORDINALITY s (usr, notification, place) JOIN usr u ON u.row = s.usr
            WHERE u.followed_from IS NOT NULL ORDER BY s.place RETURNING usr
            """,
            shown.map(\.user),
            shown.map(\.notification),
            now
        )
        guard !kept.isEmpty else { return [] }
        let readers: [UserID] = try values("SELECT id FROM usr WHERE row = ANY($1)", Set(kept).sorted())
        return Set(readers)
    }

    func keepMarked(_ ids: [String], of user: Int64, readAt: Instant?, at now: Instant) throws {
        try run(
            """
            INSERT INTO change (usr, marked, read_at, at)
            SELECT row, $2, $3::bigint, $4 FROM usr WHERE row = $1 AND followed_from IS NOT NULL
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
                coalesce((SELECT max(c.row) FROM change c WHERE c.usr = usr.row), followed_from) AS position
            FROM usr WHERE id = $1 AND followed_from IS NOT NULL
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
            SELECT \(Self.itemColumns) FROM feed_content s JOIN feed f ON f.usr = s.usr AND f.rank = s.rank
            WHERE s.notification = $1
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
