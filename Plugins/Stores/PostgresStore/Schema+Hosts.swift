import StoredRows

/// Tenants, hosts, and which host has which lane.
extension Schema {
    // Times of hosts and lanes are the server's. `host.facts` is JSON (`HostFacts`); `until` is how long it lives without a sign.
    // `lane.channel` is empty for `home`; `condition` is JSON, how the channel fares, or fared at whoever had it last. `outcome`: the
    // last transaction of each handle of the store that was committed for the tenant; `writer` is the handle's number, from the
    // sequence of `host`.
    // `command`: what an operator wants of whoever has a lane, in JSON, and the answer; `at` is the later of the two.
    static let hosts = """
        CREATE TABLE tenant (
            number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            name text COLLATE "C" NOT NULL UNIQUE
        );
        CREATE TABLE host (
            number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            writer bigint NOT NULL,
            facts text NOT NULL,
            joined_at timestamptz NOT NULL,
            renewed_at timestamptz NOT NULL,
            until timestamptz NOT NULL
        );
        CREATE TABLE lane (
            tenant int NOT NULL REFERENCES tenant ON DELETE CASCADE,
            channel text COLLATE "C" NOT NULL,
            holder bigint,
            epoch bigint NOT NULL,
            since timestamptz NOT NULL DEFAULT clock_timestamp(),
            condition text,
            PRIMARY KEY (tenant, channel)
        ) WITH (fillfactor = 70);
        CREATE INDEX lane_of_holder ON lane (holder);
        CREATE TABLE outcome (
            tenant int NOT NULL CONSTRAINT outcome_tenant REFERENCES tenant ON DELETE CASCADE,
            writer bigint NOT NULL,
            number bigint NOT NULL,
            PRIMARY KEY (tenant, writer)
        ) WITH (fillfactor = 50);
        CREATE TABLE command (
            number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            tenant int NOT NULL REFERENCES tenant ON DELETE CASCADE,
            channel text COLLATE "C" NOT NULL,
            request text NOT NULL,
            answer text,
            at timestamptz NOT NULL DEFAULT clock_timestamp()
        );
        CREATE INDEX command_open ON command (tenant, channel) WHERE answer IS NULL;
        """

    // `withheld` is JSON: why the tenant's rows aren't written to, as ``Withholding`` has it; NULL where they are.
    static let withholding = "ALTER TABLE tenant ADD COLUMN withheld text"

    /// What hosts ask about all tenants at once: two functions with the owner's rights, which answer with numbers alone.
    ///
    /// `agenda`: tenants of which something waits by then in a lane of the host's. `positions`: for each place in the two
    /// arrays whose user follows, the latest change of that feed.
    static let acrossTenants = """
        DO $$
        DECLARE name text;
        BEGIN
            FOREACH name IN ARRAY ARRAY['notification', 'event', 'campaign', 'delivery', 'usr', 'change'] LOOP
                EXECUTE format(
                    'CREATE POLICY of_owner ON carillon.%I FOR SELECT TO \(PostgresSchema.Role.owner.rawValue) USING (true)',
                    name
                );
            END LOOP;
        END
        $$;
        CREATE FUNCTION agenda(of_host bigint, by bigint) RETURNS SETOF int
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = carillon AS $$
            SELECT DISTINCT l.tenant FROM lane l WHERE l.holder = $1 AND (
                l.channel = '' AND (
                    EXISTS (
                        SELECT 1 FROM notification n
                        WHERE n.tenant = l.tenant AND n.status = \(notification: .scheduled) AND n.due_at <= $2
                    )
                    OR EXISTS (
                        SELECT 1 FROM event e WHERE e.tenant = l.tenant AND e.cursor IS NOT NULL
                            AND NOT EXISTS (SELECT 1 FROM campaign c WHERE c.event = e.row)
                    )
                    OR EXISTS (
                        SELECT 1 FROM campaign c JOIN event e ON e.row = c.event
                        WHERE c.tenant = l.tenant AND c.next_at IS NOT NULL AND c.next_at <= $2 AND e.cursor IS NOT NULL
                    )
                    OR EXISTS (SELECT 1 FROM event e WHERE e.tenant = l.tenant AND e.ending IS NOT NULL)
                )
                OR l.channel <> '' AND EXISTS (
                    SELECT 1 FROM delivery d WHERE d.tenant = l.tenant AND d.channel = l.channel
                        AND d.status = \(delivery: .waiting) AND d.due_at IS NOT NULL AND d.due_at <= $2
                )
                OR EXISTS (
                    SELECT 1 FROM delivery d
                    WHERE d.tenant = l.tenant AND d.receipt_due_at IS NOT NULL AND d.receipt_due_at <= $2
                        AND (d.channel = l.channel OR l.channel = '' AND NOT EXISTS (
                            SELECT 1 FROM lane o WHERE o.tenant = l.tenant AND o.channel = d.channel AND o.holder <> $1
                        ))
                )
            )
        $$;
        CREATE FUNCTION positions(tenants text[], users text[]) RETURNS TABLE (place bigint, latest bigint)
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = carillon AS $$
            SELECT r.place, coalesce((SELECT max(c.row) FROM change c WHERE c.usr = u.row), u.followed_from)
            FROM unnest($1, $2) WITH ORDINALITY r (tenant, id, place)
                JOIN tenant t ON t.name = r.tenant JOIN usr u ON u.tenant = t.number AND u.id = r.id
            WHERE u.followed_from IS NOT NULL
        $$;
        REVOKE ALL ON FUNCTION agenda, positions FROM PUBLIC;
        GRANT EXECUTE ON FUNCTION agenda, positions TO \(PostgresSchema.Role.host.rawValue);
        """
}
