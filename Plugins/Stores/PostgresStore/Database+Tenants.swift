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

    /// All rows of a tenant are looked for from those on that an index has by their tenant.
    ///
    /// The other ways read those of all tenants.
    static let settingsForAllRows = """
        SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_seqscan = off
        """

    /// What stands behind `FROM` for all of a tenant's rows of a table, which is `t`: it ends with a condition.
    static func allRows(of table: String) -> String {
        switch table {
        case "event", "usr", "device", "delivery": "\(table) t WHERE \(isFirst("t"))"
        case "notification", "tally": "event e JOIN \(table) t ON t.event = e.row WHERE \(isFirst("e"))"
        case "feed_content":
            """
            event e JOIN notification n ON n.event = e.row JOIN feed_content t ON t.notification = n.row WHERE \(isFirst("e"))
            """
        case _ where ofUsers.contains(table): "usr u JOIN \(table) t ON t.usr = u.row WHERE \(isFirst("u"))"
        default: "\(table) t WHERE true"
        }
    }

    /// What the index of a tenant's rows in their order demands: see ``Schema/indexesOfOrder``.
    private static func isFirst(_ name: String) -> String { "float8(\(name).row) IS NOT NULL" }

    /// Tables whose rows are found by their user.
    private static let ofUsers = ["feed", "dedupe_key", "suppressed", "holder"]

    /// Tables that have an index of all of a tenant's rows.
    private static let others = [
        "device", "change", "session", "subscription", "nobody", "channel", "pause", "key", "used_code",
        "proposal", "staff_session", "text_change", "proposal_comment", "text_version",
        "test_pairing", "staff_act", "staff_link",
    ]

    /// Removes the rows page by page, so that no transaction is long, and what was written meanwhile with the tenant itself.
    ///
    /// - Returns: whether there was such a tenant.
    func dropTenant(_ id: TenantID) throws -> Bool {
        guard let number = try number("SELECT number FROM tenant WHERE name = $1", id.rawValue) else { return false }
        let tenant = Int32(number)
        try inPages(of: tenant) { try removeEvents(limit: $0) }
        try inPages(of: tenant) { _ in try removeUsers() }
        for table in Self.others {
            try inPages(of: tenant) { limit in
                try run(
                    "DELETE FROM \(table) WHERE ctid = ANY(ARRAY(SELECT t.ctid FROM \(Self.allRows(of: table)) LIMIT $1))",
                    limit
                )
                return changesCount > 0
            }
        }
        try begin(tenant)
        let events = [
            "feed_content", "delivery", "notification", "event", "event_key", "campaign", "tally",
        ]
        for table in events + Self.ofUsers + ["usr"] + Self.others { try script("DELETE FROM \(table)") }
        // From here on its former number is refused: see `outcome`.
        try run("DELETE FROM tenant WHERE number = $1", number)
        try script("COMMIT")
        return true
    }

    /// - Parameter remove: takes how many rows it may remove, and says whether there may be more.
    private func inPages(of tenant: Int32, remove: (_ limit: Int) throws -> Bool) throws {
        var hasMore = true
        while hasMore {
            try begin(tenant)
            try script(Self.settingsForAllRows)
            hasMore = try remove(5000)
            try script("COMMIT")
        }
    }

    /// With their notifications, of which one event may have a million.
    private func removeEvents(limit: Int) throws -> Bool {
        let events = try firstRows(of: "event")
        let notifications = try notifications(of: events, after: 0, limit: limit)
        try remove(notifications: notifications.map(\.row))
        if notifications.count < limit {
            try run("DELETE FROM event WHERE row = ANY($1)", events)
            try forget(events: events)
        }
        return !events.isEmpty
    }

    /// With what is found by them alone.
    private func removeUsers() throws -> Bool {
        let users = try firstRows(of: "usr")
        for table in Self.ofUsers { try run("DELETE FROM \(table) WHERE usr = ANY($1)", users) }
        try run("DELETE FROM usr WHERE row = ANY($1)", users)
        return !users.isEmpty
    }

    private func firstRows(of table: String) throws -> [Int64] {
        try values("SELECT t.row FROM \(Self.allRows(of: table)) ORDER BY float8(t.row) LIMIT 500")
    }
}
