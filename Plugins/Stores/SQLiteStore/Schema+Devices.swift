/// Devices of users, and those that belong to nobody.
extension Schema {
    static let devices = """
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
}
