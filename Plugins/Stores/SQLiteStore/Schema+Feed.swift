/// What readers see, and what changed in it for those who follow.
extension Schema {
    // `rank` orders a reader's feed: by the time the notification was due, then by its row. The feed lies on disk reader by
    // reader, so that marking a hundred writes to few pages; the words, which are wide, lie in the order they came. `words` is
    // `shown` today; `is_high` is gone since `feedByTime`, and back since
    // `feedByUrgency`.
    static let feed = """
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
    static let changes = """
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
    static let feedByTime = "ALTER TABLE feed DROP COLUMN is_high"

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
}
