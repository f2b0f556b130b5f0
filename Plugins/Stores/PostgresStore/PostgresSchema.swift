public import CarillonPipeline
import StoredRows

/// Makes what a database needs before hosts work with it.
public enum PostgresSchema {
    /// The roles, which are the cluster's: all its databases share them.
    public enum Role: String, Sendable, CaseIterable {
        /// Has the tables, and can't log in.
        case owner = "carillon_owner"
        /// May act as the owner: who prepares a database and brings it up to date.
        case migrate = "carillon_migrate"
        /// What hosts log in as; may read and write rows, of one tenant at a time, and nothing else.
        case host = "carillon_host"
        /// Reads all rows, for dumps.
        case backup = "carillon_backup"

        fileprivate var attributes: String {
            switch self {
            case .owner: "NOLOGIN"
            case .migrate, .host: "LOGIN"
            case .backup: "LOGIN BYPASSRLS"
            }
        }
    }

    /// Makes the roles and brings the tables up to this version; run again it changes nothing.
    ///
    /// The address's user needs the rights to make roles and to make a schema in the database: a superuser, or one with
    /// CREATEROLE that may become the owner.
    /// - Parameter dryRun: changes nothing, but says what would be done.
    /// - Returns: the statements that were run, or would be, in order; none where all was there.
    /// - Throws: `.newer` where a later version has prepared the database; then it is left as it is.
    public static func prepare(
        _ address: PostgresAddress,
        dryRun: Bool = false
    ) async throws(StoreFailure) -> [String] {
        try await prepare(address, dryRun: dryRun, upTo: Schema.version)
    }

    /// The same, for a version that may be an earlier one.
    @discardableResult
    static func prepare(
        _ address: PostgresAddress,
        dryRun: Bool = false,
        upTo version: Int
    ) async throws(StoreFailure) -> [String] {
        let result = await onOwnThread { () throws(StoreFailure) in
            let database = Database(address: address)
            defer { database.close() }
            do {
                try database.openWhereClosed()
                return try database.prepareSchema(dryRun: dryRun, upTo: version)
            } catch {
                throw StoreFailure(error, at: "\(address)")
            }
        }
        return try result.get()
    }
}

extension Database {
    /// One at a time: with the lock of nobody's tenant.
    fileprivate func prepareSchema(dryRun: Bool, upTo version: Int) throws -> [String] {
        var statements: [String] = []
        func run(_ sql: String) throws {
            statements.append(sql)
            if !dryRun { try script(sql) }
        }
        try script("BEGIN; SELECT pg_advisory_xact_lock(\(Self.lockClass), 0)")
        do {
            for sql in try missingRoles() { try run(sql) }
            let found = try schemaVersion()
            guard found ?? 0 <= Schema.version else { throw StoreFailure.newerSchema(found ?? 0, at: address) }
            if try !exists("SELECT 1 FROM pg_namespace WHERE nspname = 'carillon'") {
                try run("CREATE SCHEMA carillon AUTHORIZATION \(PostgresSchema.Role.owner.rawValue)")
            }
            let steps = Schema.steps.filter { $0.version > found ?? 0 && $0.version <= version }
            if !steps.isEmpty {
                try run("SET LOCAL ROLE \(PostgresSchema.Role.owner.rawValue); SET LOCAL search_path = carillon")
                for step in steps {
                    for sql in step.statements { try run(sql) }
                    try run(
                        """
                        INSERT INTO schema_state (version, readable_from) VALUES (\(step.version), \(step.version))
                            ON CONFLICT (is_only) DO UPDATE SET version = excluded.version, readable_from = excluded.readable_from
                        """
                    )
                }
                for sql in Self.grants { try run(sql) }
                try run("RESET ROLE; RESET search_path")
            }
            for sql in try missingSettings() { try run(sql) }
            try script(dryRun ? "ROLLBACK" : "COMMIT")
        } catch {
            rollBack()
            throw error
        }
        return statements
    }

    private func missingRoles() throws -> [String] {
        typealias Role = PostgresSchema.Role
        var sql: [String] = []
        for role in Role.allCases where try !exists("SELECT 1 FROM pg_roles WHERE rolname = $1", role.rawValue) {
            sql.append("CREATE ROLE \(role.rawValue) \(role.attributes)")
        }
        let isMember = try exists(
            """
            SELECT 1 FROM pg_auth_members m JOIN pg_roles o ON o.oid = m.roleid JOIN pg_roles r ON r.oid = m.member
            WHERE o.rolname = $1 AND r.rolname = $2
            """,
            Role.owner.rawValue,
            Role.migrate.rawValue
        )
        if !isMember { sql.append("GRANT \(Role.owner.rawValue) TO \(Role.migrate.rawValue)") }
        return sql
    }

    private static let grants = [
        "GRANT USAGE ON SCHEMA carillon TO \(PostgresSchema.Role.host.rawValue), \(PostgresSchema.Role.backup.rawValue)",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA carillon TO \(PostgresSchema.Role.host.rawValue)",
        "REVOKE INSERT, UPDATE, DELETE ON schema_state FROM \(PostgresSchema.Role.host.rawValue)",
        "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA carillon TO \(PostgresSchema.Role.host.rawValue)",
        "GRANT SELECT ON ALL TABLES IN SCHEMA carillon TO \(PostgresSchema.Role.backup.rawValue)",
        "GRANT SELECT ON ALL SEQUENCES IN SCHEMA carillon TO \(PostgresSchema.Role.backup.rawValue)",
    ]

    /// Of the host's role in this database: a pooler passes on no settings of a connection.
    private func missingSettings() throws -> [String] {
        let wanted = [
            "search_path=carillon", "lock_timeout=2s", "idle_in_transaction_session_timeout=5s",
            "client_connection_check_interval=1s", "tcp_keepalives_idle=3", "tcp_keepalives_interval=2",
            "tcp_keepalives_count=3", "tcp_user_timeout=8s",
            // Every statement has its index: what reads a whole table was planned when that was small.
            "enable_seqscan=off", "enable_mergejoin=off", "jit=off",
            // A plan for any values is as good as one for these, and making one takes longer than most statements.
            "plan_cache_mode=force_generic_plan",
        ]
        let known: [String] = try values(
            """
            SELECT unnest(s.setconfig) FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole
                JOIN pg_database d ON d.oid = s.setdatabase
            WHERE r.rolname = $1 AND d.datname = current_database()
            """,
            PostgresSchema.Role.host.rawValue
        )
        let name: String = try value("SELECT quote_ident(current_database())") ?? ""
        return wanted.filter { !known.contains($0) }.map { setting in
            let parts = setting.split(separator: "=")
            return "ALTER ROLE \(PostgresSchema.Role.host.rawValue) IN DATABASE \(name) SET \(parts[0]) = '\(parts[1])'"
        }
    }

    /// Nil where the database isn't prepared.
    fileprivate func schemaVersion() throws -> Int? {
        let tables =
            "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'carillon'"
        guard try exists("\(tables) AND c.relname = 'schema_state'") else {
            guard try !exists(tables) else {
                throw StoreFailure(
                    .unavailable,
                    "\(address) has another program's tables in its schema carillon: name another database"
                )
            }
            return nil
        }
        return try value("SELECT version FROM carillon.schema_state")
    }
}

extension StoreFailure {
    fileprivate static func newerSchema(_ version: Int, at address: PostgresAddress) -> StoreFailure {
        StoreFailure(
            .newer,
            "\(address) was prepared by a later version of Carillon (its schema is \(version), this one knows \(Schema.version)), "
                + "and is left as it is: run that version"
        )
    }
}

// MARK: - What a host looks at before it works

extension Database {
    /// Refuses a role that row-level security doesn't hold for, and a schema of another version.
    func refuseOtherRolesAndSchemas() throws {
        let role = try first(
            """
            SELECT r.rolsuper OR r.rolbypassrls AS passes_by, o.oid IS NOT NULL AND pg_has_role(r.oid, o.oid, 'MEMBER') AS owns
            FROM pg_roles r LEFT JOIN pg_roles o ON o.rolname = $1 WHERE r.rolname = current_user
            """,
            PostgresSchema.Role.owner.rawValue
        ) { (passesBy: try $0["passes_by"] as Bool, owns: try $0["owns"] as Bool) }
        if let role, role.passesBy || role.owns {
            let what = role.passesBy ? "passes row-level security by" : "owns the tables"
            throw StoreFailure(
                .unavailable,
                "\(address): the role \(address.user) \(what), so nothing would keep tenants apart: connect as "
                    + "\(PostgresSchema.Role.host.rawValue), which `carillond database prepare` makes"
            )
        }
        guard let version = try schemaVersion() else {
            throw StoreFailure(
                .older,
                "\(address) isn't prepared: run `carillond database prepare` as its administrator"
            )
        }
        let readableFrom: Int = try value("SELECT readable_from FROM carillon.schema_state") ?? version
        guard readableFrom <= Schema.version else { throw StoreFailure.newerSchema(version, at: address) }
        guard version >= Schema.version else {
            throw StoreFailure(
                .older,
                "\(address) was prepared by an earlier version of Carillon (its schema is \(version), this one needs "
                    + "\(Schema.version)): run `carillond database prepare` as its administrator"
            )
        }
    }
}
