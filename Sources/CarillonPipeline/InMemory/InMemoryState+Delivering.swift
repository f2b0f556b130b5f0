public import CarillonModel
public import CarillonPluginKit

extension InMemoryState {
    func due(at now: Instant, limit: Int) -> [DueNotification] {
        scheduled.compactMap { row in notifications[row].map { (row: row, dueAt: $0.planned.dueAt) } }
            .filter { $0.dueAt <= now }
            .sorted { ($0.dueAt, $0.row) < ($1.dueAt, $1.row) }
            .prefix(limit)
            .compactMap { dueNotification($0.row) }
    }

    /// - Returns: the rows of the deliveries; none where the notification isn't waiting for this any more.
    mutating func route(_ routed: RoutedNotification, at now: Instant) -> [Int64] {
        guard scheduled.remove(routed.row) != nil else { return [] }
        let rows = routed.deliveries.map { plan in
            let row = nextRow()
            deliveries[row] = Delivery(notification: routed.row, plan: plan, leasedAt: now)
            open.insert(row)
            if let device = plan.device, !hasDevice(device) { cancel(row, .unregistered, at: now) }
            return row
        }
        notifications[routed.row]?.status = .routed
        notifications[routed.row]?.decisions = routed.decisions
        notifications[routed.row]?.deliveries = rows
        return rows
    }

    mutating func leaseDeliveries(at now: Instant, limit: Int) -> [LeasedDelivery] {
        lease(open.compactMap { row in deliveries[row]?.dueAt.map { (row, $0) } }, at: now, limit: limit)
    }

    /// Leases the earliest of `waiting` that are due.
    mutating func lease(
        _ waiting: [(row: Int64, dueAt: Instant)],
        at now: Instant,
        limit: Int
    ) -> [LeasedDelivery] {
        let rows = waiting.filter { $0.dueAt <= now }
            .sorted { ($0.dueAt, $0.row) < ($1.dueAt, $1.row) }
            .prefix(limit)
            .map(\.row)
        for row in rows {
            deliveries[row]?.status = .leased
            deliveries[row]?.dueAt = nil
            deliveries[row]?.leasedAt = now
        }
        return rows.compactMap(leased)
    }

    mutating func markAttempted(_ rows: [Int64], at now: Instant) -> Set<Int64> {
        let wanted = rows.filter { deliveries[$0]?.status == .leased }
        for row in wanted {
            deliveries[row]?.status = .attempted
            deliveries[row]?.attemptedAt = now
        }
        return Set(wanted)
    }

    mutating func release(_ channel: ChannelID, at now: Instant) -> Int {
        let held = open.filter { row in
            deliveries[row].map { $0.status == .pending && $0.dueAt == nil && $0.plan.channel == channel } ?? false
        }
        for row in held { deliveries[row]?.dueAt = now }
        return held.count
    }

    var nextDue: Instant? {
        let notification = scheduled.compactMap { notifications[$0]?.planned.dueAt }.min()
        let delivery = open.compactMap { deliveries[$0]?.dueAt }.min()
        return [notification, delivery].compactMap { $0 }.min()
    }

    mutating func reclaim(at now: Instant) {
        for row in open { takeBack(row, at: now) }
    }

    private func dueNotification(_ row: Int64) -> DueNotification? {
        guard let notification = notifications[row], let stored = events[notification.event] else { return nil }
        let event = stored.record
        let recipient = notification.planned.recipient
        let isUnreadItself = notification.words != nil && notification.readAt == nil
        var due = DueNotification(
            row: row,
            id: notification.planned.id,
            event: event,
            recipient: recipient,
            priority: notification.planned.priority,
            createdAt: event.acceptedAt,
            dueAt: notification.planned.dueAt,
            expiresAt: notification.planned.expiresAt,
            facts: users[recipient]?.facts ?? UserFacts(),
            devices: notification.planned.devices.map { ids in ids.compactMap(device) } ?? devices(of: recipient),
            preferences: users[recipient]?.preferences ?? [:],
            unreadCount: unreadCount(of: recipient) - (isUnreadItself ? 1 : 0)
        )
        due.topic = stored.topic
        due.audience = stored.audience
        due.isForSomeDevices = notification.planned.devices != nil
        return due
    }

    private func leased(_ row: Int64) -> LeasedDelivery? {
        guard let delivery = deliveries[row], let notification = dueNotification(delivery.notification) else {
            return nil
        }
        return LeasedDelivery(
            row: row,
            notification: notification,
            plan: delivery.plan,
            attempts: delivery.attempts,
            isUncertain: delivery.isUncertain,
            shortenings: delivery.shortenings
        )
    }
}

extension AttemptTrace {
    public init(at: Instant, outcome: String, reason: OutcomeReason) {
        self.init(at: at, outcome: outcome, code: reason.code, message: reason.message)
    }
}
