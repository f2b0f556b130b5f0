import CarillonModel
import CarillonPipeline
import StoredRows

extension Database {
    /// Notifications with all that is known of their recipients now, in the order of `rows`.
    func dueNotifications(_ rows: [Int64]) throws -> [DueNotification] {
        let found = try self.rows(Self.selectDue, rows) { columns in
            (user: try columns["usr"] as Int64, notification: try DueNotification(columns))
        }
        let devices = try KnownDevices(of: found.map { ($0.user, $0.notification.target) }, in: self)
        let notifications = try found.map { user, due in
            var notification = due
            notification.devices = devices.of(user, notification.target)
            // Only these may be several recipients', and only who is named is reached on all of theirs.
            if notification.target == .all, notification.devices.contains(where: { $0.owner == nil }) {
                notification.reachedAddresses = try reachedAddresses(besides: notification.row)
            }
            return notification
        }
        let ofRow = Dictionary(notifications.map { ($0.row, $0) }) { first, _ in first }
        return rows.compactMap { ofRow[$0] }
    }

    private static let selectDue = """
        SELECT \(notificationColumns)
        FROM notification n JOIN event e ON e.row = n.event JOIN usr u ON u.row = n.usr
        WHERE n.row = ANY($1)
        """

    /// Where other recipients of the notification's event have it, who were due with it and routed before.
    private func reachedAddresses(besides notification: Int64) throws -> Set<ReachedAddress> {
        let addresses = try rows(
            """
            SELECT d.address, d.channel FROM notification n
                JOIN notification o ON o.event = n.event AND o.due_at = n.due_at AND o.usr <> n.usr
                JOIN delivery d ON d.notification = o.row
            WHERE n.row = $1 AND d.device IS NOT NULL
            """,
            notification
        ) { try ReachedAddress($0["address"], on: $0["channel"]) }
        return Set(addresses)
    }

    /// Deliveries with their notifications, in the order of `rows`; those that aren't leased any more are left out.
    func leasedDeliveries(_ rows: [Int64]) throws -> [LeasedDelivery] {
        try deliveries(rows, Self.selectLeased)
    }

    /// Those that wait for a receipt, or for the answer itself.
    func receiptedDeliveries(_ rows: [Int64]) throws -> [LeasedDelivery] {
        try deliveries(rows, Self.selectReceipted)
    }

    /// Whatever became of it.
    func anyDelivery(_ row: Int64) throws -> LeasedDelivery? {
        try deliveries([row], Self.selectAny).first
    }

    private func deliveries(_ rows: [Int64], _ select: String) throws -> [LeasedDelivery] {
        guard !rows.isEmpty else { return [] }
        let found = try self.rows(select, rows) { columns in
            (user: try columns["usr"] as Int64, delivery: try LeasedDelivery(columns))
        }
        let devices = try KnownDevices(of: found.map { ($0.user, $0.delivery.notification.target) }, in: self)
        var ofRow: [Int64: LeasedDelivery] = [:]
        for (user, leased) in found {
            var delivery = leased
            delivery.notification.devices = devices.of(user, delivery.notification.target)
            ofRow[delivery.row] = delivery
        }
        return rows.compactMap { ofRow[$0] }
    }

    private static let selectLeased = selectDelivery + "d.status \(byRow: DeliveryState.leased)"
    private static let selectReceipted =
        selectDelivery + "(d.receipt_due_at IS NOT NULL OR d.attempted_at IS NOT NULL)"
    private static let selectAny = selectDelivery + "true"

    private static let selectDelivery = """
        SELECT \(notificationColumns), \(isCounted) AS is_counted, d.channel, d.address, d.device, d.platform, d.badge,
            d.send_window, d.row, d.attempts, d.is_uncertain, d.history,
            coalesce(d.retry_window_start, n.due_at) AS retry_window_start, f.read_at IS NOT NULL AS is_read
        FROM delivery d JOIN notification n ON n.row = d.notification
            JOIN event e ON e.row = n.event JOIN usr u ON u.row = n.usr
            LEFT JOIN feed_content s ON s.notification = n.row
            LEFT JOIN feed f ON f.usr = s.usr AND f.rank = s.rank
        WHERE d.row = ANY($1) AND
        """ + " "

    /// Of a notification `n`, its event `e` and its recipient `u`; what is still on its way to the feed counts as unread.
    private static let notificationColumns = """
        u.row AS usr, n.row AS notification, n.id AS notification_id, \(EventRecord.columns), u.id AS recipient,
        n.priority, n.due_at, n.expires_at, u.email, u.locale, u.time_zone, u.phone, u.preferences,
        (\(Dialect.newestCounts("n.unread + n.feed_pending", of: "u.row"))) AS unread,
        e.topic, e.audience, e.collapse,
        EXISTS (SELECT 1 FROM suppressed x WHERE x.usr = u.row AND x.address = u.email) AS is_email_gone, n.devices
        """

    /// Whether a notification `n`, with the place `f` in the feed, is counted in its recipient's `unread` or `feed_pending` itself.
    private static let isCounted = """
        CASE WHEN f.usr IS NOT NULL THEN f.read_at IS NULL
        ELSE EXISTS (
            SELECT 1 FROM delivery o
            WHERE o.notification = n.row AND o.reader IS NOT NULL AND o.status < \(delivery: .delivered)
        ) END
        """
}

/// Where the recipients of a batch are reached, looked up at once.
private struct KnownDevices {
    private let ofUsers: [Int64: [DeviceRecord]]
    private let named: [String: DeviceRecord]

    init(of recipients: [(user: Int64, target: DeviceTarget)], in database: Database) throws {
        let users = Set(recipients.filter { $0.target.ids == nil }.map(\.user)).sorted()
        ofUsers = users.isEmpty ? [:] : try database.devices(reaching: users)
        let ids = Set(recipients.flatMap { $0.target.ids ?? [] }).sorted()
        named = ids.isEmpty ? [:] : try database.devices(ids: ids)
    }

    /// Those of a user that are meant.
    func of(_ user: Int64, _ target: DeviceTarget) -> [DeviceRecord] {
        guard let ids = target.ids else { return ofUsers[user] ?? [] }
        return ids.compactMap { named[$0] }
    }
}

extension LeasedDelivery {
    fileprivate init(_ columns: Columns) throws {
        var notification = try DueNotification(columns)
        // Not the notification itself.
        notification.unreadCount -= try columns["is_counted"] as Bool ? 1 : 0
        let plan = try PlannedDelivery(columns)
        self.init(
            row: try columns["row"],
            notification: notification,
            plan: plan,
            attempts: try columns["attempts"],
            isUncertain: try columns["is_uncertain"],
            truncationCount: [AttemptTrace](rowText: try columns["history"]).truncationCount,
            retryWindowStart: try columns["retry_window_start"]
        )
        isRead = try columns["is_read"]
    }
}

extension [AttemptTrace] {
    /// How often it was tried again truncated.
    var truncationCount: Int { count { $0.own == .truncated } }
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
        window = try columns["send_window"]
    }
}
