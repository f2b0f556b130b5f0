import CarillonModel
import CarillonPipeline
import GRDB
import StoredRows

extension Database {
    /// Notifications with all that is known of their recipients now, in the order of `rows`.
    func dueNotifications(_ rows: [Int64]) throws -> [DueNotification] {
        var devices = KnownDevices()
        return try rows.compactMap { row in
            let found = try first(Self.selectDue, row) { columns in
                (user: try columns["user"] as Int64, notification: try DueNotification(columns))
            }
            guard let (user, due) = found else { return nil }
            var notification = due
            notification.devices = try devices.of(user, notification.target, in: self)
            // Only these may be several recipients', and only who is named is reached on all of theirs.
            if notification.target == .all, notification.devices.contains(where: { $0.owner == nil }) {
                notification.reachedAddresses = try reachedAddresses(besides: row)
            }
            return notification
        }
    }

    private static let selectDue = """
        SELECT \(notificationColumns)
        FROM notification n JOIN event e ON e.row = n.event JOIN user u ON u.row = n.user
        WHERE n.row = ?
        """

    /// Where other recipients of the notification's event have it, who were due with it and routed before.
    private func reachedAddresses(besides notification: Int64) throws -> Set<ReachedAddress> {
        let addresses = try rows(
            """
            SELECT d.address, d.channel FROM notification n
                JOIN notification o ON o.event = n.event AND o.due_at = n.due_at AND o.user <> n.user
                JOIN delivery d ON d.notification = o.row
            WHERE n.row = ? AND d.device IS NOT NULL
            """,
            notification
        ) { try ReachedAddress($0["address"], on: $0["channel"]) }
        return Set(addresses)
    }

    /// Deliveries with their notifications; those that aren't leased any more are left out.
    func leasedDeliveries(_ leased: [Int64]) throws -> [LeasedDelivery] {
        try deliveries(leased, Self.selectLeased)
    }

    /// Those that wait for a receipt, or for the answer itself.
    func receiptedDeliveries(_ delivered: [Int64]) throws -> [LeasedDelivery] {
        try deliveries(delivered, Self.selectReceipted)
    }

    /// Whatever became of it.
    func anyDelivery(_ row: Int64) throws -> LeasedDelivery? {
        try deliveries([row], Self.selectAny).first
    }

    private func deliveries(_ rows: [Int64], _ select: String) throws -> [LeasedDelivery] {
        var devices = KnownDevices()
        return try rows.compactMap { row in
            let found = try first(select, row) { columns in
                (user: try columns["user"] as Int64, delivery: try LeasedDelivery(row, columns))
            }
            guard let (user, leased) = found else { return nil }
            var delivery = leased
            let target = delivery.notification.target
            delivery.notification.devices = try devices.of(user, target, in: self)
            return delivery
        }
    }

    private static let selectLeased = selectDelivery + "d.status = \(delivery: .leased)"
    private static let selectReceipted =
        selectDelivery + "(d.receipt_due_at IS NOT NULL OR d.attempted_at IS NOT NULL)"
    private static let selectAny = selectDelivery + "TRUE"

    private static let selectDelivery = """
        SELECT \(notificationColumns), \(isCounted) AS is_counted, d.channel, d.address, d.device, d.platform, d.badge, d.window,
            d.attempts, d.is_uncertain, \(truncationCount) AS truncation_count,
            coalesce(d.retry_window_start, n.due_at) AS retry_window_start, f.read_at IS NOT NULL AS is_read
        FROM delivery d JOIN notification n ON n.row = d.notification
            JOIN event e ON e.row = n.event JOIN user u ON u.row = n.user
            LEFT JOIN feed_content s ON s.notification = n.row
            LEFT JOIN feed f ON f.user = s.user AND f.rank = s.rank
        WHERE d.row = ? AND
        """ + " "

    /// Of a notification `n`, its event `e` and its recipient `u`; what is still on its way to the feed counts as unread.
    private static let notificationColumns = """
        u.row AS user, n.row AS notification, n.id AS notification_id, \(EventRecord.columns), u.id AS recipient,
        n.priority, n.due_at, n.expires_at, u.email, u.locale, u.time_zone, u.phone, u.preferences,
        u.unread + u.feed_pending AS unread, e.topic, e.audience, e.collapse,
        EXISTS (SELECT 1 FROM suppressed x WHERE x.user = u.row AND x.address = u.email) AS is_email_gone, n.devices
        """

    /// Whether a notification `n`, with the place `f` in the feed, is counted by its recipient's `unread` or `feed_pending` itself.
    private static let isCounted = """
        CASE WHEN f.user IS NOT NULL THEN f.read_at IS NULL
        ELSE EXISTS (
            SELECT 1 FROM delivery o
            WHERE o.notification = n.row AND o.reader IS NOT NULL AND o.status < \(delivery: .delivered)
        ) END
        """
}

/// Looks devices up once for each user of a batch.
private struct KnownDevices {
    private var known: [Int64: [DeviceRecord]] = [:]

    /// Those of a user that are meant.
    mutating func of(_ user: Int64, _ target: DeviceTarget, in database: Database) throws -> [DeviceRecord] {
        if let ids = target.ids { return try ids.compactMap { try database.device(id: $0) } }
        if let devices = known[user] { return devices }
        let devices = try database.devices(reaching: user)
        known[user] = devices
        return devices
    }
}

extension LeasedDelivery {
    fileprivate init(_ row: Int64, _ columns: Columns) throws {
        var notification = try DueNotification(columns)
        // Not the notification itself.
        notification.unreadCount -= try columns["is_counted"]
        self.init(
            row: row,
            notification: notification,
            plan: try PlannedDelivery(columns),
            attempts: try columns["attempts"],
            isUncertain: try columns["is_uncertain"],
            truncationCount: try columns["truncation_count"],
            retryWindowStart: try columns["retry_window_start"]
        )
        isRead = try columns["is_read"]
    }
}

extension DueNotification {
    /// Without the devices.
    fileprivate init(_ columns: Columns) throws {
        let (row, id) = (try columns["notification"] as Int64, try columns["notification_id"] as String)
        let event = try EventRecord(columns)
        self.init(
            row: row,
            id: id,
            event: event,
            recipient: try columns["recipient"],
            priority: try columns["priority"],
            createdAt: event.acceptedAt,
            dueAt: try columns["due_at"],
            expiresAt: try columns["expires_at"],
            facts: try UserAttributes(columns),
            preferences: [String: Bool](rowText: try columns["preferences"]),
            unreadCount: try columns["unread"]
        )
        topic = try columns["topic"]
        audience = try columns["audience"]
        collapse = try columns["collapse"]
        target = DeviceTarget(rowText: try columns["devices"])
        isEmailGone = try columns["is_email_gone"]
    }
}

extension PlannedDelivery {
    fileprivate init(_ columns: Columns) throws {
        self.init(
            channel: try columns["channel"],
            address: try columns["address"],
            device: try columns["device"],
            platform: (try columns["platform"] as String?).flatMap(Platform.init),
            badge: try columns["badge"]
        )
        window = try columns["window"]
    }
}
