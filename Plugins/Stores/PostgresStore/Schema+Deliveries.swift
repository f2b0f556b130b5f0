import StoredRows

/// What goes out on which channel, to which address, and when.
extension Schema {
    // `status`: `DeliveryState`. Waiting without `due_at` is held; of what is leased, `due_at` is when the lease began.
    // `attempted_at` is set while the provider's answer is awaited. What waits in the same `send_window` is leased together;
    // what waits under a hash of the same `collapse` key is replaced by what comes. `history` is JSON; an attempt that
    // delivered isn't in it, because the row contains all of it. `retry_window_start`: since when the time until it is given up
    // counts; NULL is since its notification was due. `campaign`: the event it is counted with, see `tallies`.
    // `reader`: whose feed it goes to; what hasn't ended is on its way there, and counts as unread already
    // (`usr.feed_pending`). Of a notification that goes there by several deliveries, one has a `reader`. `usr` is the
    // notification's, so that a search for others' joins nothing.
    //
    // `channel` has the channels that ever had one: text can't be looked for in order here, see the store's README.
    static let deliveries = """
        CREATE TABLE channel (
            \(tenant),
            channel text COLLATE "C" NOT NULL,
            PRIMARY KEY (tenant, channel)
        );
        CREATE TABLE delivery (
            \(tenant),
            row bigint PRIMARY KEY DEFAULT carillon.next_row(),
            notification bigint NOT NULL,
            usr bigint NOT NULL,
            channel text COLLATE "C" NOT NULL,
            address text COLLATE "C" NOT NULL,
            device text COLLATE "C",
            platform text,
            badge bigint,
            status smallint NOT NULL,
            due_at bigint,
            attempted_at bigint,
            attempts bigint NOT NULL DEFAULT 0,
            is_uncertain boolean NOT NULL DEFAULT false,
            receipt text,
            receipt_due_at bigint,
            settled_at bigint,
            send_window text COLLATE "C",
            collapse bigint,
            history text,
            retry_window_start bigint,
            campaign bigint,
            reader bigint
        ) WITH (fillfactor = 60);
        CREATE INDEX delivery_of_notification ON delivery (notification);
        CREATE INDEX delivery_of_tenant ON delivery (tenant, float8(row));
        CREATE INDEX delivery_due ON delivery (tenant, channel, due_at, row)
            WHERE status = \(delivery: .waiting) AND due_at IS NOT NULL;
        CREATE INDEX delivery_held ON delivery (tenant, channel, row) WHERE status = \(delivery: .waiting) AND due_at IS NULL;
        CREATE INDEX delivery_window ON delivery (tenant, send_window, due_at, row)
            WHERE status = \(delivery: .waiting) AND send_window IS NOT NULL;
        CREATE INDEX delivery_collapsing ON delivery (tenant, collapse, coalesce(device, address))
            WHERE status = \(delivery: .waiting) AND collapse IS NOT NULL;
        CREATE INDEX delivery_leased ON delivery (tenant, row) WHERE status = \(delivery: .leased);
        CREATE INDEX delivery_receipt ON delivery (tenant, receipt_due_at, row) WHERE receipt_due_at IS NOT NULL;
        CREATE INDEX delivery_failed ON delivery (tenant, float8(row)) WHERE status = \(delivery: .failed);
        CREATE INDEX delivery_open ON delivery (tenant, device) WHERE status < \(delivery: .delivered) AND device IS NOT NULL;
        CREATE INDEX delivery_to_feed ON delivery (notification)
            WHERE reader IS NOT NULL AND status < \(delivery: .delivered);
        CREATE FUNCTION history_with(history text, entry text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
            SELECT CASE WHEN history IS NULL THEN '[' ELSE left(history, -1) || ',' END || entry || ']'
        $$;
        CREATE FUNCTION delivery_moved_to_feed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE carillon.usr SET feed_pending = feed_pending + CASE WHEN NEW.status < \(delivery: .delivered) THEN 1 ELSE -1 END
                WHERE row = NEW.reader;
            RETURN NULL;
        END
        $$;
        CREATE TRIGGER delivery_moved_to_feed AFTER UPDATE OF status ON delivery FOR EACH ROW
            WHEN (NEW.reader IS NOT NULL
                AND (OLD.status < \(delivery: .delivered)) <> (NEW.status < \(delivery: .delivered)))
            EXECUTE FUNCTION delivery_moved_to_feed();
        CREATE FUNCTION delivery_removed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE carillon.usr SET feed_pending = feed_pending - 1 WHERE row = OLD.reader;
            RETURN NULL;
        END
        $$;
        CREATE TRIGGER delivery_removed AFTER DELETE ON delivery FOR EACH ROW
            WHEN (OLD.reader IS NOT NULL AND OLD.status < \(delivery: .delivered))
            EXECUTE FUNCTION delivery_removed();
        """

    static let pauses = """
        CREATE TABLE pause (
            \(tenant),
            channel text COLLATE "C" NOT NULL,
            code text NOT NULL,
            message text NOT NULL,
            since bigint NOT NULL,
            PRIMARY KEY (tenant, channel)
        );
        """
}
