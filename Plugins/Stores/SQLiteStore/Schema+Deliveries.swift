/// What goes out on which channel, to which address, and when.
extension Schema {
    // `status`: `DeliveryState`. Waiting without `due_at` is held; of what is leased, `due_at` is when the lease began.
    // `attempted_at` is set while the provider's answer is awaited. What waits in the same `window` is leased together; what
    // waits under a hash of the same `collapse` key is replaced by what comes. `history` is JSON; an attempt that delivered
    // isn't in it, because the row says it all.
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
            history TEXT
        ) STRICT;
        CREATE INDEX delivery_window ON delivery (window) WHERE status = 0 AND window IS NOT NULL;
        CREATE INDEX delivery_collapsing ON delivery (collapse) WHERE status = 0 AND collapse IS NOT NULL;
        CREATE INDEX delivery_of_notification ON delivery (notification);
        CREATE INDEX delivery_due ON delivery (due_at) WHERE status = 0 AND due_at IS NOT NULL;
        CREATE INDEX delivery_due_on ON delivery (channel, due_at) WHERE status = 0 AND due_at IS NOT NULL;
        CREATE INDEX delivery_held ON delivery (channel) WHERE status = 0 AND due_at IS NULL;
        CREATE INDEX delivery_receipt ON delivery (receipt_due_at) WHERE receipt_due_at IS NOT NULL;
        CREATE INDEX delivery_failed ON delivery (row) WHERE status = 3;
        CREATE INDEX delivery_open ON delivery (status, device) WHERE status < 2;
        """

    // Since when the time until a delivery is given up counts; NULL is since its notification was due.
    static let patience = """
        ALTER TABLE delivery ADD COLUMN counts_from INTEGER;
        """

    // Of deliveries to the feed: whose. What hasn't ended is on its way there, and counts as unread already.
    static let readers = """
        ALTER TABLE delivery ADD COLUMN reader INTEGER;
        CREATE INDEX delivery_to_reader ON delivery (reader) WHERE reader IS NOT NULL AND status < 2;
        """

    // What a recipient has waiting is counted as it comes and goes, and looked for by all that tells it apart: whoever has much
    // waiting costs what others do. `coming`: notifications on their way to the feed. Of those that go there more than once, one
    // delivery has a `reader`.
    static let busyRecipients = """
        ALTER TABLE user ADD COLUMN coming INTEGER NOT NULL DEFAULT 0;
        UPDATE delivery SET reader = NULL WHERE reader IS NOT NULL AND status < 2 AND (
            EXISTS (SELECT 1 FROM shown s WHERE s.notification = delivery.notification)
            OR EXISTS (
                SELECT 1 FROM delivery p WHERE p.notification = delivery.notification AND p.reader IS NOT NULL AND p.status < 2
                    AND p.row < delivery.row
            )
        );
        UPDATE user SET coming = (SELECT count(*) FROM delivery d WHERE d.reader = user.row AND d.status < 2)
            WHERE row IN (SELECT reader FROM delivery WHERE reader IS NOT NULL AND status < 2);
        DROP INDEX delivery_to_reader;
        CREATE INDEX delivery_to_feed ON delivery (notification) WHERE reader IS NOT NULL AND status < 2;
        CREATE TRIGGER delivery_coming AFTER UPDATE OF status ON delivery
            WHEN NEW.reader IS NOT NULL AND (OLD.status < 2) <> (NEW.status < 2)
        BEGIN
            UPDATE user SET coming = coming + (NEW.status < 2) - (OLD.status < 2) WHERE row = NEW.reader;
        END;
        CREATE TRIGGER delivery_removed AFTER DELETE ON delivery WHEN OLD.reader IS NOT NULL AND OLD.status < 2 BEGIN
            UPDATE user SET coming = coming - 1 WHERE row = OLD.reader;
        END;
        DROP INDEX delivery_window;
        CREATE INDEX delivery_window ON delivery (window, due_at) WHERE status = 0 AND window IS NOT NULL;
        DROP INDEX delivery_collapsing;
        CREATE INDEX delivery_collapsing ON delivery (collapse, coalesce(device, address))
            WHERE status = 0 AND collapse IS NOT NULL;
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
