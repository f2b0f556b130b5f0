import CarillonModel
import StoredRows

/// The tenants themselves, and their end.
extension Database {
    /// The tenant's number, which it is given where it has none.
    func tenantNumber(_ id: TenantID) throws -> Int32 {
        let select = "SELECT number FROM tenant WHERE name = $1"
        if let known = try number(select, id.rawValue) { return Int32(known) }
        try run("INSERT INTO tenant (name) VALUES ($1) ON CONFLICT (name) DO NOTHING", id.rawValue)
        guard let made = try number(select, id.rawValue) else {
            throw PostgresError(.unexpected("a tenant got no number"))
        }
        return Int32(made)
    }

    /// Tables with rows of tenants.
    private static let tables = [
        "event", "event_key", "dedupe_key", "delivery", "notification", "feed", "feed_content", "change", "campaign",
        "tally", "usr", "session", "subscription", "suppressed", "device", "holder", "nobody", "channel", "pause",
        "key", "used_code",
    ]

    /// Those whose rows are read in the tenant's own order, too.
    private static let tablesInOrder = ["event", "delivery", "usr", "device"]

    /// Removes the rows page by page, so that no transaction is long, and what was written meanwhile with the tenant itself.
    ///
    /// - Returns: whether there was such a tenant.
    func dropTenant(_ id: TenantID) throws -> Bool {
        guard let number = try number("SELECT number FROM tenant WHERE name = $1", id.rawValue) else { return false }
        let tenant = Int32(number)
        for table in Self.tables {
            repeat {
                try begin(tenant)
                try remove(from: table, limit: 5000)
                try script("COMMIT")
            } while changesCount > 0
        }
        try begin(tenant)
        for table in Self.tables { try remove(from: table, limit: .max) }
        // From here on its former number is refused: see `outcome`.
        try run("DELETE FROM tenant WHERE number = $1", number)
        try script("COMMIT")
        return true
    }

    private func remove(from table: String, limit: Int) throws {
        // What the index demands that has all rows of the tenant.
        let all = Self.tablesInOrder.contains(table) ? "WHERE float8(row) IS NOT NULL" : ""
        try run("DELETE FROM \(table) WHERE ctid IN (SELECT ctid FROM \(table) \(all) LIMIT $1)", limit)
    }
}
