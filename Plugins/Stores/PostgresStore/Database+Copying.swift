import CarillonModel
import CarillonPipeline
import SQLiteStore
import StoredRows

// A tenant's rows on their way into a tenant's file, and out of one.
extension Database {
    // Writing a page of the other side takes its time.
    private static let settings = "\(settingsForAllRows); SET LOCAL idle_in_transaction_session_timeout = '60s'"

    /// Writes all rows of a tenant, as they are at one moment.
    ///
    /// - Returns: the rows of its users.
    func copyTenant(_ tenant: Int32, into file: TenantFile) throws -> [Int64] {
        try read(tenant) { database in
            try database.script(Self.settings)
            var users: [Int64] = []
            for table in CopiedTable.all {
                let cursor = "copied_\(table.name)"
                try database.script("DECLARE \(cursor) NO SCROLL CURSOR FOR \(table.selection)")
                while true {
                    let rows = try database.fetch("FETCH 1000 FROM \(cursor)", table)
                    guard rows.count > 0 else { break }
                    try file.add(rows, to: table)
                    if table == .user { users += rows.numbers(0).compactMap(\.self) }
                }
                try database.script("CLOSE \(cursor)")
            }
            return users
        }
    }

    private func fetch(_ sql: String, _ table: CopiedTable) throws -> CopiedRows {
        var rows = CopiedRows(table.columns.map(\.content))
        var statement = try prepared(sql)
        defer { statement.end() }
        while try statement.step() { rows.append(statement) }
        return rows
    }

    /// Whether all of these users are still there.
    func hasUsers(_ rows: [Int64], of tenant: Int32) throws -> Bool {
        try read(tenant) { database in
            var rest = rows[...]
            while !rest.isEmpty {
                let page = Array(rest.prefix(5000))
                rest = rest.dropFirst(page.count)
                let found = try database.count("SELECT count(*) FROM usr WHERE row = ANY($1)", page)
                guard found == page.count else { return false }
            }
            return true
        }
    }

    /// Takes in all rows of a file, in one transaction under the tenant's lock.
    ///
    /// - Parameter move: nil where it is a backup.
    /// - Returns: how many came, by table.
    func receive(_ file: TenantFile, as id: TenantID, in move: Withholding?) throws -> [String: Int] {
        let tenant = try tenantNumber(id)
        return try file.reading { source in
            for table in CopiedTable.all where table.isNumbered {
                try source.number(table) { count in
                    try values("SELECT next_row() FROM generate_series(1, $1)", count)
                }
            }
            try begin(tenant)
            try script(Self.settings)
            guard lanes.withholding == move else { throw StoreFailure.notWithheld(id) }
            guard try isEmpty() else { throw StoreFailure.occupied(address, by: id) }
            // What a host makes of its own accord for a tenant that has nothing yet.
            for table in ["key", "used_code", "channel"] { try script("DELETE FROM \(table)") }
            for table in CopiedTable.all {
                try source.read(
                    table,
                    others: table.moved,
                    more: table.additions.map { (sql: $0.sql, content: $0.content) }
                ) { try add($0, to: table) }
            }
            // Once all are there: some are found by others' rows.
            var counts: [String: Int] = [:]
            for table in CopiedTable.all {
                let (sent, came) = (try source.count(of: table), try count("SELECT count(*) FROM \(table.source)"))
                guard came == sent else {
                    throw StoreFailure(
                        .corrupted,
                        "of the \(sent) rows in \(table.name) of \(file.path) only \(came) came: nothing is taken over"
                    )
                }
                counts[table.name] = came
            }
            if let move {
                try run("INSERT INTO key (name, value) VALUES ($1, $2)", Withholding.arrivalKey, move.id)
            }
            try script("COMMIT")
            return counts
        }
    }

    /// Whether nobody is known, and nothing was accepted.
    func isEmpty() throws -> Bool {
        try !CopiedTable.telling.contains { try exists("SELECT 1 FROM \($0.source) LIMIT 1") }
    }

    private func add(_ rows: CopiedRows, to table: CopiedTable) throws {
        let columns = table.columns.map { table.ownName(of: $0) } + table.additions.map(\.name)
        let own = zip(rows.contents.indices, columns).filter { !table.hasBeside($0.1) }
        let arrays = rows.contents.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        let names = rows.contents.indices.map { "c\($0)" }.joined(separator: ", ")
        var statement = try prepared(
            """
            INSERT INTO \(table.ownName) (\(own.map(\.1).joined(separator: ", ")))
            SELECT \(own.map { "c\($0.0)" }.joined(separator: ", "))
            FROM unnest(\(arrays)) WITH ORDINALITY i (\(names), position) ORDER BY i.position
            """
        )
        try rows.bindAll(to: &statement)
        _ = try statement.step()
        switch table {
        case .event:
            let index = Dictionary(uniqueKeysWithValues: table.columns.enumerated().map { ($1.name, $0) })
            try run(
                "INSERT INTO event_key (key, source, event) SELECT key_of(i.id), i.source, i.row FROM unnest($1, $2, $3) i (id, source, row)",
                rows.texts(index["external_id"] ?? 0),
                rows.texts(index["source"] ?? 0),
                rows.numbers(index["row"] ?? 0)
            )
        case .user:
            // Made with the users, by a trigger, and all of them zero.
            let column = { (name: String) in rows.numbers(table.columns.firstIndex { $0.name == name } ?? 0) }
            try run(
                """
                UPDATE feed_counts f SET unread = c.unread, feed_count = c.feed_count, feed_pending = c.feed_pending
                FROM unnest($1, $2, $3, $4) c (row, unread, feed_count, feed_pending) WHERE f.usr = c.row
                """,
                column("row"),
                column("unread"),
                column("feed_count"),
                column("feed_pending")
            )
        case .delivery:
            try run(
                "INSERT INTO channel (channel) SELECT DISTINCT c FROM unnest($1) c ON CONFLICT DO NOTHING",
                rows.texts(table.columns.firstIndex { $0.name == "channel" } ?? 0)
            )
        default: break
        }
    }
}

// How PostgreSQL calls what a tenant's file has.
extension CopiedTable {
    fileprivate var ownName: String { name == "user" ? "usr" : name }

    fileprivate func ownName(of column: Column) -> String {
        switch (name, column.name) {
        case (_, "user"): "usr"
        case ("delivery", "window"): "send_window"
        case ("event", "fingerprint"): "content_hash"
        default: column.name
        }
    }

    /// What a tenant's file has of a user, and PostgreSQL in `feed_counts`.
    fileprivate func hasBeside(_ column: String) -> Bool {
        self == .user && ["unread", "feed_count", "feed_pending"].contains(column)
    }

    /// What stands behind `FROM` for all of the tenant's rows, as `t`.
    fileprivate var source: String { "\(Database.allRows(of: ownName)) AND \(condition)" }

    /// The tenant's rows, as a tenant's file has them, with PostgreSQL's numbers: they are as good there.
    fileprivate var selection: String {
        let expressions = columns.map { column in
            switch (name, column.name) {
            case ("event", "fingerprint"):
                "coalesce(t.content_hash, ('x' || left(replace(t.fingerprint::text, '-', ''), 16))::bit(64)::bigint)"
            case _ where hasBeside(column.name):
                "(\(Dialect.newestCounts("n.\(column.name)", of: "t.row")))"
            default: "t.\(ownName(of: column))"
            }
        }
        return "SELECT \(expressions.joined(separator: ", ")) FROM \(source)"
            + (isNumbered ? " ORDER BY float8(t.row)" : "")
    }

    /// What refers to a row that may be gone, or to rows of more than one table: put in place of a column, where its rows are given
    /// PostgreSQL's numbers.
    fileprivate var moved: [String: String] {
        guard self == .event else { return [:] }
        // Of a campaign for everyone it is a user's row, or beyond them a device's.
        let first = TenantFileRows.firstDevice
        return [
            "cursor": """
            CASE WHEN t.cursor IS NULL OR t.cursor = 0 THEN t.cursor
                WHEN t.topic IS NOT NULL THEN \(TenantFileRows.lastRow(upTo: "t.cursor", of: "subscription"))
                WHEN t.cursor < \(first) THEN \(TenantFileRows.lastRow(upTo: "t.cursor", of: "user"))
                ELSE \(TenantRows.firstDevice) + \(TenantFileRows.lastRow(upTo: "t.cursor - \(first)", of: "device")) END
            """,
            "ending": """
            CASE WHEN t.ending IS NULL THEN NULL ELSE \(TenantFileRows.lastRow(upTo: "t.ending", of: "notification")) END
            """,
        ]
    }

    /// What PostgreSQL keeps beside: a delivery's user.
    fileprivate var additions: [(name: String, sql: String, content: Content)] {
        guard self == .delivery else { return [] }
        let user = TenantFileRows.newRow("n.user", of: "user")
        let sql = "coalesce((SELECT \(user) FROM notification n WHERE n.row = t.notification), 0)"
        return [(name: "usr", sql: sql, content: .row(of: "user"))]
    }
}
