import CarillonModel
import CarillonPipeline
import GRDB

extension TenantDatabase: UserStore {
    func facts(of user: UserID) async throws(StoreFailure) -> UserFacts? {
        try await read { database in
            try database.first(
                "SELECT email, locale, time_zone, phone FROM user WHERE id = ? AND is_known",
                user.rawValue
            ) { UserFacts(email: $0[0], locale: $0[1], timeZone: $0[2], phone: $0[3]) }
        }
    }

    func put(_ facts: UserFacts, of user: UserID, at now: Instant) async throws(StoreFailure) {
        try await write { database in try database.put(facts, of: try database.row(of: user)) }
    }
}

extension Database {
    /// The user's row, made where there is none.
    func row(of user: UserID) throws -> Int64 {
        if let row = try knownRow(of: user) { return row }
        return try insert("INSERT INTO user (id) VALUES (?)", user.rawValue)
    }

    func knownRow(of user: UserID) throws -> Int64? {
        try number("SELECT row FROM user WHERE id = ?", user.rawValue)
    }

    /// What `facts` leaves out stays as it was.
    func put(_ facts: UserFacts, of row: Int64) throws {
        try run(
            """
            UPDATE user SET email = coalesce(?, email), locale = coalesce(?, locale),
                time_zone = coalesce(?, time_zone), phone = coalesce(?, phone), is_known = 1
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
