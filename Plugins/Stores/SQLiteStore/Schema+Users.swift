/// Who is known, where they are logged in, what they follow, and which of their addresses are dead.
extension Schema {
    // `unread` and `feed_count` count the user's rows of `feed`; its triggers keep them. `feed_pending`: notifications on their
    // way there. What a recipient has is counted as it comes and goes: whoever has much costs what others do. `followed_from`:
    // later rows of `change` are whole for this user; NULL where nobody follows, and none are kept.
    static let users = """
        CREATE TABLE user (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            email TEXT,
            locale TEXT,
            time_zone TEXT,
            phone TEXT,
            preferences TEXT NOT NULL DEFAULT '{}',
            is_known INTEGER NOT NULL DEFAULT 0,
            unread INTEGER NOT NULL DEFAULT 0,
            feed_count INTEGER NOT NULL DEFAULT 0,
            followed_from INTEGER,
            feed_pending INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        """

    static let sessions = """
        CREATE TABLE session (
            id TEXT PRIMARY KEY,
            user INTEGER NOT NULL,
            allows_push INTEGER NOT NULL,
            started_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_of_user ON session (user);
        """

    // A subscriber is a user, a user's device, or (without a user) a device of nobody.
    static let subscriptions = """
        CREATE TABLE subscription (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            topic TEXT NOT NULL,
            user INTEGER,
            device TEXT,
            role TEXT,
            types TEXT NOT NULL,
            since INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX subscription_to_topic ON subscription (topic);
        CREATE UNIQUE INDEX subscription_of_subscriber ON subscription (user, topic, device);
        CREATE INDEX subscription_of_device ON subscription (device, topic) WHERE device IS NOT NULL;
        """

    // Mail addresses that don't exist, as their servers report.
    static let suppressions = """
        CREATE TABLE suppressed (
            user INTEGER NOT NULL,
            address TEXT NOT NULL,
            since INTEGER NOT NULL,
            PRIMARY KEY (user, address)
        ) STRICT, WITHOUT ROWID;
        """
}
