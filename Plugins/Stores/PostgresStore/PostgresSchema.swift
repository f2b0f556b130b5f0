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

        /// What the owner of the tables lets those do that use them.
        fileprivate var grants: [String] {
            switch self {
            case .owner, .migrate: []
            case .host:
                [
                    "GRANT USAGE ON SCHEMA carillon TO \(rawValue)",
                    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA carillon TO \(rawValue)",
                    "REVOKE INSERT, UPDATE, DELETE ON schema_state FROM \(rawValue)",
                    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA carillon TO \(rawValue)",
                ]
            case .backup:
                [
                    "GRANT USAGE ON SCHEMA carillon TO \(rawValue)",
                    "GRANT SELECT ON ALL TABLES IN SCHEMA carillon TO \(rawValue)",
                    "GRANT SELECT ON ALL SEQUENCES IN SCHEMA carillon TO \(rawValue)",
                ]
            }
        }
    }

    /// Makes the roles and brings the tables up to this version; run again it changes nothing.
    ///
    /// The address's user needs the rights to make roles and to make a schema in the database: a superuser, or one with CREATEROLE
    /// that owns the database, as whoever offers PostgreSQL as a service gives one. Such a one becomes a member of the owner's role;
    /// where it may make no role that passes row-level security by, ``Role/backup`` is left out until somebody runs this who may.
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
            } catch let error as PostgresError where error.isForbidden {
                throw StoreFailure(
                    .unavailable,
                    "\(address): the role \(address.user) may not prepare it: do it as a superuser, or as a role with CREATEROLE that "
                        + "owns the database (42501)"
                )
            } catch {
                throw StoreFailure(error, at: "\(address)")
            }
        }
        return try result.get()
    }
}

extension PostgresError {
    fileprivate var isForbidden: Bool {
        if case .refused("42501", _) = cause { true } else { false }
    }
}

/// Who prepares a database, and on which server.
private struct Preparer {
    /// Whether it may make a role that passes row-level security by.
    let makesBackupRole: Bool
    /// Whether it may act as the owner of the tables.
    let isOwner: Bool
    /// Such as 150018.
    let version: Int
    let encoding: String
}

extension Database {
    private func preparer() throws -> Preparer {
        // A member that may not set the role is none here; earlier versions know no such members.
        let found = try first(
            """
            SELECT r.rolsuper OR r.rolbypassrls AND s.version >= 160000 AS backup,
                r.rolsuper OR o.oid IS NOT NULL
                    AND pg_has_role(r.oid, o.oid, CASE WHEN s.version >= 160000 THEN 'SET' ELSE 'MEMBER' END) AS owner,
                s.version, current_setting('server_encoding') AS encoding
            FROM pg_roles r LEFT JOIN pg_roles o ON o.rolname = $1,
                LATERAL (SELECT current_setting('server_version_num')::bigint AS version) s
            WHERE r.rolname = current_user
            """,
            PostgresSchema.Role.owner.rawValue
        ) { columns in
            Preparer(
                makesBackupRole: try columns["backup"],
                isOwner: try columns["owner"],
                version: try columns["version"],
                encoding: try columns["encoding"]
            )
        }
        guard let found else { throw PostgresError(.unexpected("it doesn't say what its roles may do")) }
        guard found.version >= 150_000 else {
            throw StoreFailure(
                .unavailable,
                "\(address) is on a server of the version \(found.version / 10_000): Carillon needs PostgreSQL 15 or later"
            )
        }
        guard found.encoding == "UTF8" else {
            throw StoreFailure(
                .unavailable,
                "\(address) has the encoding \(found.encoding), which lacks most languages: make it anew with "
                    + "`createdb --encoding=UTF8 --template=template0`"
            )
        }
        return found
    }

    /// One at a time: with the lock of nobody's tenant.
    fileprivate func prepareSchema(dryRun: Bool, upTo version: Int) throws -> [String] {
        var statements: [String] = []
        func run(_ sql: String) throws {
            statements.append(sql)
            if !dryRun { try script(sql) }
        }
        try script("BEGIN; SELECT pg_advisory_xact_lock(\(Self.lockClass), 0)")
        do {
            let preparer = try preparer()
            for sql in try missingRoles(for: preparer) { try run(sql) }
            let found = try schemaVersion()
            guard found ?? 0 <= Schema.version else { throw StoreFailure.newerSchema(found ?? 0, at: address) }
            let isMissing = try !exists("SELECT 1 FROM pg_namespace WHERE nspname = 'carillon'")
            let steps = Schema.steps.filter { $0.version > found ?? 0 && $0.version <= version }
            let users = try rolesWithoutRights(hasNewTables: !steps.isEmpty, for: preparer)
            if isMissing || !users.isEmpty {
                if !preparer.isOwner { try run("GRANT \(PostgresSchema.Role.owner.rawValue) TO CURRENT_USER") }
                if isMissing { try run("CREATE SCHEMA carillon AUTHORIZATION \(PostgresSchema.Role.owner.rawValue)") }
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
                for role in users { for sql in role.grants { try run(sql) } }
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

    private func exists(_ role: PostgresSchema.Role) throws -> Bool {
        try exists("SELECT 1 FROM pg_roles WHERE rolname = $1", role.rawValue)
    }

    private func missingRoles(for preparer: Preparer) throws -> [String] {
        typealias Role = PostgresSchema.Role
        var sql: [String] = []
        for role in Role.allCases where try !exists(role) && (role != .backup || preparer.makesBackupRole) {
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

    /// Those that are to use the tables, and may not yet, or not the new ones.
    private func rolesWithoutRights(hasNewTables: Bool, for preparer: Preparer) throws -> [PostgresSchema.Role] {
        try [PostgresSchema.Role.host, .backup].filter { role in
            guard try exists(role) else { return role != .backup || preparer.makesBackupRole }
            guard !hasNewTables else { return true }
            return try exists(
                """
                SELECT 1 FROM pg_class c, pg_roles r WHERE r.rolname = $1 AND c.relnamespace = 'carillon'::regnamespace
                    AND c.relkind IN ('r', 'p', 'S')
                    AND NOT CASE c.relkind WHEN 'S' THEN has_sequence_privilege(r.oid, c.oid, 'SELECT')
                        ELSE has_table_privilege(r.oid, c.oid, 'SELECT') END
                """,
                role.rawValue
            )
        }
    }

    /// Of the host's role in this database: a pooler passes on no settings of a connection.
    private func missingSettings() throws -> [String] {
        let wanted = [
            "search_path=carillon", "lock_timeout=2s", "idle_in_transaction_session_timeout=5s",
            "client_connection_check_interval=1s", "tcp_keepalives_idle=3", "tcp_keepalives_interval=2",
            "tcp_keepalives_count=3", "tcp_user_timeout=8s",
            // Every statement has its index: what reads a whole table was planned when that was small.
            "enable_seqscan=off", "enable_mergejoin=off", "enable_hashjoin=off", "jit=off",
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
