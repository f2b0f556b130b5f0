/// Devices of users, and those that belong to nobody.
extension Schema {
    // A token is known once among the devices of users, and once for each id of a device that belongs to nobody. `is_reached`:
    // whether a message got to a device that belongs to nobody; of others it isn't kept.
    //
    // How many devices belong to nobody is in the one row of `nobody`: counting a hundred thousand for each that is
    // registered would take longer than all the rest.
    static let devices = """
        CREATE TABLE device (
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
            updated_at INTEGER NOT NULL,
            is_reached INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE UNIQUE INDEX device_by_token ON device (
            token, CASE WHEN user IS NULL THEN coalesce(device_id, '') ELSE '' END
        );
        CREATE INDEX device_of_user ON device (user, registered_at);
        CREATE INDEX device_of_plugin ON device (plugin);
        CREATE INDEX device_by_device_id ON device (device_id) WHERE device_id IS NOT NULL;
        CREATE INDEX device_of_nobody ON device (user) WHERE user IS NULL;
        CREATE INDEX device_by_age ON device (user, updated_at);
        CREATE INDEX device_unreached ON device (user, updated_at) WHERE user IS NULL AND is_reached = 0;
        CREATE TABLE nobody (
            count INTEGER NOT NULL
        ) STRICT;
        INSERT INTO nobody VALUES (0);
        CREATE TRIGGER device_of_nobody_came AFTER INSERT ON device WHEN NEW.user IS NULL BEGIN
            UPDATE nobody SET count = count + 1;
        END;
        CREATE TRIGGER device_of_nobody_went AFTER DELETE ON device WHEN OLD.user IS NULL BEGIN
            UPDATE nobody SET count = count - 1;
        END;
        """

    // A token is known once for each plugin: the same text for another is another address.
    static let addressesByPlugin = """
        DROP INDEX device_by_token;
        CREATE UNIQUE INDEX device_by_token ON device (
            token, plugin, CASE WHEN user IS NULL THEN coalesce(device_id, '') ELSE '' END
        );
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
        """
}
