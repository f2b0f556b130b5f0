import CarillonModel
import CarillonPipeline
import StoredRows

extension TenantRows: UserStore {
    func facts(of user: UserID) async throws(StoreFailure) -> UserAttributes? {
        try await read { database in try database.facts(of: user) }
    }

    func put(_ facts: UserAttributes, of user: UserID, at now: Instant) async throws(StoreFailure) {
        try await write { database in
            let row = try database.row(of: user)
            try database.putOverDevices(facts, of: row)
            guard let email = facts.email else { return }
            try database.run("DELETE FROM suppressed WHERE usr = $1 AND address = $2", row, email)
        }
    }
}

extension Database {
    /// Nil when nothing was ever stored of them.
    func facts(of user: UserID) throws -> UserAttributes? {
        try first(
            "SELECT email, locale, time_zone, phone FROM usr WHERE id = $1 AND is_known",
            user
        ) { try UserAttributes($0) }
    }

    /// The user's row, made where there is none.
    func row(of user: UserID) throws -> Int64 {
        if let row = try knownRow(of: user) { return row }
        guard let row = try number("INSERT INTO usr (id) VALUES ($1) RETURNING row", user.rawValue) else {
            throw PostgresError(.unexpected("a user got no row"))
        }
        return row
    }

    /// The users' rows, made in the order of the users where there are none.
    func rows(of users: [UserID]) throws -> [UserID: Int64] {
        var seen: Set<UserID> = []
        let wanted = users.filter { seen.insert($0).inserted }
        guard wanted.count > 1 else {
            guard let user = wanted.first else { return [:] }
            return [user: try row(of: user)]
        }
        let found = try rows(
            """
            WITH wanted AS MATERIALIZED (
                SELECT w.id, w.place, (SELECT u.row FROM usr u WHERE u.id = w.id) AS row
                FROM unnest($1) WITH ORDINALITY w (id, place)
            ), made AS (
                INSERT INTO usr (id) SELECT id FROM wanted WHERE row IS NULL ORDER BY place RETURNING row, id
            )
            SELECT row, id FROM wanted WHERE row IS NOT NULL UNION ALL SELECT row, id FROM made
            """,
            wanted
        ) { (row: try $0["row"] as Int64, user: try $0["id"] as UserID) }
        return Dictionary(found.map { ($0.user, $0.row) }) { first, _ in first }
    }

    func knownRow(of user: UserID) throws -> Int64? {
        try number("SELECT row FROM usr WHERE id = $1", user.rawValue)
    }

    /// An attribute from another source than a device: a language applies to the devices as well, which had reported
    /// theirs before.
    func putOverDevices(_ facts: UserAttributes, of row: Int64) throws {
        try put(facts, of: row)
        guard facts.locale != nil else { return }
        try run("UPDATE device SET locale = NULL WHERE usr = $1 AND locale IS NOT NULL", row)
    }

    /// What `facts` leaves out stays as it was.
    func put(_ facts: UserAttributes, of row: Int64) throws {
        try run(
            """
            UPDATE usr SET email = coalesce($1, email), locale = coalesce($2, locale),
                time_zone = coalesce($3, time_zone), phone = coalesce($4, phone), is_known = true
            WHERE row = $5
            """,
            facts.email,
            facts.locale,
            facts.timeZone,
            facts.phone,
            row
        )
    }
}

extension TenantRows: PreferenceStore {
    func preferences(of user: UserID) async throws(StoreFailure) -> [String: Bool] {
        try await read { database in
            guard let row = try database.knownRow(of: user) else { return [:] }
            return try database.preferences(of: row)
        }
    }

    func setPreferences(
        _ toggles: [String: Bool],
        of user: UserID,
        at now: Instant
    ) async throws(StoreFailure) -> [String: Bool] {
        try await write { database in
            let row = try database.row(of: user)
            let all = try database.preferences(of: row).merging(toggles) { $1 }
            try database.run("UPDATE usr SET preferences = $1 WHERE row = $2", all.rowText, row)
            return all
        }
    }
}

extension Database {
    func preferences(of row: Int64) throws -> [String: Bool] {
        let text: String? = try value("SELECT preferences FROM usr WHERE row = $1", row)
        return [String: Bool](rowText: text ?? "{}")
    }
}
