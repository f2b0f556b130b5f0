import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import GRDB

extension TenantDatabase: DeviceStore {
    func register(
        _ registration: DeviceRegistration,
        at now: Instant
    ) async throws(StoreFailure) -> DeviceRecord {
        try await write { [identifiers] database in
            try database.register(registration, identifiers: identifiers, at: now)
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
                    SELECT row FROM device WHERE user = ?1 UNION ALL SELECT device FROM holder WHERE user = ?1
                )
                """,
            user
        ) { DeviceRecord($0) }
        .sorted { $0.registeredAt < $1.registeredAt }
    }

    /// Has the user hold a device that belongs to nobody; of any other nothing changes.
    func hold(_ device: String, by user: Int64) throws {
        try run(
            "INSERT OR IGNORE INTO holder (user, device) SELECT ?, row FROM device WHERE id = ? AND user IS NULL",
            user,
            device
        )
    }

    func device(id: String) throws -> DeviceRecord? {
        try first(Self.selectDevice + "WHERE d.id = ?", id) { DeviceRecord($0) }
    }

    func device(deviceID: String, owner: UserID?) throws -> DeviceRecord? {
        try rows(Self.selectDevice + "WHERE d.device_id = ?", deviceID) { DeviceRecord($0) }.first { $0.owner == owner }
    }

    /// More than one only where they belong to nobody, oldest first.
    func devices(token: String) throws -> [DeviceRecord] {
        // By hand: the index has them in another order, and there are only ever a few.
        try rows(Self.selectDevice + "WHERE d.token = ?", token) { DeviceRecord($0) }
            .sorted { $0.registeredAt < $1.registeredAt }
    }

    func register(
        _ registration: DeviceRegistration,
        identifiers: any IdentifierMaker,
        at now: Instant
    ) throws -> DeviceRecord {
        let device = try keep(registration, identifiers: identifiers, at: now)
        if let holder = registration.holder { try hold(device.id, by: try row(of: holder)) }
        return device
    }

    private func keep(
        _ registration: DeviceRegistration,
        identifiers: any IdentifierMaker,
        at now: Instant
    ) throws -> DeviceRecord {
        let owner = try registration.owner.map { try row(of: $0) }
        if let owner, !registration.facts.isEmpty {
            try put(registration.facts, of: owner)
        }
        let holders = try devices(token: registration.token)
        for holder in holders where holder.owner != registration.owner { try remove(holder, .moved, at: now) }
        let known = holders.first { $0.isMeant(by: registration) }
        let earlier = try earlierToken(of: registration, owner: owner)
        if let known {
            if let earlier { try remove(earlier, .replaced, at: now) }
            return try update(known, with: registration, at: now)
        }
        if let earlier {
            // What waits for the device goes to where it can be reached now.
            try run(
                """
                UPDATE delivery SET address = ?
                WHERE status < 2 AND status IN (0, 1) AND device = ? AND attempted_at IS NULL
                """,
                registration.token,
                earlier.id
            )
            return try update(earlier, with: registration, at: now)
        }
        return try insert(DeviceRecord(registration, id: identifiers.uuid(), at: now), owner: owner)
    }

    /// The owner's device with the same id of the app but another token.
    private func earlierToken(of registration: DeviceRegistration, owner: Int64?) throws -> DeviceRecord? {
        guard let deviceID = registration.deviceID else { return nil }
        return try first(
            Self.selectDevice + "WHERE d.device_id = ? AND d.user IS ? AND d.token <> ? ORDER BY d.row DESC LIMIT 1",
            deviceID,
            owner,
            registration.token
        ) { DeviceRecord($0) }
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
            device.plugin.rawValue,
            device.platform?.rawValue,
            device.deviceID,
            device.name,
            device.appVersion,
            device.locale,
            device.registeredAt.epochMilliseconds,
            device.updatedAt.epochMilliseconds
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
            device.plugin.rawValue,
            device.platform?.rawValue,
            device.deviceID,
            device.name,
            device.appVersion,
            device.locale,
            device.updatedAt.epochMilliseconds,
            device.id
        )
        return device
    }

    private static let selectDevice = """
        SELECT d.id, (SELECT id FROM user WHERE row = d.user), d.token, d.plugin, d.platform, d.device_id, d.name,
            d.app_version, d.locale, d.registered_at, d.updated_at
        FROM device d

        """
}

extension DeviceRecord {
    fileprivate init(_ columns: Columns) {
        self.init(
            id: columns[0],
            owner: (columns[1] as String?).map(UserID.init(unchecked:)),
            token: columns[2],
            plugin: PluginID(unchecked: columns[3]),
            platform: (columns[4] as String?).flatMap(Platform.init),
            deviceID: columns[5],
            name: columns[6],
            appVersion: columns[7],
            locale: columns[8],
            registeredAt: Instant(epochMilliseconds: columns[9]),
            updatedAt: Instant(epochMilliseconds: columns[10])
        )
    }
}
