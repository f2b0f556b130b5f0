/// Indexes whose first forms led plans astray.
extension Schema {
    // No index of the tables that grow is one by which a policy's condition finds all rows of a tenant, unless a statement asks for their
    // order. A prepared statement keeps a plan that was made when there was little, and then such an index is as good a way to a row
    // as its number: from then on each statement reads all of the tenant's. So ids are unique together with `int8(tenant)`, which
    // no policy compares, and an index that begins with the tenant leaves out rows without the number or the time that comes next.
    // There are none; but the index is used only where it is known: `x < $1` says that `x` isn't NULL.
    static let indexesByID = ["device", "event", "notification", "usr"].map { table in
        """
        DROP INDEX \(table)_id;
        CREATE UNIQUE INDEX \(table)_id ON \(table) (id, int8(tenant));
        """
    }.joined(separator: "\n")

    static let indexesOfOrder = """
        DROP INDEX delivery_of_tenant;
        CREATE INDEX delivery_of_tenant ON delivery (tenant, float8(row)) WHERE float8(row) IS NOT NULL;
        DROP INDEX device_of_tenant;
        CREATE INDEX device_of_tenant ON device (tenant, float8(row)) WHERE float8(row) IS NOT NULL;
        DROP INDEX device_of_plugin;
        CREATE INDEX device_of_plugin ON device (tenant, plugin) WHERE plugin IS NOT NULL;
        DROP INDEX event_by_time;
        CREATE INDEX event_by_time ON event (tenant, accepted_at, row) WHERE accepted_at IS NOT NULL;
        DROP INDEX event_of_tenant;
        CREATE INDEX event_of_tenant ON event (tenant, float8(row)) WHERE float8(row) IS NOT NULL;
        DROP INDEX usr_of_tenant;
        CREATE INDEX usr_of_tenant ON usr (tenant, float8(row)) WHERE float8(row) IS NOT NULL;
        """
}
