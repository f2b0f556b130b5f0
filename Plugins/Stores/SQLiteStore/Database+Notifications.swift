import CarillonModel
import CarillonPipeline
import GRDB

extension Database {
    /// Notifications that are due with all that is known of their recipients now, the earliest first.
    func dueNotifications(at now: Instant, limit: Int) throws -> [DueNotification] {
        let found = try rows(
            """
            SELECT \(Self.notificationColumns)
            FROM notification n JOIN event e ON e.row = n.event JOIN user u ON u.row = n.user
            WHERE n.status = 0 AND n.due_at <= ? ORDER BY n.due_at, n.row LIMIT ?
            """,
            now.epochMilliseconds,
            limit
        ) { (user: $0[0] as Int64, devices: $0[20] as String?, notification: DueNotification($0)) }
        var devices = KnownDevices()
        return try found.map { user, only, notification in
            var notification = notification
            notification.devices = try devices.of(user, only: only, in: self)
            return notification
        }
    }

    /// Deliveries with their notifications; those that aren't leased any more are left out.
    func leasedDeliveries(_ leased: [Int64]) throws -> [LeasedDelivery] {
        try deliveries(leased, where: "d.status = 1")
    }

    /// - Parameter condition: SQL about the delivery `d`.
    func deliveries(_ rows: [Int64], where condition: String) throws -> [LeasedDelivery] {
        var devices = KnownDevices()
        return try rows.compactMap { row in
            let found = try first(
                """
                SELECT \(Self.notificationColumns), d.channel, d.address, d.device, d.platform, d.badge, d.window, d.attempts,
                    d.is_uncertain, \(Self.isCounted), \(Self.shortenings),
                    coalesce(d.counts_from, n.due_at), f.read_at IS NOT NULL
                FROM delivery d JOIN notification n ON n.row = d.notification
                    JOIN event e ON e.row = n.event JOIN user u ON u.row = n.user
                    LEFT JOIN shown s ON s.notification = n.row
                    LEFT JOIN feed f ON f.user = s.user AND f.rank = s.rank
                WHERE d.row = ? AND \(condition)
                """,
                row
            ) { (user: $0[0] as Int64, devices: $0[20] as String?, delivery: LeasedDelivery(row, $0)) }
            guard let found else { return nil }
            var delivery = found.delivery
            delivery.notification.devices = try devices.of(found.user, only: found.devices, in: self)
            return delivery
        }
    }

    /// What is still on its way to the feed counts as unread.
    private static let notificationColumns = """
        u.row, n.row, n.id, n.priority, n.due_at, n.expires_at,
        e.id, e.source, e.external_id, e.type, e.payload, e.revision, e.accepted_at,
        u.id, u.email, u.locale, u.time_zone, u.phone, u.preferences,
        u.unread + u.coming, n.devices, e.topic, e.audience,
        e.collapse, EXISTS (SELECT 1 FROM suppressed s WHERE s.user = u.row AND s.address = u.email)
        """

    /// Whether a notification `n`, with the place `f` in the feed, is counted by its recipient's `unread` or `coming` itself.
    private static let isCounted = """
        CASE WHEN f.user IS NOT NULL THEN f.read_at IS NULL
        ELSE EXISTS (SELECT 1 FROM delivery o WHERE o.notification = n.row AND o.reader IS NOT NULL AND o.status < 2) END
        """
}

/// Looks devices up once for each user of a batch.
private struct KnownDevices {
    private var known: [Int64: [DeviceRecord]] = [:]

    /// A user's devices, or those that are meant: `ids` is a row's JSON.
    mutating func of(_ user: Int64, only ids: String?, in database: Database) throws -> [DeviceRecord] {
        if let ids { return try [String](rowText: ids).compactMap { try database.device(id: $0) } }
        if let devices = known[user] { return devices }
        let devices = try database.devices(reaching: user)
        known[user] = devices
        return devices
    }
}

extension LeasedDelivery {
    /// From the columns of a notification, and what follows them.
    fileprivate init(_ row: Int64, _ columns: Columns) {
        var notification = DueNotification(columns)
        // Not the notification itself.
        notification.unreadCount -= columns[33]
        self.init(
            row: row,
            notification: notification,
            plan: PlannedDelivery(columns, from: 25),
            attempts: columns[31],
            isUncertain: columns[32],
            shortenings: columns[34],
            retryWindowStart: Instant(epochMilliseconds: columns[35])
        )
        isRead = columns[36]
    }
}

extension DueNotification {
    fileprivate init(_ columns: Columns) {
        self.init(
            row: columns[1],
            id: columns[2],
            event: EventRecord(columns, from: 6),
            recipient: UserID(unchecked: columns[13]),
            priority: Priority(number: columns[3]),
            createdAt: Instant(epochMilliseconds: columns[12]),
            dueAt: Instant(epochMilliseconds: columns[4]),
            expiresAt: (columns[5] as Int64?).map(Instant.init(epochMilliseconds:)),
            facts: UserAttributes(email: columns[14], locale: columns[15], timeZone: columns[16], phone: columns[17]),
            preferences: [String: Bool](rowText: columns[18]),
            unreadCount: columns[19]
        )
        let devices = columns[20] as String?
        isForSomeDevices = devices != nil
        isOnOthersDevices = devices == [String]().rowText
        topic = (columns[21] as String?).map(Topic.init(unchecked:))
        audience = (columns[22] as String?).map(Topic.init(unchecked:))
        collapse = columns[23]
        isEmailGone = columns[24]
    }
}

extension EventRecord {
    /// From `id, source, external_id, type, payload, revision, accepted_at`, which begin at `start`.
    init(_ columns: Columns, from start: Int) {
        let stored = StoredPayload.parts(of: columns[start + 4])
        self.init(
            id: columns[start],
            source: columns[start + 1],
            externalID: columns[start + 2],
            type: EventTypeID(unchecked: columns[start + 3]),
            payload: stored.payload,
            overrides: stored.overrides,
            revision: columns[start + 5],
            acceptedAt: Instant(epochMilliseconds: columns[start + 6])
        )
    }
}

extension PlannedDelivery {
    /// From `channel, address, device, platform, badge, window`, which begin at `start`.
    fileprivate init(_ columns: Columns, from start: Int) {
        self.init(
            channel: ChannelID(unchecked: columns[start]),
            address: columns[start + 1],
            device: columns[start + 2],
            platform: (columns[start + 3] as String?).flatMap(Platform.init),
            badge: columns[start + 4]
        )
        window = columns[start + 5]
    }
}
