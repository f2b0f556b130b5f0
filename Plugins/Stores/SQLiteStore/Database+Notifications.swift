import CarillonModel
import CarillonPipeline
import GRDB

extension Database {
    /// Notifications with all that is known of their recipients now.
    ///
    /// `condition` is constant SQL about `n` (notification), `e` (event) and `u` (user).
    func dueNotifications(_ condition: String, _ arguments: StatementArguments) throws -> [DueNotification] {
        var found = try rows(Self.selectNotification + condition, arguments) { row in
            (user: row[19] as Int64, notification: DueNotification(row))
        }
        var devices: [Int64: [DeviceRecord]] = [:]
        for index in found.indices {
            let user = found[index].user
            let known = try devices[user] ?? self.devices(of: user)
            devices[user] = known
            found[index].notification.devices = known
        }
        return found.map(\.notification)
    }

    /// Nil when it isn't leased any more.
    func leasedDelivery(_ row: Int64) throws -> LeasedDelivery? {
        let found = try first(
            """
            SELECT notification, channel, address, device, platform, badge, attempts, is_uncertain,
                (SELECT count(*) FROM feed f WHERE f.notification = d.notification AND read_at IS NULL)
            FROM delivery d WHERE row = ? AND status = 1
            """,
            [row]
        ) { columns in
            (
                notification: columns[0] as Int64, plan: PlannedDelivery(columns), attempts: columns[6] as Int,
                isUncertain: columns[7] as Bool, unreadItself: columns[8] as Int
            )
        }
        guard let found, var notification = try dueNotifications("WHERE n.row = ?", [found.notification]).first else {
            return nil
        }
        notification.unreadCount -= found.unreadItself
        return LeasedDelivery(
            row: row,
            notification: notification,
            plan: found.plan,
            attempts: found.attempts,
            isUncertain: found.isUncertain
        )
    }

    private static let selectNotification = """
        SELECT n.row, n.id, n.priority, n.due_at, n.expires_at,
            e.id, e.source, e.external_id, e.type, e.payload, e.revision, e.accepted_at,
            u.id, u.email, u.locale, u.time_zone, u.phone, u.preferences, u.unread, u.row
        FROM notification n JOIN event e ON e.row = n.event JOIN user u ON u.row = n.user

        """
}

extension DueNotification {
    fileprivate init(_ columns: Row) {
        self.init(
            row: columns[0],
            id: columns[1],
            event: EventRecord(columns, from: 5),
            recipient: UserID(unchecked: columns[12]),
            priority: Priority(number: columns[2]),
            createdAt: Instant(epochMilliseconds: columns[11]),
            dueAt: Instant(epochMilliseconds: columns[3]),
            expiresAt: (columns[4] as Int64?).map(Instant.init(epochMilliseconds:)),
            facts: UserFacts(email: columns[13], locale: columns[14], timeZone: columns[15], phone: columns[16]),
            preferences: [String: Bool](rowText: columns[17]),
            unreadCount: columns[18]
        )
    }
}

extension EventRecord {
    /// From `id, source, external_id, type, payload, revision, accepted_at`, which begin at `start`.
    init(_ columns: Row, from start: Int) {
        self.init(
            id: columns[start],
            source: columns[start + 1],
            externalID: columns[start + 2],
            type: EventTypeID(unchecked: columns[start + 3]),
            payload: columns[start + 4],
            revision: columns[start + 5],
            acceptedAt: Instant(epochMilliseconds: columns[start + 6])
        )
    }
}

extension PlannedDelivery {
    /// From `channel, address, device, platform, badge`, which begin at 1.
    fileprivate init(_ columns: Row) {
        self.init(
            channel: ChannelID(unchecked: columns[1]),
            address: columns[2],
            device: columns[3],
            platform: (columns[4] as String?).flatMap(Platform.init),
            badge: columns[5]
        )
    }
}
