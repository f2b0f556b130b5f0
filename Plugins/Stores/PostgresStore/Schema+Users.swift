/// Who is known, where they are logged in, what they follow, and which of their addresses are dead.
extension Schema {
    /// How each table with rows of tenants begins.
    static let tenant = "tenant int NOT NULL DEFAULT carillon.tenant_number()"

    // `unread`, `feed_count` and `feed_pending` went to a table of their own, see `feedCounts`. `followed_from`: later rows of
    // `change` are whole for this user; NULL where nobody follows, and none are kept.
    // (`user` is a word of SQL.)
    static let users = """
        CREATE TABLE usr (
            \(tenant),
            row bigint PRIMARY KEY DEFAULT carillon.next_row(),
            id text COLLATE "C" NOT NULL,
            email text COLLATE "C",
            locale text,
            time_zone text,
            phone text,
            preferences text NOT NULL DEFAULT '{}',
            is_known boolean NOT NULL DEFAULT false,
            unread bigint NOT NULL DEFAULT 0,
            feed_count bigint NOT NULL DEFAULT 0,
            followed_from bigint,
            feed_pending bigint NOT NULL DEFAULT 0
        ) WITH (fillfactor = 70);
        CREATE UNIQUE INDEX usr_id ON usr (tenant, id);
        CREATE INDEX usr_of_tenant ON usr (tenant, float8(row));
        """

    static let sessions = """
        CREATE TABLE session (
            \(tenant),
            id text COLLATE "C" NOT NULL,
            usr bigint NOT NULL,
            allows_push boolean NOT NULL,
            started_at bigint NOT NULL,
            PRIMARY KEY (tenant, id)
        );
        CREATE INDEX session_of_user ON session (usr);
        """

    // A subscriber is a user, a user's device, or (without a user) a device of nobody.
    static let subscriptions = """
        CREATE TABLE subscription (
            \(tenant),
            row bigint PRIMARY KEY DEFAULT carillon.next_row(),
            topic text COLLATE "C" NOT NULL,
            usr bigint,
            device text COLLATE "C",
            role text,
            types text NOT NULL,
            since bigint NOT NULL
        );
        CREATE INDEX subscription_to_topic ON subscription (tenant, topic, row);
        CREATE UNIQUE INDEX subscription_of_subscriber
            ON subscription (tenant, coalesce(usr, 0), topic, coalesce(device, ''));
        CREATE INDEX subscription_of_user ON subscription (usr) WHERE usr IS NOT NULL;
        CREATE INDEX subscription_of_device ON subscription (tenant, device, topic) WHERE device IS NOT NULL;
        """

    // Mail addresses that don't exist, as their servers report.
    static let suppressions = """
        CREATE TABLE suppressed (
            \(tenant),
            usr bigint NOT NULL,
            address text COLLATE "C" NOT NULL,
            since bigint NOT NULL,
            PRIMARY KEY (usr, address)
        );
        """
}
