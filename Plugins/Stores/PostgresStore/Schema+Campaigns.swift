import StoredRows

/// Campaigns, and what became of each one's notifications so far, counted as it happens: looking through a million of them
/// takes seconds.
///
/// Triggers count, so that whatever changes or removes a row can't forget to, in the same commit; what is new is counted by
/// who inserts it.
extension Schema {
    // Beside the event that it is. `rate_window` is in milliseconds. `next_at` is when the next page may be made: NULL
    // while it is paused, and once all recipients were added (`is_expanded`) or it was cancelled.
    static let campaigns = """
        CREATE TABLE campaign (
            \(tenant),
            row bigint PRIMARY KEY DEFAULT carillon.next_row(),
            event bigint NOT NULL UNIQUE,
            id text COLLATE "C" NOT NULL,
            name text,
            rate_count bigint,
            rate_window bigint,
            starts_at bigint NOT NULL,
            next_at bigint,
            paused_at bigint,
            cancelled_at bigint,
            is_expanded boolean NOT NULL,
            expanded bigint NOT NULL DEFAULT 0,
            total bigint
        );
        CREATE UNIQUE INDEX campaign_id ON campaign (tenant, id);
        CREATE INDEX campaign_of_tenant ON campaign (tenant, float8(row));
        CREATE INDEX campaign_next ON campaign (tenant, next_at, row) WHERE next_at IS NOT NULL;
        """

    // `channel` is empty where notifications are counted, by `NotificationStanding`; deliveries by `DeliveryState`, and
    // `attempted` where one is leased and attempted.
    static let tallies = """
        CREATE TABLE tally (
            \(tenant),
            event bigint NOT NULL,
            channel text COLLATE "C" NOT NULL,
            state smallint NOT NULL,
            count bigint NOT NULL,
            PRIMARY KEY (event, channel, state)
        ) WITH (fillfactor = 50);
        CREATE FUNCTION delivery_state(status smallint, attempted_at bigint) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
            SELECT CASE WHEN status = \(delivery: .leased) AND attempted_at IS NOT NULL THEN \(TallyState.attempted)::smallint ELSE status END
        $$;
        CREATE FUNCTION standing_of(notification bigint, status smallint) RETURNS smallint LANGUAGE sql STABLE AS $$
            SELECT CASE status WHEN \(notification: .scheduled) THEN \(standing: .pending)
                WHEN \(notification: .cancelled) THEN \(standing: .cancelled)
                ELSE coalesce((
                    SELECT max(
                        CASE d.status WHEN \(delivery: .delivered) THEN \(standing: .delivered)
                            WHEN \(delivery: .failed) THEN \(standing: .failed)
                            WHEN \(delivery: .cancelled) THEN \(standing: .cancelled)
                            ELSE \(standing: .pending) END
                    )
                    FROM carillon.delivery d WHERE d.notification = $1
                ), \(standing: .skipped)) END::smallint
        $$;
        CREATE FUNCTION tally_moved(of_event bigint, of_channel text, before smallint, after smallint) RETURNS void
        LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE carillon.tally t SET count = t.count - 1
                WHERE t.event = $1 AND t.channel = $2 AND t.state = $3;
            IF $4 IS NOT NULL THEN
                INSERT INTO carillon.tally AS t (event, channel, state, count) VALUES ($1, $2, $4, 1)
                    ON CONFLICT (event, channel, state) DO UPDATE SET count = t.count + 1;
            END IF;
        END
        $$;

        CREATE FUNCTION notification_moved() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM carillon.tally_moved(NEW.event, '', OLD.standing, NEW.standing);
            RETURN NULL;
        END
        $$;
        CREATE TRIGGER notification_moved AFTER UPDATE OF standing ON notification FOR EACH ROW
            WHEN (OLD.standing IS DISTINCT FROM NEW.standing) EXECUTE FUNCTION notification_moved();
        CREATE FUNCTION notification_untallied() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM carillon.tally_moved(OLD.event, '', OLD.standing, NULL);
            RETURN NULL;
        END
        $$;
        CREATE TRIGGER notification_untallied AFTER DELETE ON notification FOR EACH ROW WHEN (OLD.standing IS NOT NULL)
            EXECUTE FUNCTION notification_untallied();
        CREATE FUNCTION notification_stands() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE carillon.notification SET standing = carillon.standing_of(NEW.row, NEW.status) WHERE row = NEW.row;
            RETURN NULL;
        END
        $$;
        CREATE TRIGGER notification_stands AFTER UPDATE OF status ON notification FOR EACH ROW
            WHEN (NEW.standing IS NOT NULL) EXECUTE FUNCTION notification_stands();

        CREATE FUNCTION delivery_tallied() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM carillon.tally_moved(
                NEW.campaign, NEW.channel, carillon.delivery_state(OLD.status, OLD.attempted_at),
                carillon.delivery_state(NEW.status, NEW.attempted_at)
            );
            UPDATE carillon.notification n SET standing = carillon.standing_of(n.row, n.status)
                WHERE n.row = NEW.notification AND n.standing IS DISTINCT FROM carillon.standing_of(n.row, n.status);
            RETURN NULL;
        END
        $$;
        CREATE TRIGGER delivery_tallied AFTER UPDATE OF status, attempted_at ON delivery FOR EACH ROW
            WHEN (NEW.campaign IS NOT NULL AND carillon.delivery_state(OLD.status, OLD.attempted_at)
                <> carillon.delivery_state(NEW.status, NEW.attempted_at))
            EXECUTE FUNCTION delivery_tallied();
        CREATE FUNCTION delivery_untallied() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM carillon.tally_moved(
                OLD.campaign, OLD.channel, carillon.delivery_state(OLD.status, OLD.attempted_at), NULL
            );
            RETURN NULL;
        END
        $$;
        CREATE TRIGGER delivery_untallied AFTER DELETE ON delivery FOR EACH ROW WHEN (OLD.campaign IS NOT NULL)
            EXECUTE FUNCTION delivery_untallied();
        """
}
