import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import StoredRows

extension TenantRows: DeviceStore {
    func register(
        _ registration: DeviceRegistration,
        within limits: DeviceLimits,
        at now: Instant
    ) async throws(StoreFailure) -> Registered {
        try await write { [identifiers] database in
            try database.register(registration, within: limits, identifiers: identifiers, at: now)
        }
    }

    func unregister(token: String, owner: UserID?, at now: Instant) async throws(StoreFailure) -> DeviceRecord? {
        try await write { database in
            let devices = try database.devices(token: token).filter { $0.owner == owner }
            for device in devices { try database.remove(device, .unregistered, at: now) }
            return devices.last
        }
    }

    func unregister(deviceID: String, owner: UserID?, at now: Instant) async throws(StoreFailure) -> DeviceRecord? {
        try await write { database in
            guard let device = try database.device(deviceID: deviceID, owner: owner) else { return nil }
            try database.remove(device, .unregistered, at: now)
            return device
        }
    }

    func devices(of owner: UserID) async throws(StoreFailure) -> [DeviceRecord] {
        try await read { database in
            guard let row = try database.knownRow(of: owner) else { return [] }
            return try database.devices(reaching: row)
        }
    }
}

extension Database {
    /// The user's own, and those of nobody's that they hold.
    func devices(reaching user: Int64) throws -> [DeviceRecord] {
        // Sorted by hand: those found through two indexes have no order, and there are only ever a few.
        try rows(
            Self.selectDevice
                + """
                WHERE d.row IN (
                    SELECT row FROM device WHERE usr = $1 UNION ALL SELECT device FROM holder WHERE usr = $1
                )
                """,
            user
        ) { try DeviceRecord($0) }
        .sorted { $0.registeredAt < $1.registeredAt }
    }

    /// Has the user hold a device that belongs to nobody; of any other nothing changes.
    func hold(_ device: String, by user: Int64) throws {
        try run(
            """
            INSERT INTO holder (usr, device) SELECT $1, row FROM device WHERE id = $2 AND usr IS NULL ON CONFLICT DO NOTHING
            """,
            user,
            device
        )
    }

    /// Those that are there.
    func devices(ids: [String]) throws -> [String: DeviceRecord] {
        let devices = try rows(Self.selectDevice + "WHERE d.id = ANY($1)", ids) { try DeviceRecord($0) }
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
            ) r JOIN device d ON d.row = r.row
            """,
            users
        ) { (user: try $0["reaching"] as Int64, device: try DeviceRecord($0)) }
        return Dictionary(grouping: found, by: \.user).mapValues { found in
            found.map(\.device).sorted { $0.registeredAt < $1.registeredAt }
        }
    }

    func device(id: String) throws -> DeviceRecord? {
        try first(Self.selectDevice + "WHERE d.id = $1", id) { try DeviceRecord($0) }
    }

    func device(deviceID: String, owner: UserID?) throws -> DeviceRecord? {
        try rows(Self.selectDevice + "WHERE d.device_id = $1", deviceID) { try DeviceRecord($0) }.first {
            $0.owner == owner
        }
    }

    /// More than one only where they belong to nobody, oldest first.
    func devices(token: String) throws -> [DeviceRecord] {
        // By hand: the index has them in another order, and there are only ever a few.
        try rows(Self.selectDevice + "WHERE d.token = $1", token) { try DeviceRecord($0) }
            .sorted { $0.registeredAt < $1.registeredAt }
    }

    func register(
        _ registration: DeviceRegistration,
        within limits: DeviceLimits = .none,
        identifiers: any IdentifierMaker,
        at now: Instant
    ) throws -> Registered {
        let registered = try keep(registration, within: limits, identifiers: identifiers, at: now)
        if case .device(let device, displaced: _) = registered, let holder = registration.holder {
            try hold(device.id, by: try row(of: holder))
        }
        return registered
    }

    private func keep(
        _ registration: DeviceRegistration,
        within limits: DeviceLimits,
        identifiers: any IdentifierMaker,
        at now: Instant
    ) throws -> Registered {
        let owner = try registration.owner.map { try row(of: $0) }
        let holders = try devices(token: registration.token)
        let known = holders.first { $0.isMeant(by: registration) }
        let earlier = try earlierToken(of: registration, owner: owner)
        let isNew = known == nil && earlier == nil
        guard let surplus = try isNew ? self.surplus(of: owner, within: limits) : [] else { return .full }
        for device in surplus { try removeDevice(device, .displaced, at: now) }
        if let owner, !registration.facts.isEmpty {
            try put(registration.facts, of: owner)
        }
        for holder in holders where holder.owner != registration.owner { try remove(holder, .moved, at: now) }
        if let known {
            if let earlier { try remove(earlier, .replaced, at: now) }
            return .device(try update(known, with: registration, at: now), displaced: 0)
        }
        if let earlier {
            // What is pending for the device goes to its new address.
            try run(
                """
                UPDATE delivery SET address = $1
                WHERE status < \(delivery: .delivered) AND device = $2 AND attempted_at IS NULL
                """,
                registration.token,
                earlier.id
            )
            return .device(try update(earlier, with: registration, at: now), displaced: 0)
        }
        let device = try insert(DeviceRecord(registration, id: identifiers.uuid(), at: now), owner: owner)
        return .device(device, displaced: surplus.count)
    }

    /// The ids of those that another device of this owner replaces; nil where there is no place for it.
    private func surplus(of owner: Int64?, within limits: DeviceLimits) throws -> [String]? {
        guard let owner else {
            guard limits.ofNobody < .max, let count = try number("SELECT count FROM nobody"), count >= limits.ofNobody
            else { return [] }
            let unreached: String? = try value(
                """
                SELECT id FROM device WHERE usr IS NULL AND NOT is_reached
                ORDER BY updated_at, row LIMIT 1
                """
            )
            if let unreached { return [unreached] }
            let stale: String? = try value(
                "SELECT id FROM device WHERE usr IS NULL AND updated_at < $1 ORDER BY updated_at, row LIMIT 1",
                limits.staleBefore
            )
            return stale.map { [$0] }
        }
        guard limits.perUser < .max else { return [] }
        return try values(
            "SELECT id FROM device WHERE usr = $1 ORDER BY updated_at DESC, row DESC OFFSET $2",
            owner,
            limits.perUser - 1
        )
    }

    /// The owner's device with the same id of the app but another token.
    private func earlierToken(of registration: DeviceRegistration, owner: Int64?) throws -> DeviceRecord? {
        guard let deviceID = registration.deviceID else { return nil }
        return try first(
            Self.selectDevice
                + "WHERE d.device_id = $1 AND d.usr IS NOT DISTINCT FROM $2 AND d.token <> $3 ORDER BY d.row DESC LIMIT 1",
            deviceID,
            owner,
            registration.token
        ) { try DeviceRecord($0) }
    }

    fileprivate func remove(_ device: DeviceRecord, _ reason: OutcomeReason, at now: Instant) throws {
        try removeDevice(device.id, reason, at: now)
    }

    private func insert(_ device: DeviceRecord, owner: Int64?) throws -> DeviceRecord {
        try run(
            """
            INSERT INTO device (id, usr, token, plugin, platform, device_id, name, app_version, locale,
                registered_at, updated_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """,
            device.id,
            owner,
            device.token,
            device.plugin,
            device.platform?.rawValue,
            device.deviceID,
            device.name,
            device.appVersion,
            device.locale,
            device.registeredAt,
            device.updatedAt
        )
        return device
    }

    private func update(
        _ device: DeviceRecord,
        with registration: DeviceRegistration,
        at now: Instant
    ) throws -> DeviceRecord {
        let device = device.updated(with: registration, at: now)
        try run(
            """
            UPDATE device SET token = $1, plugin = $2, platform = $3, device_id = $4, name = $5, app_version = $6, locale = $7,
                updated_at = $8
            WHERE id = $9
            """,
            device.token,
            device.plugin,
            device.platform?.rawValue,
            device.deviceID,
            device.name,
            device.appVersion,
            device.locale,
            device.updatedAt,
            device.id
        )
        return device
    }

    private static let selectDevice = """
        SELECT d.id, (SELECT id FROM usr WHERE row = d.usr) AS owner, d.token, d.plugin, d.platform, d.device_id, d.name,
            d.app_version, d.locale, d.registered_at, d.updated_at
        FROM device d

        """
}

extension DeviceRecord {
    fileprivate init(_ columns: Columns) throws {
        try self.init(
            id: columns["id"],
            owner: columns["owner"],
            token: columns["token"],
            plugin: columns["plugin"],
            platform: (columns["platform"] as String?).flatMap(Platform.init),
            deviceID: columns["device_id"],
            name: columns["name"],
            appVersion: columns["app_version"],
            locale: columns["locale"],
            registeredAt: columns["registered_at"],
            updatedAt: columns["updated_at"]
        )
    }
}
