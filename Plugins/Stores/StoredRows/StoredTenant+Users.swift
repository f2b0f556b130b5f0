public import CarillonModel
public import CarillonPipeline

/// The port's `UserStore`.
extension StoredTenant {
    public func facts(of user: UserID) async throws(StoreFailure) -> UserAttributes? {
        try await read { database in try database.facts(of: user) }
    }

    public func put(_ facts: UserAttributes, of user: UserID, at now: Instant) async throws(StoreFailure) {
        try await write { database in
            let row = try database.row(of: user)
            try database.putOverDevices(facts, of: row)
            guard let email = facts.email else { return }
            try database.run("DELETE FROM suppressed WHERE user = ? AND address = ?", row, email)
        }
    }
}

extension StoreConnection {
    /// Nil when nothing was ever stored of them.
    public func facts(of user: UserID) throws -> UserAttributes? {
        try first(
            "SELECT email, locale, time_zone, phone FROM user WHERE id = ? AND is_known",
            user
        ) { try UserAttributes($0) }
    }

    /// The user's row, made where there is none.
    public func row(of user: UserID) throws -> Int64 {
        if let row = try knownRow(of: user) { return row }
        return try add(user)
    }

    public func knownRow(of user: UserID) throws -> Int64? {
        try number("SELECT row FROM user WHERE id = ?", user.rawValue)
    }

    /// An attribute from another source than a device: a language applies to the devices as well, which had reported
    /// theirs before.
    public func putOverDevices(_ facts: UserAttributes, of row: Int64) throws {
        try put(facts, of: row)
        guard facts.locale != nil else { return }
        try run("UPDATE device SET locale = NULL WHERE user = ? AND locale IS NOT NULL", row)
    }

    /// What `facts` leaves out stays as it was.
    public func put(_ facts: UserAttributes, of row: Int64) throws {
        try run(
            """
            UPDATE user SET email = coalesce(?, email), locale = coalesce(?, locale),
                time_zone = coalesce(?, time_zone), phone = coalesce(?, phone), is_known = true
            WHERE row = ?
            """,
            facts.email,
            facts.locale,
            facts.timeZone,
            facts.phone,
            row
        )
    }
}

/// The port's `PreferenceStore`.
extension StoredTenant {
    public func preferences(of user: UserID) async throws(StoreFailure) -> [String: Bool] {
        try await read { database in
            guard let row = try database.knownRow(of: user) else { return [:] }
            return try database.preferences(of: row)
        }
    }

    public func setPreferences(
        _ toggles: [String: Bool],
        of user: UserID,
        at now: Instant
    ) async throws(StoreFailure) -> [String: Bool] {
        try await write { database in
            let row = try database.row(of: user)
            let all = try database.preferences(of: row).merging(toggles) { $1 }
            try database.run("UPDATE user SET preferences = ? WHERE row = ?", all.rowText, row)
            return all
        }
    }
}

extension StoreConnection {
    public func preferences(of row: Int64) throws -> [String: Bool] {
        let text: String? = try value("SELECT preferences FROM user WHERE row = ?", row)
        return [String: Bool](rowText: text ?? "{}")
    }
}
