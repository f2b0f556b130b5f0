/// The feeds of readers, and their changes for those who follow.
extension Schema {
    // `rank` orders a reader's feed: by the time the notification was due, then by its row. What is of high priority, and
    // unread or just read, is found whatever its age.
    //
    // `feed_content` has all that an item shows, so that reading a feed reads one row for each, and renders nothing
    // anew. `content` is JSON (`FeedContent`). Whoever removes a row of it removes that of `feed`.
    static let feed = """
        CREATE TABLE feed (
            \(tenant),
            usr bigint NOT NULL,
            rank bigint NOT NULL,
            notification bigint NOT NULL,
            category text COLLATE "C",
            read_at bigint,
            id text COLLATE "C" NOT NULL,
            is_high boolean NOT NULL DEFAULT false,
            PRIMARY KEY (usr, rank)
        ) WITH (fillfactor = 75);
        CREATE INDEX feed_high ON feed (usr, read_at, rank) WHERE is_high;
        CREATE TABLE feed_content (
            \(tenant),
            notification bigint PRIMARY KEY,
            usr bigint NOT NULL,
            rank bigint NOT NULL,
            type text COLLATE "C" NOT NULL,
            priority smallint NOT NULL,
            due_at bigint NOT NULL,
            locale text NOT NULL,
            content text NOT NULL
        );
        CREATE FUNCTION feed_added() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE carillon.usr u SET feed_count = u.feed_count + c.count, unread = u.unread + c.unread
                FROM (
                    SELECT usr, count(*) AS count, count(*) FILTER (WHERE read_at IS NULL) AS unread FROM added GROUP BY usr
                ) c WHERE u.row = c.usr;
            RETURN NULL;
        END
        $$;
        CREATE TRIGGER feed_added AFTER INSERT ON feed REFERENCING NEW TABLE AS added FOR EACH STATEMENT
            EXECUTE FUNCTION feed_added();
        CREATE FUNCTION feed_removed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE carillon.usr u SET feed_count = u.feed_count - c.count, unread = u.unread - c.unread
                FROM (
                    SELECT usr, count(*) AS count, count(*) FILTER (WHERE read_at IS NULL) AS unread FROM removed GROUP BY usr
                ) c WHERE u.row = c.usr;
            RETURN NULL;
        END
        $$;
        CREATE TRIGGER feed_removed AFTER DELETE ON feed REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
            EXECUTE FUNCTION feed_removed();
        CREATE FUNCTION feed_read() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE carillon.usr u SET unread = u.unread + c.unread
                FROM (
                    SELECT usr, sum(unread) AS unread FROM (
                        SELECT usr, 1 AS unread FROM after WHERE read_at IS NULL
                        UNION ALL SELECT usr, -1 FROM before WHERE read_at IS NULL
                    ) changed GROUP BY usr
                ) c WHERE u.row = c.usr AND c.unread <> 0;
            RETURN NULL;
        END
        $$;
        CREATE TRIGGER feed_read AFTER UPDATE ON feed REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT
            EXECUTE FUNCTION feed_read();
        """

    // What changed in the feeds of readers who follow: a notification was shown, or those of the JSON array `marked` were
    // marked. Readers keep row numbers: a tenant's rise in the order of commits.
    static let changes = """
        CREATE TABLE change (
            \(tenant),
            row bigint PRIMARY KEY DEFAULT carillon.next_row(),
            usr bigint NOT NULL,
            notification bigint,
            marked text,
            read_at bigint,
            at bigint NOT NULL
        );
        CREATE INDEX change_of_user ON change (usr, row);
        CREATE INDEX change_of_tenant ON change (tenant, float8(row));
        """
}
