public import CarillonModel
public import CarillonPipeline
import CarillonPluginKit

/// The port's `DeviceStore`.
extension StoredTenant {
    public func register(
        _ registration: DeviceRegistration,
        within limits: DeviceLimits,
        at now: Instant
    ) async throws(StoreFailure) -> Registered {
        try await write { [identifiers] database in
            try database.register(registration, within: limits, identifiers: identifiers, at: now)
        }
    }

    public func unregister(
        token: String,
        plugin: PluginID?,
        owner: UserID?,
        at now: Instant
    ) async throws(StoreFailure) -> DeviceRecord? {
        try await write { database in
            let devices = try database.devices(token: token)
                .filter { $0.owner == owner && (plugin == nil || $0.plugin == plugin) }
            for device in devices { try database.remove(device, .unregistered, at: now) }
            return devices.last
        }
    }

    public func unregister(
        deviceID: String,
        owner: UserID?,
        at now: Instant
    ) async throws(StoreFailure) -> DeviceRecord? {
        try await write { database in
            guard let device = try database.device(deviceID: deviceID, owner: owner) else { return nil }
            try database.remove(device, .unregistered, at: now)
            return device
        }
    }

    public func devices(of owner: UserID) async throws(StoreFailure) -> [DeviceRecord] {
        try await read { database in
            guard let row = try database.knownRow(of: owner) else { return [] }
            return try database.devices(reaching: row)
        }
    }
}

extension StoreConnection {
    /// The user's own, and those of nobody's that they hold.
    public func devices(reaching user: Int64) throws -> [DeviceRecord] {
        // Sorted by hand: those found through two indexes are in the order of their rows, and there are only ever a few.
        try rows(DeviceRecord.selectReaching, user) { try DeviceRecord($0) }
            .sorted { $0.registeredAt < $1.registeredAt }
    }

    /// Has the user hold a device that belongs to nobody; of any other nothing changes.
    public func hold(_ device: String, by user: Int64) throws {
        try run(
            """
            INSERT INTO holder (user, device) SELECT ?, row FROM device WHERE id = ? AND user IS NULL ON CONFLICT DO NOTHING
            """,
            user,
            device
        )
    }

    public func device(id: String) throws -> DeviceRecord? {
        try first(DeviceRecord.selectOfID, id) { try DeviceRecord($0) }
    }

    public func device(deviceID: String, owner: UserID?) throws -> DeviceRecord? {
        try rows(DeviceRecord.selectOfDeviceID, deviceID) { try DeviceRecord($0) }.first { $0.owner == owner }
    }

    /// Those of each plugin that has this token, oldest first; of one plugin more than one only where they belong to nobody.
    public func devices(token: String) throws -> [DeviceRecord] {
        // By hand: the index has them in another order, and there are only ever a few.
        try rows(DeviceRecord.selectOfToken, token) { try DeviceRecord($0) }
            .sorted { $0.registeredAt < $1.registeredAt }
    }

    public func register(
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
        let holders = try devices(token: registration.token).filter { $0.plugin == registration.plugin }
        let known = holders.first { $0.isMeant(by: registration) }
        let earlier = try earlierAddress(of: registration, owner: owner)
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
                UPDATE delivery SET address = ?
                WHERE status < \(delivery: .delivered) AND status IN (\(delivery: .waiting), \(delivery: .leased))
                    AND device = ? AND attempted_at IS NULL
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
            let unreached: String? = try value(sql(DeviceRecord.unreached))
            if let unreached { return [unreached] }
            let stale: String? = try value(
                "SELECT id FROM device WHERE user IS NULL AND updated_at < ? ORDER BY updated_at, row LIMIT 1",
                limits.staleBefore
            )
            return stale.map { [$0] }
        }
        guard limits.perUser < .max else { return [] }
        return try values(
            "SELECT id FROM device WHERE user = ? ORDER BY updated_at DESC, row DESC LIMIT 9223372036854775807 OFFSET ?",
            owner,
            limits.perUser - 1
        )
    }

    /// The owner's device with the same id of the app but another address.
    private func earlierAddress(of registration: DeviceRegistration, owner: Int64?) throws -> DeviceRecord? {
        guard let deviceID = registration.deviceID else { return nil }
        return try first(
            DeviceRecord.selectEarlier,
            deviceID,
            owner,
            registration.token,
            registration.plugin
        ) { try DeviceRecord($0) }
    }

    fileprivate func remove(_ device: DeviceRecord, _ reason: OutcomeReason, at now: Instant) throws {
        try removeDevice(device.id, reason, at: now)
    }

    private func insert(_ device: DeviceRecord, owner: Int64?) throws -> DeviceRecord {
        try run(
            """
            INSERT INTO device (id, user, token, plugin, platform, device_id, name, app_version, locale,
                registered_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
            UPDATE device SET token = ?, plugin = ?, platform = ?, device_id = ?, name = ?, app_version = ?, locale = ?,
                updated_at = ?
            WHERE id = ?
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
}

extension DeviceRecord {
    /// Of a device `d`.
    public static let select = """
        SELECT d.id, (SELECT id FROM user WHERE row = d.user) AS owner, d.token, d.plugin, d.platform, d.device_id, d.name,
            d.app_version, d.locale, d.registered_at, d.updated_at
        FROM device d

        """

    // Put together once.
    fileprivate static let selectOfID = "\(select)WHERE d.id = ?"
    fileprivate static let selectOfDeviceID = "\(select)WHERE d.device_id = ?"
    fileprivate static let selectOfToken = "\(select)WHERE d.token = ?"
    fileprivate static let selectReaching = """
        \(select)WHERE d.row IN (
            SELECT row FROM device WHERE user = ?1 UNION ALL SELECT device FROM holder WHERE user = ?1
        ) ORDER BY d.row
        """
    fileprivate static let selectEarlier = """
        \(select)WHERE d.device_id = ?1 AND coalesce(d.user, 0) = coalesce(?2, 0)
            AND (d.token <> ?3 OR d.plugin <> ?4)
        ORDER BY d.row DESC LIMIT 1
        """

    /// Of those that belong to nobody and were never reached, the one that was quiet for longest.
    fileprivate static let unreached = Wording(
        sqlite: """
            SELECT id FROM device INDEXED BY device_unreached WHERE user IS NULL AND is_reached = 0
            ORDER BY updated_at, row LIMIT 1
            """,
        postgreSQL: """
            SELECT id FROM device WHERE user IS NULL AND NOT is_reached ORDER BY updated_at, row LIMIT 1
            """
    )

    public init(_ columns: Columns<some PreparedStatement>) throws {
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
