import StoredRows

/// What goes out on which channel, to which address, and when.
extension Schema {
    // `status`: `DeliveryState`. Waiting without `due_at` is held; of what is leased, `due_at` is when the lease began.
    // `attempted_at` is set while the provider's answer is awaited. What waits in the same `window` is leased together; what
    // waits under a hash of the same `collapse` key is replaced by what comes. `history` is JSON; an attempt that delivered
    // isn't in it, because the row contains all of it. `retry_window_start`: since when the time until it is given up
    // counts; NULL is since its notification was due. `campaign`: the event it is counted with, see `tallies`.
    // `reader`: whose feed it goes to; what hasn't ended is on its way there, and counts as unread already
    // (`user.feed_pending`). Of a notification that goes there by several deliveries, one has a `reader`.
    static let deliveries = """
        CREATE TABLE delivery (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            notification INTEGER NOT NULL REFERENCES notification ON DELETE CASCADE,
            channel TEXT NOT NULL,
            address TEXT NOT NULL,
            device TEXT,
            platform TEXT,
            badge INTEGER,
            status INTEGER NOT NULL,
            due_at INTEGER,
            attempted_at INTEGER,
            attempts INTEGER NOT NULL DEFAULT 0,
            is_uncertain INTEGER NOT NULL DEFAULT 0,
            receipt TEXT,
            receipt_due_at INTEGER,
            settled_at INTEGER,
            window TEXT,
            collapse INTEGER,
            history TEXT,
            retry_window_start INTEGER,
            campaign INTEGER,
            reader INTEGER
        ) STRICT;
        CREATE INDEX delivery_of_notification ON delivery (notification);
        CREATE INDEX delivery_due ON delivery (due_at) WHERE status = \(delivery: .waiting) AND due_at IS NOT NULL;
        CREATE INDEX delivery_due_on ON delivery (channel, due_at) WHERE status = \(delivery: .waiting) AND due_at IS NOT NULL;
        CREATE INDEX delivery_held ON delivery (channel) WHERE status = \(delivery: .waiting) AND due_at IS NULL;
        CREATE INDEX delivery_window ON delivery (window, due_at) WHERE status = \(delivery: .waiting) AND window IS NOT NULL;
        CREATE INDEX delivery_collapsing ON delivery (collapse, coalesce(device, address))
            WHERE status = \(delivery: .waiting) AND collapse IS NOT NULL;
        CREATE INDEX delivery_receipt ON delivery (receipt_due_at) WHERE receipt_due_at IS NOT NULL;
        CREATE INDEX delivery_failed ON delivery (row) WHERE status = \(delivery: .failed);
        CREATE INDEX delivery_open ON delivery (status, device) WHERE status < \(delivery: .delivered);
        CREATE INDEX delivery_to_feed ON delivery (notification)
            WHERE reader IS NOT NULL AND status < \(delivery: .delivered);
        CREATE TRIGGER delivery_moved_to_feed AFTER UPDATE OF status ON delivery
            WHEN NEW.reader IS NOT NULL
                AND (OLD.status < \(delivery: .delivered)) <> (NEW.status < \(delivery: .delivered))
        BEGIN
            UPDATE user SET feed_pending = feed_pending
                + (NEW.status < \(delivery: .delivered)) - (OLD.status < \(delivery: .delivered))
                WHERE row = NEW.reader;
        END;
        CREATE TRIGGER delivery_removed AFTER DELETE ON delivery
            WHEN OLD.reader IS NOT NULL AND OLD.status < \(delivery: .delivered)
        BEGIN
            UPDATE user SET feed_pending = feed_pending - 1 WHERE row = OLD.reader;
        END;
        """

    static let pauses = """
        CREATE TABLE pause (
            channel TEXT PRIMARY KEY,
            code TEXT NOT NULL,
            message TEXT NOT NULL,
            since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
