-- The file of a tenant as the last version before the first release made it, as SQLite tells it: `sqlite_schema`, in its order.
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
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
, coming INTEGER NOT NULL DEFAULT 0) STRICT;
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
, ended TEXT, ending INTEGER) STRICT;
CREATE INDEX event_superseding ON event (supersedes) WHERE supersedes IS NOT NULL;
CREATE INDEX event_by_key ON event (key);
CREATE INDEX event_by_time ON event (accepted_at);
CREATE INDEX event_unexpanded ON event (accepted_at) WHERE cursor IS NOT NULL;
CREATE TABLE told (
    user INTEGER NOT NULL,
    key INTEGER NOT NULL,
    event INTEGER NOT NULL,
    PRIMARY KEY (user, key)
) STRICT, WITHOUT ROWID;
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
, standing INTEGER, place INTEGER, ended TEXT) STRICT;
CREATE INDEX notification_of_event ON notification (event);
CREATE INDEX notification_of_user ON notification (user, event);
CREATE INDEX notification_due ON notification (due_at) WHERE status = 0;
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
, counts_from INTEGER, campaign INTEGER, reader INTEGER) STRICT;
CREATE INDEX delivery_of_notification ON delivery (notification);
CREATE INDEX delivery_due ON delivery (due_at) WHERE status = 0 AND due_at IS NOT NULL;
CREATE INDEX delivery_due_on ON delivery (channel, due_at) WHERE status = 0 AND due_at IS NOT NULL;
CREATE INDEX delivery_held ON delivery (channel) WHERE status = 0 AND due_at IS NULL;
CREATE INDEX delivery_receipt ON delivery (receipt_due_at) WHERE receipt_due_at IS NOT NULL;
CREATE INDEX delivery_failed ON delivery (row) WHERE status = 3;
CREATE INDEX delivery_open ON delivery (status, device) WHERE status < 2;
CREATE TABLE session (
    id TEXT PRIMARY KEY,
    user INTEGER NOT NULL,
    allows_push INTEGER NOT NULL,
    started_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_of_user ON session (user);
CREATE TABLE feed (
    user INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    notification INTEGER NOT NULL,
    category TEXT,
    read_at INTEGER, id TEXT NOT NULL DEFAULT '', is_high INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user, rank)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER feed_shown AFTER INSERT ON feed BEGIN
    UPDATE user SET shown = shown + 1, unread = unread + (NEW.read_at IS NULL) WHERE row = NEW.user;
END;
CREATE TRIGGER feed_removed AFTER DELETE ON feed BEGIN
    UPDATE user SET shown = shown - 1, unread = unread - (OLD.read_at IS NULL) WHERE row = OLD.user;
END;
CREATE TRIGGER feed_read AFTER UPDATE OF read_at ON feed BEGIN
    UPDATE user SET unread = unread + (NEW.read_at IS NULL) - (OLD.read_at IS NULL) WHERE row = NEW.user;
END;
CREATE TABLE change (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    user INTEGER NOT NULL,
    notification INTEGER,
    marked TEXT,
    read_at INTEGER,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX change_of_user ON change (user);
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
CREATE TABLE pause (
    channel TEXT PRIMARY KEY,
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
    is_expanded INTEGER NOT NULL,
    expanded INTEGER NOT NULL DEFAULT 0,
    total INTEGER
) STRICT;
CREATE INDEX campaign_next ON campaign (next_at) WHERE next_at IS NOT NULL;
CREATE TABLE key (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE tally (
    event INTEGER NOT NULL REFERENCES event ON DELETE CASCADE,
    channel TEXT NOT NULL,
    state INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (event, channel, state)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER notification_moved AFTER UPDATE OF standing ON notification
    WHEN OLD.standing IS NOT NEW.standing
BEGIN
    UPDATE tally SET count = count - 1 WHERE event = OLD.event AND channel = '' AND state = OLD.standing;
    INSERT INTO tally (event, channel, state, count) VALUES (NEW.event, '', NEW.standing, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER notification_untallied AFTER DELETE ON notification WHEN OLD.standing IS NOT NULL BEGIN
    UPDATE tally SET count = count - 1 WHERE event = OLD.event AND channel = '' AND state = OLD.standing;
END;
CREATE TRIGGER notification_stands AFTER UPDATE OF status ON notification WHEN NEW.standing IS NOT NULL BEGIN
    UPDATE notification SET standing =         CASE status WHEN 0 THEN 4 WHEN 2 THEN 1 ELSE coalesce((
    SELECT max(CASE d.status WHEN 2 THEN 3 WHEN 3 THEN 2 WHEN 4 THEN 1 ELSE 4 END)
    FROM delivery d WHERE d.notification = notification.row
), 0) END WHERE row = NEW.row;
END;
CREATE TRIGGER delivery_moved AFTER UPDATE OF status, attempted_at ON delivery
    WHEN NEW.campaign IS NOT NULL AND iif(OLD.status = 1 AND OLD.attempted_at IS NOT NULL, 5, OLD.status) <> iif(NEW.status = 1 AND NEW.attempted_at IS NOT NULL, 5, NEW.status)
BEGIN
    UPDATE tally SET count = count - 1 WHERE event = OLD.campaign AND channel = OLD.channel AND state = iif(OLD.status = 1 AND OLD.attempted_at IS NOT NULL, 5, OLD.status);
    INSERT INTO tally (event, channel, state, count) VALUES (NEW.campaign, NEW.channel, iif(NEW.status = 1 AND NEW.attempted_at IS NOT NULL, 5, NEW.status), 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
    UPDATE notification SET standing =         CASE status WHEN 0 THEN 4 WHEN 2 THEN 1 ELSE coalesce((
    SELECT max(CASE d.status WHEN 2 THEN 3 WHEN 3 THEN 2 WHEN 4 THEN 1 ELSE 4 END)
    FROM delivery d WHERE d.notification = notification.row
), 0) END WHERE row = NEW.notification;
END;
CREATE TRIGGER delivery_untallied AFTER DELETE ON delivery WHEN OLD.campaign IS NOT NULL BEGIN
    UPDATE tally SET count = count - 1 WHERE event = OLD.campaign AND channel = OLD.channel AND state = iif(OLD.status = 1 AND OLD.attempted_at IS NOT NULL, 5, OLD.status);
END;
CREATE INDEX event_ending ON event (ending) WHERE ending IS NOT NULL;
CREATE TABLE suppressed (
    user INTEGER NOT NULL,
    address TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (user, address)
) STRICT, WITHOUT ROWID;
CREATE TABLE "device" (
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
, is_reached INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE UNIQUE INDEX device_by_token ON device (
    token, CASE WHEN user IS NULL THEN coalesce(device_id, '') ELSE '' END
);
CREATE INDEX device_of_user ON device (user, registered_at);
CREATE INDEX device_of_plugin ON device (plugin);
CREATE INDEX device_by_device_id ON device (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX device_of_nobody ON device (user) WHERE user IS NULL;
CREATE TABLE shown (
    notification INTEGER PRIMARY KEY REFERENCES notification ON DELETE CASCADE,
    user INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    type TEXT NOT NULL,
    priority INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    locale TEXT NOT NULL,
    content TEXT NOT NULL
) STRICT;
CREATE TRIGGER shown_removed AFTER DELETE ON shown BEGIN
    DELETE FROM feed WHERE user = OLD.user AND rank = OLD.rank;
END;
CREATE INDEX feed_high ON feed (user, read_at, rank) WHERE is_high = 1;
CREATE TABLE holder (
    user INTEGER NOT NULL,
    device INTEGER NOT NULL,
    PRIMARY KEY (user, device)
) STRICT, WITHOUT ROWID;
CREATE INDEX holder_of_device ON holder (device);
CREATE INDEX delivery_to_feed ON delivery (notification) WHERE reader IS NOT NULL AND status < 2;
CREATE TRIGGER delivery_coming AFTER UPDATE OF status ON delivery
    WHEN NEW.reader IS NOT NULL AND (OLD.status < 2) <> (NEW.status < 2)
BEGIN
    UPDATE user SET coming = coming + (NEW.status < 2) - (OLD.status < 2) WHERE row = NEW.reader;
END;
CREATE TRIGGER delivery_removed AFTER DELETE ON delivery WHEN OLD.reader IS NOT NULL AND OLD.status < 2 BEGIN
    UPDATE user SET coming = coming - 1 WHERE row = OLD.reader;
END;
CREATE INDEX delivery_window ON delivery (window, due_at) WHERE status = 0 AND window IS NOT NULL;
CREATE INDEX delivery_collapsing ON delivery (collapse, coalesce(device, address))
    WHERE status = 0 AND collapse IS NOT NULL;
CREATE INDEX notification_place ON notification (place, user) WHERE place IS NOT NULL;
CREATE TABLE nobody (
    count INTEGER NOT NULL
) STRICT;
CREATE TRIGGER device_of_nobody_came AFTER INSERT ON device WHEN NEW.user IS NULL BEGIN
    UPDATE nobody SET count = count + 1;
END;
CREATE TRIGGER device_of_nobody_went AFTER DELETE ON device WHEN OLD.user IS NULL BEGIN
    UPDATE nobody SET count = count - 1;
END;
CREATE INDEX device_by_age ON device (user, updated_at);
CREATE INDEX device_unreached ON device (user, updated_at) WHERE user IS NULL AND is_reached = 0;

INSERT INTO grdb_migrations VALUES
    ('1'),
    ('campaigns'),
    ('keys'),
    ('patience'),
    ('tallies'),
    ('endings'),
    ('suppressions'),
    ('shared tokens'),
    ('shown'),
    ('readers'),
    ('feed by time'),
    ('feed ids'),
    ('feed by urgency'),
    ('holders'),
    ('busy recipients'),
    ('places'),
    ('nobody''s devices'),
    ('reached devices');
INSERT INTO nobody VALUES (0);
