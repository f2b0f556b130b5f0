import CarillonModel
import CarillonPipeline
import StoredRows

// For many at once what StoredRows does for one.
extension Database {
    /// The users' rows, made in the order of the users where there are none.
    func rows(of users: [UserID]) throws -> [UserID: Int64] {
        var seen: Set<UserID> = []
        let wanted = users.filter { seen.insert($0).inserted }
        guard wanted.count > 1 else {
            guard let user = wanted.first else { return [:] }
            return [user: try row(of: user)]
        }
        let found = try rows(
            """
            WITH wanted AS MATERIALIZED (
                SELECT w.id, w.place, (SELECT u.row FROM usr u WHERE u.id = w.id) AS row
                FROM unnest($1) WITH ORDINALITY w (id, place)
            ), made AS (
                INSERT INTO usr (id) SELECT id FROM wanted WHERE row IS NULL ORDER BY place RETURNING row, id
            )
            SELECT row, id FROM wanted WHERE row IS NOT NULL UNION ALL SELECT row, id FROM made
            """,
            wanted
        ) { (row: try $0["row"] as Int64, user: try $0["id"] as UserID) }
        return Dictionary(found.map { ($0.user, $0.row) }) { first, _ in first }
    }

    /// Those that are there.
    func devices(ids: [String]) throws -> [String: DeviceRecord] {
        let devices = try rows(DeviceRecord.select + "WHERE d.id = ANY($1)", ids) { try DeviceRecord($0) }
        return Dictionary(devices.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Of each user, as ``devices(reaching:)``.
    func devices(reaching users: [Int64]) throws -> [Int64: [DeviceRecord]] {
        let found = try rows(
            """
            SELECT r.usr AS reaching, d.id, (SELECT id FROM usr WHERE row = d.usr) AS owner, d.token, d.plugin, d.platform,
                d.device_id, d.name, d.app_version, d.locale, d.registered_at, d.updated_at
            FROM (
                SELECT usr, row FROM device WHERE usr = ANY($1) UNION ALL SELECT usr, device FROM holder WHERE usr = ANY($1)
            ) r JOIN device d ON d.row = r.row ORDER BY d.row
            """,
            users
        ) { (user: try $0["reaching"] as Int64, device: try DeviceRecord($0)) }
        return Dictionary(grouping: found, by: \.user).mapValues { found in
            found.map(\.device).sorted { $0.registeredAt < $1.registeredAt }
        }
    }
}
