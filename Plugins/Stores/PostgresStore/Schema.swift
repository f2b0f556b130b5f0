import StoredRows

/// The tables, in the schema `carillon`, and the steps from each version of them to the next.
///
/// All tenants share the tables. Each row bears its tenant's number, and row-level security, which is forced, shows and
/// takes only those of the tenant that the transaction names in `carillon.tenant`: a statement can't forget to ask.
///
/// What the tables hold is described with their subject, in the extensions: a step that was released is never changed.
/// Times are milliseconds since 1970.
enum Schema {
    /// A step, and what it runs.
    struct Step {
        /// `schema_state.version` after it.
        var version: Int
        var statements: [String]
    }

    /// Versions this program can work with are those whose `readable_from` isn't above this one.
    static let version = 10

    static var steps: [Step] {
        [
            Step(
                version: 1,
                statements: [
                    numbers, hosts, users, sessions, subscriptions, suppressions, events, dedupeKeys, notifications,
                    deliveries, pauses, devices, holders, feed, changes, campaigns, tallies, keys, callCounts,
                    protection, acrossTenants,
                ]
            ),
            Step(version: 2, statements: [contentHashes, withholding]),
            Step(version: 3, statements: [indexesByID, indexesOfOrder]),
            Step(version: 4, statements: [addressesByPlugin]),
            Step(version: 5, statements: [proposals]),
            Step(version: 6, statements: [staff]),
            Step(version: 7, statements: [textVersions]),
            Step(version: 8, statements: [feedCounts]),
            Step(version: 9, statements: [testPairings]),
            Step(version: 10, statements: [staffActs]),
        ]
    }

    /// Tables with a tenant's number that hold nothing of its users: hosts ask about all tenants at once.
    static let unprotected = ["calls", "command", "lane", "outcome"]

    // Row numbers are one sequence for all tenants and bear their time: twelve bits of the week above 41 of the sequence, below
    // 2^53. So tables can be divided by their rows' age later, and each row is found by its number alone. They are taken under
    // the tenant's lock: a tenant's rows rise in the order of commits.
    private static let numbers = """
        CREATE TABLE schema_state (
            is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
            version int NOT NULL,
            readable_from int NOT NULL
        );
        CREATE SEQUENCE row_number AS bigint MAXVALUE 2199023255551;
        CREATE FUNCTION next_row() RETURNS bigint LANGUAGE sql VOLATILE AS $$
            SELECT ((extract(epoch FROM clock_timestamp())::bigint / 604800 - 2800) << 41) | nextval('carillon.row_number')
        $$;
        CREATE FUNCTION tenant_number() RETURNS int LANGUAGE sql STABLE AS $$
            SELECT nullif(current_setting('carillon.tenant', true), '')::int
        $$;
        """

    // The host's own keys, in Base64, and digests of codes that were used, each until its code would be good for nothing.
    private static let keys = """
        CREATE TABLE key (
            tenant int NOT NULL DEFAULT carillon.tenant_number(),
            name text COLLATE "C" NOT NULL,
            value text NOT NULL,
            PRIMARY KEY (tenant, name)
        );
        CREATE TABLE used_code (
            tenant int NOT NULL DEFAULT carillon.tenant_number(),
            digest text COLLATE "C" NOT NULL,
            ends_at bigint NOT NULL,
            PRIMARY KEY (tenant, digest)
        );
        CREATE INDEX used_code_end ON used_code (tenant, ends_at);
        """

    /// What `protection` did for the tables of version 1.
    static func protecting(_ table: String) -> String {
        """
        ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY;
        ALTER TABLE \(table) FORCE ROW LEVEL SECURITY;
        CREATE POLICY of_tenant ON \(table) USING (tenant = (SELECT carillon.tenant_number()))
            WITH CHECK (tenant = (SELECT carillon.tenant_number()));
        """
    }

    // What staff propose for the tenant's texts, in JSON.
    private static let proposals = """
        CREATE TABLE proposal (
            \(tenant),
            id text COLLATE "C" NOT NULL,
            version int NOT NULL,
            state text NOT NULL,
            author text NOT NULL,
            changed_at bigint NOT NULL,
            content text NOT NULL,
            PRIMARY KEY (tenant, id)
        );
        CREATE INDEX proposal_by_change ON proposal (tenant, changed_at, id);
        \(protecting("proposal"))
        """

    // What was made live of them, never changed: all texts of each version in JSON, and the proposal or the version that they came
    // from. `text_versions`: the newest of each tenant that is asked for, with the owner's rights, as in `acrossTenants`.
    private static let textVersions = """
        CREATE TABLE text_version (
            \(tenant),
            number bigint NOT NULL,
            author text NOT NULL,
            published_at bigint NOT NULL,
            revision text NOT NULL,
            proposal text,
            restored bigint,
            note text NOT NULL,
            count bigint NOT NULL,
            texts text NOT NULL,
            PRIMARY KEY (tenant, number)
        );
        \(protecting("text_version"))
        CREATE POLICY of_owner ON text_version FOR SELECT TO \(PostgresSchema.Role.owner.rawValue) USING (true);
        CREATE FUNCTION text_versions(tenants text[]) RETURNS TABLE (name text, newest bigint)
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = carillon AS $$
            SELECT t.name, v.number FROM unnest($1) r (name) JOIN tenant t ON t.name = r.name,
                LATERAL (SELECT number FROM text_version WHERE tenant = t.number ORDER BY number DESC LIMIT 1) v
        $$;
        REVOKE ALL ON FUNCTION text_versions FROM PUBLIC;
        GRANT EXECUTE ON FUNCTION text_versions TO \(PostgresSchema.Role.host.rawValue);
        """

    // `tenant` isn't named in any statement: it is what the policy compares and the default says.
    private static let protection = """
        DO $$
        DECLARE name text;
        BEGIN
            FOR name IN SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
                WHERE c.relnamespace = 'carillon'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'tenant'
                    AND c.relname NOT IN (\(unprotected.map { "'\($0)'" }.joined(separator: ", ")))
            LOOP
                EXECUTE format('ALTER TABLE carillon.%I ENABLE ROW LEVEL SECURITY', name);
                EXECUTE format('ALTER TABLE carillon.%I FORCE ROW LEVEL SECURITY', name);
                EXECUTE format(
                    'CREATE POLICY of_tenant ON carillon.%I USING (tenant = (SELECT carillon.tenant_number()))
                        WITH CHECK (tenant = (SELECT carillon.tenant_number()))',
                    name
                );
            END LOOP;
            -- What waits comes and goes: these are looked after before a fifth of them is dead.
            FOREACH name IN ARRAY ARRAY['notification', 'delivery', 'usr', 'feed'] LOOP
                EXECUTE format(
                    'ALTER TABLE carillon.%I SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000,
                        autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0.05)',
                    name
                );
            END LOOP;
        END
        $$;
        """
}
