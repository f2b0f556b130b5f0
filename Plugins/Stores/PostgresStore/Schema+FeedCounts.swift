import StoredRows

/// How much is in each reader's feed.
extension Schema {
    // `feed_counts` has a row for each row of `usr`, which `usr`'s triggers make and remove: `unread` and `feed_count` count the
    // reader's rows of `feed`, and `feed_pending` the notifications on their way there; the triggers of `feed` and `delivery` keep
    // them. Three times for each notification they change, and whatever else is looked up of a user (addresses, preferences)
    // isn't there: while any transaction of the server holds a snapshot, all former versions of a row stay, and whoever looks for it reads all
    // of them. `version` spares that here: it rises every sixteen changes, so that the newest is the first that is read of a reader,
    // and in between a change needs no new entry of the index.
    static let feedCounts = """
        CREATE TABLE feed_counts (
            \(tenant),
            usr bigint NOT NULL,
            version bigint NOT NULL DEFAULT 0,
            changes bigint NOT NULL DEFAULT 0,
            unread bigint NOT NULL DEFAULT 0,
            feed_count bigint NOT NULL DEFAULT 0,
            feed_pending bigint NOT NULL DEFAULT 0,
            PRIMARY KEY (usr, version)
        ) WITH (
            fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000,
            autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0.05
        );
        INSERT INTO feed_counts (tenant, usr, unread, feed_count, feed_pending)
            SELECT tenant, row, unread, feed_count, feed_pending FROM usr;
        \(protecting("feed_counts"))
        CREATE FUNCTION usr_added() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO carillon.feed_counts (tenant, usr) SELECT tenant, row FROM added;
            RETURN NULL;
        END
        $$;
        CREATE TRIGGER usr_added AFTER INSERT ON usr REFERENCING NEW TABLE AS added FOR EACH STATEMENT
            EXECUTE FUNCTION usr_added();
        CREATE FUNCTION usr_removed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM carillon.feed_counts WHERE usr IN (SELECT row FROM removed);
            RETURN NULL;
        END
        $$;
        CREATE TRIGGER usr_removed AFTER DELETE ON usr REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
            EXECUTE FUNCTION usr_removed();
        CREATE OR REPLACE FUNCTION feed_added() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            \(changeOfCounts(
                "feed_count = f.feed_count + c.count, unread = f.unread + c.unread",
                by: "SELECT usr, count(*) AS count, count(*) FILTER (WHERE read_at IS NULL) AS unread FROM added GROUP BY usr"
            ));
            RETURN NULL;
        END
        $$;
        CREATE OR REPLACE FUNCTION feed_removed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            \(changeOfCounts(
                "feed_count = f.feed_count - c.count, unread = f.unread - c.unread",
                by: "SELECT usr, count(*) AS count, count(*) FILTER (WHERE read_at IS NULL) AS unread FROM removed GROUP BY usr"
            ));
            RETURN NULL;
        END
        $$;
        CREATE OR REPLACE FUNCTION feed_read() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            \(changeOfCounts(
                "unread = f.unread + c.unread",
                by: """
                SELECT usr, sum(unread) AS unread FROM (
                    SELECT usr, 1 AS unread FROM after WHERE read_at IS NULL
                    UNION ALL SELECT usr, -1 FROM before WHERE read_at IS NULL
                ) changed GROUP BY usr HAVING sum(unread) <> 0
                """
            ));
            RETURN NULL;
        END
        $$;
        CREATE OR REPLACE FUNCTION delivery_moved_to_feed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            \(changeOfCounts(
                "feed_pending = f.feed_pending + CASE WHEN NEW.status < \(delivery: .delivered) THEN 1 ELSE -1 END",
                of: "NEW.reader"
            ));
            RETURN NULL;
        END
        $$;
        CREATE OR REPLACE FUNCTION delivery_removed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            \(changeOfCounts("feed_pending = f.feed_pending - 1", of: "OLD.reader"));
            RETURN NULL;
        END
        $$;
        ALTER TABLE usr DROP COLUMN unread, DROP COLUMN feed_count, DROP COLUMN feed_pending;
        """

    private static let nextVersion = "changes = f.changes + 1, version = (f.changes + 1) / 16"

    /// An `UPDATE` of the counts, which are `f`, of many readers.
    ///
    /// - Parameters:
    ///   - change: what it sets.
    ///   - changes: a query, as `c`, of a row for each reader, with `usr`.
    static func changeOfCounts(_ change: String, by changes: String) -> String {
        """
        UPDATE carillon.feed_counts f SET \(change), \(nextVersion)
        FROM (\(changes)) c CROSS JOIN LATERAL (\(newestVersion(of: "c.usr"))) l WHERE f.usr = c.usr AND f.version = l.version
        """
    }

    /// The same of one reader.
    static func changeOfCounts(_ change: String, of user: String) -> String {
        """
        UPDATE carillon.feed_counts f SET \(change), \(nextVersion)
        WHERE f.usr = \(user) AND f.version = (\(newestVersion(of: user)))
        """
    }

    private static func newestVersion(of user: String) -> String { Dialect.newestCounts("n.version", of: user) }
}
