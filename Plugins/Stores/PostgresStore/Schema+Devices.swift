/// Devices of users, and those that belong to nobody.
extension Schema {
    // A token is known once among the devices of users, and once for each id of a device that belongs to nobody. `is_reached`:
    // whether a message got to a device that belongs to nobody; of others it isn't kept.
    //
    // How many devices belong to nobody is in `nobody`: counting a hundred thousand for each that is registered would take
    // longer than all the rest.
    static let devices = """
        CREATE TABLE device (
            \(tenant),
            row bigint PRIMARY KEY DEFAULT carillon.next_row(),
            id text COLLATE "C" NOT NULL,
            usr bigint,
            token text COLLATE "C" NOT NULL,
            plugin text COLLATE "C" NOT NULL,
            platform text,
            device_id text COLLATE "C",
            name text,
            app_version text,
            locale text,
            registered_at bigint NOT NULL,
            updated_at bigint NOT NULL,
            is_reached boolean NOT NULL DEFAULT false
        );
        CREATE UNIQUE INDEX device_id ON device (tenant, id);
        CREATE UNIQUE INDEX device_by_token ON device (
            tenant, carillon.key_of(token),
            (CASE WHEN usr IS NULL THEN coalesce(device_id, '') ELSE '' END)
        );
        CREATE INDEX device_of_token ON device USING hash (token);
        CREATE INDEX device_of_user ON device (usr, registered_at) WHERE usr IS NOT NULL;
        CREATE INDEX device_of_tenant ON device (tenant, float8(row));
        CREATE INDEX device_of_plugin ON device (tenant, plugin);
        CREATE INDEX device_by_device_id ON device (tenant, device_id) WHERE device_id IS NOT NULL;
        CREATE INDEX device_of_nobody ON device (tenant, updated_at, row) WHERE usr IS NULL;
        CREATE INDEX device_unreached ON device (tenant, updated_at, row) WHERE usr IS NULL AND NOT is_reached;
        CREATE TABLE nobody (
            tenant int PRIMARY KEY DEFAULT carillon.tenant_number(),
            count bigint NOT NULL
        );
        CREATE FUNCTION device_of_nobody_counted() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO carillon.nobody AS n (count) VALUES (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END)
                ON CONFLICT (tenant) DO UPDATE SET count = n.count + excluded.count;
            RETURN NULL;
        END
        $$;
        CREATE TRIGGER device_of_nobody_came AFTER INSERT ON device FOR EACH ROW WHEN (NEW.usr IS NULL)
            EXECUTE FUNCTION device_of_nobody_counted();
        CREATE TRIGGER device_of_nobody_went AFTER DELETE ON device FOR EACH ROW WHEN (OLD.usr IS NULL)
            EXECUTE FUNCTION device_of_nobody_counted();
        """

    // A token is known once for each plugin: the same text for another is another address.
    static let addressesByPlugin = """
        DROP INDEX device_by_token;
        CREATE UNIQUE INDEX device_by_token ON device (
            carillon.key_of(token), int8(tenant), plugin,
            (CASE WHEN usr IS NULL THEN coalesce(device_id, '') ELSE '' END)
        );
        """

    // Who is reached on a device that belongs to nobody: those who have registered it, or subscribed for it, with a token of
    // their own. `device` is the device's row.
    static let holders = """
        CREATE TABLE holder (
            \(tenant),
            usr bigint NOT NULL,
            device bigint NOT NULL,
            PRIMARY KEY (usr, device)
        );
        CREATE INDEX holder_of_device ON holder (device);
        """
}
