import StoredRows

/// What was accepted, for whom, and what takes the place of what.
extension Schema {
    // `payload` is compact JSON; what the sender specifies in place of the event type is in a second line
    // (`StoredPayload`). `(source, external_id)` is unique, by the writer's care: an index of the keys' text would be
    // the largest thing in the file, and each event would write to a random page of it. `key` is a hash of
    // `external_id`; equal ones are compared. `fingerprint` is a hash as well (`contentHash`): it is only ever compared. `cursor` is
    // the row of the last subscription that got a notification, NULL when none is left. `times` (of an event for a
    // topic) and `decisions` are JSON. `dedupe` is a hash; `supersedes` is taken away when another event has taken the
    // place of this one. Why nothing more of it goes out: `ended` is the id of the event that has taken its place, and
    // empty where its campaign was cancelled. While that is carried out, `ending` is the last of its notifications that
    // was read.
    static let events = """
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
            decisions TEXT,
            ended TEXT,
            ending INTEGER
        ) STRICT;
        CREATE INDEX event_superseding ON event (supersedes) WHERE supersedes IS NOT NULL;
        CREATE INDEX event_by_key ON event (key);
        CREATE INDEX event_by_time ON event (accepted_at);
        CREATE INDEX event_unexpanded ON event (accepted_at) WHERE cursor IS NOT NULL;
        CREATE INDEX event_ending ON event (ending) WHERE ending IS NOT NULL;
        """

    // Who got what, by the hash of a dedupe key. It outlives the event: what goes out once goes out once.
    static let dedupeKeys = """
        CREATE TABLE dedupe_key (
            user INTEGER NOT NULL,
            key INTEGER NOT NULL,
            event INTEGER NOT NULL,
            PRIMARY KEY (user, key)
        ) STRICT, WITHOUT ROWID;
        """

    // `status`: `NotificationState`. `devices`: NULL, or a JSON array of the ids it is meant for. `standing`: of campaigns, see
    // `tallies`. `place` is a hash of the event's `supersedes`, for as long as another event may take the place of this one for
    // its recipient; then `ended` is the id of that. `AUTOINCREMENT`, because a worker may hold a row that is erased meanwhile: no
    // other may be given its number.
    static let notifications = """
        CREATE TABLE notification (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            event INTEGER NOT NULL REFERENCES event ON DELETE CASCADE,
            user INTEGER NOT NULL,
            priority INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            expires_at INTEGER,
            devices TEXT,
            status INTEGER NOT NULL DEFAULT \(notification: .scheduled),
            decisions TEXT,
            standing INTEGER,
            place INTEGER,
            ended TEXT
        ) STRICT;
        CREATE INDEX notification_of_event ON notification (event);
        CREATE INDEX notification_of_user ON notification (user, event);
        CREATE INDEX notification_due ON notification (due_at) WHERE status = \(notification: .scheduled);
        CREATE INDEX notification_place ON notification (place, user) WHERE place IS NOT NULL;
        """
}
