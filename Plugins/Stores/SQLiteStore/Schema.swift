import GRDB

/// The tables of a tenant's file.
///
/// Times are milliseconds since 1970. Row ids rise in the order things came, so that tables and most indexes grow at
/// their end. Partial indexes hold only what still waits: they stay small however much is kept.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            let tables = [
                users, events, dedupes, notifications, deliveries, devices, sessions, feed, changes, subscriptions,
                pauses,
            ]
            for table in tables {
                try database.execute(sql: table)
            }
        }
        migrator.registerMigration("campaigns") { database in try database.execute(sql: campaigns) }
        migrator.registerMigration("keys") { database in try database.execute(sql: keys) }
        migrator.registerMigration("patience") { database in try database.execute(sql: patience) }
        migrator.registerMigration("tallies") { database in try database.execute(sql: tallies) }
        migrator.registerMigration("endings") { database in try database.execute(sql: endings) }
        migrator.registerMigration("suppressions") { database in try database.execute(sql: suppressions) }
        migrator.registerMigration("shared tokens") { database in try database.execute(sql: sharedTokens) }
        migrator.registerMigration("shown") { database in try database.execute(sql: shown) }
        migrator.registerMigration("readers") { database in try database.execute(sql: readers) }
        migrator.registerMigration("feed by time") { database in try database.execute(sql: feedByTime) }
        migrator.registerMigration("feed ids") { database in try database.execute(sql: feedIDs) }
        migrator.registerMigration("feed by urgency") { database in try database.execute(sql: feedByUrgency) }
        migrator.registerMigration("holders") { database in try database.execute(sql: holders) }
        migrator.registerMigration("busy recipients") { database in try database.execute(sql: busyRecipients) }
        migrator.registerMigration("places") { database in
            try database.execute(sql: places)
            try database.keepPlaces()
        }
        migrator.registerMigration("nobody's devices") { database in try database.execute(sql: nobody) }
        migrator.registerMigration("reached devices") { database in try database.execute(sql: reached) }
        return migrator
    }

    // `unread` and `shown` count the user's rows of `feed`; its triggers keep them. `followed_from`: later rows of `change` are
    // whole for this user; NULL where nobody follows, and none are kept.
    private static let users = """
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
            shown INTEGER NOT NULL DEFAULT 0,
            followed_from INTEGER
        ) STRICT;
        """

    // `payload` is compact JSON; what the sender says instead of the event type stands in a second line (`StoredPayload`).
    // `(source, external_id)` is unique, by the writer's care: an index of the keys' text would be the largest thing in the
    // file, and each event would write to a random page of it. `key` is a hash of `external_id`; equal ones are compared.
    // `fingerprint` is a hash as well: only whether it is the same is ever asked. `cursor` is the row of the last
    // subscription that got a notification, NULL when none is left. `times` (of an event for a topic) and `decisions` are
    // JSON. `dedupe` is a hash; `supersedes` is taken away when another event has taken the place of this one.
    private static let events = """
        CREATE TABLE event (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            key INTEGER NOT NULL,
            source TEXT NOT NULL,
            external_id TEXT NOT NULL,
            type TEXT NOT NULL,
            payload TEXT NOT NULL,
            fingerprint INTEGER NOT NULL,
            revision TEXT NOT NULL,
            accepted_at INTEGER NOT NULL,
            topic TEXT,
            cursor INTEGER,
            times TEXT,
            audience TEXT,
            collapse TEXT,
            dedupe INTEGER,
            supersedes TEXT,
            decisions TEXT
        ) STRICT;
        CREATE INDEX event_superseding ON event (supersedes) WHERE supersedes IS NOT NULL;
        CREATE INDEX event_by_key ON event (key);
        CREATE INDEX event_by_time ON event (accepted_at);
        CREATE INDEX event_unexpanded ON event (accepted_at) WHERE cursor IS NOT NULL;
        """

    // Who was told of what, by the hash of a dedupe key. It outlives the event: what goes out once goes out once.
    private static let dedupes = """
        CREATE TABLE told (
            user INTEGER NOT NULL,
            key INTEGER NOT NULL,
            event INTEGER NOT NULL,
            PRIMARY KEY (user, key)
        ) STRICT, WITHOUT ROWID;
        """

    // `status`: `NotificationState`. `devices`: NULL, or a JSON array of the ids it is meant for. `AUTOINCREMENT`, because a worker may hold a row that is erased meanwhile: no other
    // may get its number.
    private static let notifications = """
        CREATE TABLE notification (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            event INTEGER NOT NULL REFERENCES event ON DELETE CASCADE,
            user INTEGER NOT NULL,
            priority INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            expires_at INTEGER,
            devices TEXT,
            status INTEGER NOT NULL DEFAULT 0,
            decisions TEXT
        ) STRICT;
        CREATE INDEX notification_of_event ON notification (event);
        CREATE INDEX notification_of_user ON notification (user, event);
        CREATE INDEX notification_due ON notification (due_at) WHERE status = 0;
        """

    // `status`: `DeliveryState`. Waiting without `due_at` is held; of what is leased, `due_at` is when the lease began.
    // `attempted_at` is set while the provider's answer is awaited. What waits in the same `window` is leased together; what
    // waits under a hash of the same `collapse` key is replaced by what comes. `history` is JSON; an attempt that delivered
    // isn't in it, because the row says it all.
    private static let deliveries = """
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

    private static let devices = """
        CREATE TABLE device (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            user INTEGER,
            token TEXT NOT NULL UNIQUE,
            plugin TEXT NOT NULL,
            platform TEXT,
            device_id TEXT,
            name TEXT,
            app_version TEXT,
            locale TEXT,
            registered_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX device_of_user ON device (user, registered_at);
        CREATE INDEX device_of_plugin ON device (plugin);
        CREATE INDEX device_by_device_id ON device (device_id) WHERE device_id IS NOT NULL;
        """

    private static let sessions = """
        CREATE TABLE session (
            id TEXT PRIMARY KEY,
            user INTEGER NOT NULL,
            allows_push INTEGER NOT NULL,
            started_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_of_user ON session (user);
        """

    // `rank` orders a reader's feed: by the time the notification was due, then by its row. The feed lies on disk reader by
    // reader, so that marking a hundred writes to few pages; the words, which are wide, lie in the order they came. `words` is
    // `shown` today; `is_high` is gone since `feedByTime`, and back since
    // `feedByUrgency`.
    private static let feed = """
        CREATE TABLE feed (
            user INTEGER NOT NULL,
            rank INTEGER NOT NULL,
            notification INTEGER NOT NULL,
            category TEXT,
            is_high INTEGER NOT NULL,
            read_at INTEGER,
            PRIMARY KEY (user, rank)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE words (
            notification INTEGER PRIMARY KEY REFERENCES notification ON DELETE CASCADE,
            user INTEGER NOT NULL,
            rank INTEGER NOT NULL,
            locale TEXT NOT NULL,
            slots TEXT NOT NULL
        ) STRICT;
        CREATE TRIGGER words_removed AFTER DELETE ON words BEGIN
            DELETE FROM feed WHERE user = OLD.user AND rank = OLD.rank;
        END;
        CREATE TRIGGER feed_shown AFTER INSERT ON feed BEGIN
            UPDATE user SET shown = shown + 1, unread = unread + (NEW.read_at IS NULL) WHERE row = NEW.user;
        END;
        CREATE TRIGGER feed_removed AFTER DELETE ON feed BEGIN
            UPDATE user SET shown = shown - 1, unread = unread - (OLD.read_at IS NULL) WHERE row = OLD.user;
        END;
        CREATE TRIGGER feed_read AFTER UPDATE OF read_at ON feed BEGIN
            UPDATE user SET unread = unread + (NEW.read_at IS NULL) - (OLD.read_at IS NULL) WHERE row = NEW.user;
        END;
        """

    // What changed in the feeds of readers who follow: a notification was shown, or those of the JSON array `marked` were
    // marked. `AUTOINCREMENT`: readers keep row numbers, and the order of rows is the order of commits.
    private static let changes = """
        CREATE TABLE change (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            user INTEGER NOT NULL,
            notification INTEGER,
            marked TEXT,
            read_at INTEGER,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX change_of_user ON change (user);
        """

    // A subscriber is a user, a user's device, or (without a user) a device of nobody.
    private static let subscriptions = """
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

    // Beside the event that it is. `rate_window` is in milliseconds. `next_at` is when the next page may be made: NULL while it
    // is paused, and once everybody was taken up (`is_expanded`) or it was cancelled. `is_finished` is gone since `tallies`.
    private static let campaigns = """
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
            is_finished INTEGER NOT NULL DEFAULT 0,
            is_expanded INTEGER NOT NULL,
            expanded INTEGER NOT NULL DEFAULT 0,
            total INTEGER
        ) STRICT;
        CREATE INDEX campaign_next ON campaign (next_at) WHERE next_at IS NOT NULL;
        CREATE INDEX device_of_nobody ON device (user) WHERE user IS NULL;
        """

    // Base64.
    private static let keys = """
        CREATE TABLE key (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    // Since when the time until a delivery is given up counts; NULL is since its notification was due.
    private static let patience = """
        ALTER TABLE delivery ADD COLUMN counts_from INTEGER;
        """

    // A token is known once among the devices of users, and once for each id of a device that belongs to nobody. SQLite can
    // drop the older rule, by which it was known once in all, only with the table.
    static let sharedTokens = """
        CREATE TABLE device_with_token (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            user INTEGER,
            token TEXT NOT NULL,
            plugin TEXT NOT NULL,
            platform TEXT,
            device_id TEXT,
            name TEXT,
            app_version TEXT,
            locale TEXT,
            registered_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL
        ) STRICT;
        INSERT INTO device_with_token SELECT row, id, user, token, plugin, platform, device_id, name, app_version, locale,
            registered_at, updated_at FROM device;
        DROP TABLE device;
        ALTER TABLE device_with_token RENAME TO device;
        CREATE UNIQUE INDEX device_by_token ON device (
            token, CASE WHEN user IS NULL THEN coalesce(device_id, '') ELSE '' END
        );
        CREATE INDEX device_of_user ON device (user, registered_at);
        CREATE INDEX device_of_plugin ON device (plugin);
        CREATE INDEX device_by_device_id ON device (device_id) WHERE device_id IS NOT NULL;
        CREATE INDEX device_of_nobody ON device (user) WHERE user IS NULL;
        """

    // Who is reached on a device that belongs to nobody: those who have registered it, or subscribed for it, with a token of
    // their own. `device` is the device's row.
    static let holders = """
        CREATE TABLE holder (
            user INTEGER NOT NULL,
            device INTEGER NOT NULL,
            PRIMARY KEY (user, device)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX holder_of_device ON holder (device);
        INSERT INTO holder SELECT DISTINCT s.user, d.row FROM subscription s JOIN device d ON d.id = s.device
            WHERE s.user IS NOT NULL AND d.user IS NULL;
        """

    // Why nothing more of an event goes out: `ended` is the id of the event that has taken its place, and empty where its
    // campaign was cancelled. While that is carried out, `ending` is the last of its notifications that was looked at.
    private static let endings = """
        ALTER TABLE event ADD COLUMN ended TEXT;
        ALTER TABLE event ADD COLUMN ending INTEGER;
        CREATE INDEX event_ending ON event (ending) WHERE ending IS NOT NULL;
        """

    // Mail addresses that don't exist, by the word of their servers.
    private static let suppressions = """
        CREATE TABLE suppressed (
            user INTEGER NOT NULL,
            address TEXT NOT NULL,
            since INTEGER NOT NULL,
            PRIMARY KEY (user, address)
        ) STRICT, WITHOUT ROWID;
        """

    // Of deliveries to the feed: whose. What hasn't ended is on its way there, and counts as unread already.
    private static let readers = """
        ALTER TABLE delivery ADD COLUMN reader INTEGER;
        CREATE INDEX delivery_to_reader ON delivery (reader) WHERE reader IS NOT NULL AND status < 2;
        """

    // All that an item of a feed shows, so that reading a feed looks at one row for each, and makes nothing anew. `content` is
    // JSON (`FeedContent`). Items of older files have what was kept of them: the words in their reader's language.
    static let shown = """
        CREATE TABLE shown (
            notification INTEGER PRIMARY KEY REFERENCES notification ON DELETE CASCADE,
            user INTEGER NOT NULL,
            rank INTEGER NOT NULL,
            id TEXT NOT NULL,
            type TEXT NOT NULL,
            priority INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            locale TEXT NOT NULL,
            content TEXT NOT NULL
        ) STRICT;
        INSERT INTO shown SELECT w.notification, w.user, w.rank, n.id, e.type, n.priority, n.due_at, w.locale,
            json_object('words', json_object(w.locale, json(w.slots)))
            FROM words w JOIN notification n ON n.row = w.notification JOIN event e ON e.row = n.event;
        DROP TRIGGER words_removed;
        DROP TABLE words;
        CREATE TRIGGER shown_removed AFTER DELETE ON shown BEGIN
            DELETE FROM feed WHERE user = OLD.user AND rank = OLD.rank;
        END;
        """

    // Pages are cut by time, whatever is read.
    private static let feedByTime = "ALTER TABLE feed DROP COLUMN is_high"

    // Marking looks among a reader's own ids, which lie together, and not for each in an index of all.
    static let feedIDs = """
        ALTER TABLE feed ADD COLUMN id TEXT NOT NULL DEFAULT '';
        UPDATE feed SET id = coalesce((SELECT id FROM shown WHERE notification = feed.notification), '');
        ALTER TABLE shown DROP COLUMN id;
        """

    // What is of high priority, and unread or just read, is found whatever its age.
    static let feedByUrgency = """
        ALTER TABLE feed ADD COLUMN is_high INTEGER NOT NULL DEFAULT 0;
        UPDATE feed SET is_high = 1 FROM shown WHERE shown.user = feed.user AND shown.rank = feed.rank AND shown.priority = 2;
        CREATE INDEX feed_high ON feed (user, read_at, rank) WHERE is_high = 1;
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

    // `place` is a hash of the event's `supersedes`, for as long as another event may take the place of this one for its recipient;
    // then `ended` is the id of that.
    static let places = """
        ALTER TABLE notification ADD COLUMN place INTEGER;
        ALTER TABLE notification ADD COLUMN ended TEXT;
        CREATE INDEX notification_place ON notification (place, user) WHERE place IS NOT NULL;
        """

    // How many devices belong to nobody, in its one row: counting a hundred thousand for each that is registered would take
    // longer than all the rest.
    static let nobody = """
        CREATE TABLE nobody (
            count INTEGER NOT NULL
        ) STRICT;
        INSERT INTO nobody SELECT count(*) FROM device WHERE user IS NULL;
        CREATE TRIGGER device_of_nobody_came AFTER INSERT ON device WHEN NEW.user IS NULL BEGIN
            UPDATE nobody SET count = count + 1;
        END;
        CREATE TRIGGER device_of_nobody_went AFTER DELETE ON device WHEN OLD.user IS NULL BEGIN
            UPDATE nobody SET count = count - 1;
        END;
        CREATE INDEX device_by_age ON device (user, updated_at);
        """

    // Whether a message got to a device that belongs to nobody; of others it isn't kept.
    static let reached = """
        ALTER TABLE device ADD COLUMN is_reached INTEGER NOT NULL DEFAULT 0;
        UPDATE device SET is_reached = 1 WHERE user IS NULL
            AND id IN (SELECT device FROM delivery WHERE status = 2 AND device IS NOT NULL);
        CREATE INDEX device_unreached ON device (user, updated_at) WHERE user IS NULL AND is_reached = 0;
        """

    /// Run once, for files of earlier versions.
    static let superseding = "SELECT row, supersedes FROM event WHERE supersedes IS NOT NULL"

    private static let pauses = """
        CREATE TABLE pause (
            channel TEXT PRIMARY KEY,
            code TEXT NOT NULL,
            message TEXT NOT NULL,
            since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

/// What `notification.status` holds.
enum NotificationState: Int64 {
    case scheduled = 0
    case routed = 1
    case cancelled = 2
}

/// What `delivery.status` holds.
///
/// Those before `delivered` are open. Queries repeat `status < 2`, for SQLite to see that a partial index will do.
enum DeliveryState: Int64 {
    case waiting = 0
    case leased = 1
    case delivered = 2
    case failed = 3
    case cancelled = 4
}
