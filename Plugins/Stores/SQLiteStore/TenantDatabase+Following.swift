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
}
