/// The feeds of readers, and their changes for those who follow.
extension Schema {
    // `rank` orders a reader's feed: by the time the notification was due, then by its row. The feed lies on disk reader by
    // reader, so that marking a hundred writes to few pages; what items show, which is wide, lies in the order it came. Marking
    // looks among a reader's own ids, which lie together, and not for each in an index of all. What is of high priority, and
    // unread or just read, is found whatever its age.
    //
    // `feed_content` has all that an item shows, so that reading a feed reads one row for each, and renders nothing
    // anew. `content` is JSON (`FeedContent`).
    static let feed = """
        CREATE TABLE feed (
            user INTEGER NOT NULL,
            rank INTEGER NOT NULL,
            notification INTEGER NOT NULL,
            category TEXT,
            read_at INTEGER,
            id TEXT NOT NULL DEFAULT '',
            is_high INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (user, rank)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX feed_high ON feed (user, read_at, rank) WHERE is_high = 1;
        CREATE TABLE feed_content (
            notification INTEGER PRIMARY KEY REFERENCES notification ON DELETE CASCADE,
            user INTEGER NOT NULL,
            rank INTEGER NOT NULL,
            type TEXT NOT NULL,
            priority INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            locale TEXT NOT NULL,
            content TEXT NOT NULL
        ) STRICT;
        CREATE TRIGGER feed_content_removed AFTER DELETE ON feed_content BEGIN
            DELETE FROM feed WHERE user = OLD.user AND rank = OLD.rank;
        END;
        CREATE TRIGGER feed_added AFTER INSERT ON feed BEGIN
            UPDATE user SET feed_count = feed_count + 1, unread = unread + (NEW.read_at IS NULL) WHERE row = NEW.user;
        END;
        CREATE TRIGGER feed_removed AFTER DELETE ON feed BEGIN
            UPDATE user SET feed_count = feed_count - 1, unread = unread - (OLD.read_at IS NULL) WHERE row = OLD.user;
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
}
