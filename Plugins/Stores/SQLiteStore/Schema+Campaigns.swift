/// Campaigns, whose progress is counted by ``tallies``.
extension Schema {
    // Beside the event that it is. `rate_window` is in milliseconds. `next_at` is when the next page may be made: NULL
    // while it is paused, and once all recipients were added (`is_expanded`) or it was cancelled.
    static let campaigns = """
        CREATE TABLE campaign (
            row INTEGER PRIMARY KEY,
            event INTEGER NOT NULL UNIQUE REFERENCES event ON DELETE CASCADE,
            id TEXT NOT NULL UNIQUE,
            name TEXT,
            rate_count INTEGER,
            rate_window INTEGER,
            starts_at INTEGER NOT NULL,
            next_at INTEGER,
            paused_at INTEGER,
            cancelled_at INTEGER,
            is_expanded INTEGER NOT NULL,
            expanded INTEGER NOT NULL DEFAULT 0,
            total INTEGER
        ) STRICT;
        CREATE INDEX campaign_next ON campaign (next_at) WHERE next_at IS NOT NULL;
        """
}
