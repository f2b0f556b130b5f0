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

    func forgetChanges(in home: LaneLease, before cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int {
        // The first rows are the oldest: a clock that was set back keeps some longer.
        let old = try await read { database in
            try database.requireToRead([home])
            return try database.rows("SELECT row, usr, at FROM change ORDER BY float8(row) LIMIT $1", limit) {
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
}
