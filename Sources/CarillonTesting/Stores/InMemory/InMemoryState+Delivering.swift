import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension InMemoryState {
    func due(at now: Instant, limit: Int) -> [DueNotification] {
        let due = scheduled.compactMap { row in notifications[row].map { (row: row, planned: $0.planned) } }
            .filter { $0.planned.dueAt <= now }
            .sorted { ($0.planned.dueAt, $0.row) < ($1.planned.dueAt, $1.row) }
        var lease = FairLease<Int64, UserID>(limit: limit)
        for (row, planned) in due { lease.offer(row, to: planned.recipient) }
        return lease.elements.compactMap(dueNotification)
    }

    /// Where other recipients of the notification's event have it, who were due with it and routed before.
    private func reachedAddresses(besides row: Int64) -> Set<ReachedAddress> {
        guard let own = notifications[row] else { return [] }
        let others = notifications.values.filter { other in
            other.event == own.event && other.planned.dueAt == own.planned.dueAt
                && other.planned.recipient != own.planned.recipient
        }
        let plans = others.flatMap(\.deliveries).compactMap { deliveries[$0]?.plan }
        return Set(plans.filter { $0.device != nil }.map { ReachedAddress($0.address, on: $0.channel) })
    }

    func isMade(_ message: RoomMessage) -> Bool {
        let notifications = notifications.values.filter { notification in
            notification.event == message.event
                && (message.dueAt == nil || message.dueAt == notification.planned.dueAt)
        }
        return notifications.lazy.flatMap(\.deliveries).contains { row in
            self.deliveries[row]?.plan.channel == message.channel
        }
    }

    /// - Returns: the rows of the deliveries; none where the notification isn't waiting for this any more.
    mutating func route(_ routed: RoutedNotification, at now: Instant) -> [Int64] {
        guard scheduled.remove(routed.row) != nil else { return [] }
        let rows = routed.deliveries.map { plan in
            let row = nextRow()
            if let key = plan.collapse { collapse(key, plan, at: now) }
            deliveries[row] = Delivery(notification: routed.row, plan: plan, leasedAt: now)
            open.insert(row)
            if plan.dueAt != nil { wait(row) }
            if let device = plan.device, !hasDevice(device) { cancel(row, .unregistered, at: now) }
            return row
        }
        notifications[routed.row]?.status = .routed
        notifications[routed.row]?.decisions = routed.decisions
        notifications[routed.row]?.deliveries = rows
        if rows.isEmpty { forgetDedupeKey(of: routed.row) }
        return rows
    }

    /// Puts a new delivery off to its time, or to that of its window.
    mutating func wait(_ row: Int64) {
        guard let plan = deliveries[row]?.plan else { return }
        let windowEnd = plan.window.flatMap { window in waiting(in: window).compactMap { deliveries[$0]?.dueAt }.min() }
        deliveries[row]?.status = .pending
        deliveries[row]?.dueAt = windowEnd ?? plan.dueAt
        deliveries[row]?.retryWindowStart = windowEnd ?? plan.dueAt
    }

    func waiting(in window: String) -> [Int64] {
        open.filter { row in
            deliveries[row].map { $0.plan.window?.exact == window.exact && $0.status == .pending && $0.dueAt != nil }
                ?? false
        }.sorted()
    }

    /// Ends what waits under the key, for the same address.
    private mutating func collapse(_ key: String, _ plan: PlannedDelivery, at now: Instant) {
        for row in open.sorted() {
            guard let other = deliveries[row], other.status == .pending, other.plan.collapse?.exact == key.exact,
                other.plan.dueAt != nil, other.plan.channel == plan.channel, other.plan.device == plan.device,
                plan.device != nil || other.plan.address.exact == plan.address.exact
            else { continue }
            cancel(row, .collapsed, at: now)
        }
    }

    /// The rows of `waiting` that are due, the earliest first.
    func inOrder(_ waiting: [(row: Int64, dueAt: Instant)], dueAt now: Instant) -> [Int64] {
        waiting.filter { $0.dueAt <= now }.sorted { ($0.dueAt, $0.row) < ($1.dueAt, $1.row) }.map(\.row)
    }

    func recipient(of row: Int64) -> UserID? {
        deliveries[row].flatMap { notifications[$0.notification]?.planned.recipient }
    }

    /// Leases these rows, with those that wait in the same windows.
    mutating func lease(_ rows: [Int64], at now: Instant) -> [LeasedDelivery] {
        let all = withWindows(rows)
        for row in all {
            deliveries[row]?.status = .leased
            deliveries[row]?.dueAt = nil
            deliveries[row]?.leasedAt = now
        }
        return all.compactMap(leased)
    }

    /// These rows, and those that wait in the same windows.
    private func withWindows(_ rows: [Int64]) -> [Int64] {
        let windows = Set(rows.compactMap { deliveries[$0]?.plan.window }).sorted()
        let known = Set(rows)
        return rows + windows.flatMap { waiting(in: $0) }.filter { !known.contains($0) }
    }

    mutating func markAttempted(_ rows: [Int64], at now: Instant) -> Set<Int64> {
        let wanted = rows.filter { row in
            guard let delivery = deliveries[row] else { return false }
            return delivery.status == .leased || delivery.status == .attempted && delivery.attemptedAt == now
        }
        for row in wanted {
            deliveries[row]?.status = .attempted
            deliveries[row]?.attemptedAt = now
        }
        return Set(wanted)
    }

    mutating func release(_ channel: ChannelID, sparing users: Set<UserID>, limit: Int, at now: Instant) -> Int {
        let held = open.filter { row in
            guard let delivery = deliveries[row], delivery.status == .pending, delivery.dueAt == nil else {
                return false
            }
            return delivery.plan.channel == channel && !isOne(of: users, row)
        }.sorted().prefix(limit)
        for row in held {
            deliveries[row]?.dueAt = now
            deliveries[row]?.retryWindowStart = now
        }
        return held.count
    }

    /// Whether the delivery goes to one of these.
    func isOne(of users: Set<UserID>, _ row: Int64) -> Bool {
        recipient(of: row).map(users.contains) ?? false
    }

    /// What was due stays due; what waits for another attempt, for room, for its window or for its receipt keeps its
    /// distance.
    ///
    /// - Parameter isKnown: whether the other clock was seen to show `earlier`; else only what bears its mark was due by it.
    mutating func clockWentBack(from earlier: Instant, to now: Instant, isKnown: Bool = true) {
        for (id, event) in events {
            events[id]?.campaign?.clockWentBack(from: earlier, to: now)
            let acceptedAt = event.record.acceptedAt
            guard event.cursor != nil, isKnown || event.campaign != nil || acceptedAt > now else { continue }
            events[id]?.times = event.times.map {
                $0.afterClockWentBack(from: earlier, to: now, acceptedAt: acceptedAt)
            }
        }
        for (row, delivery) in deliveries {
            guard let dueAt = delivery.receiptDueAt, dueAt > now else { continue }
            deliveries[row]?.receiptDueAt = dueAt <= earlier ? now : dueAt.advanced(by: earlier.duration(to: now))
        }
        for row in scheduled {
            guard let notification = notifications[row], let event = events[notification.event] else { continue }
            let (dueAt, acceptedAt) = (notification.planned.dueAt, event.record.acceptedAt)
            let wasDue = dueAt <= earlier && (isKnown || event.campaign != nil || acceptedAt > now)
            guard dueAt > now, wasDue || dueAt == acceptedAt else { continue }
            notifications[row]?.planned.dueAt = now
        }
        for row in open {
            if let from = deliveries[row]?.retryWindowStart, from > now {
                deliveries[row]?.retryWindowStart = max(now, from.advanced(by: earlier.duration(to: now)))
            }
            guard let delivery = deliveries[row], let dueAt = delivery.dueAt, delivery.status == .pending, dueAt > now
            else { continue }
            deliveries[row]?.dueAt = max(now, dueAt.advanced(by: earlier.duration(to: now)))
        }
    }

    mutating func take(_ lanes: [Lane], at now: Instant) {
        if lanes.contains(.home), let latest = events.values.map(\.record.acceptedAt).max(), latest > now {
            clockWentBack(from: latest, to: now, isKnown: false)
        }
        for row in open where isIn(lanes, row) { reclaimLeases(row, at: now) }
    }

    /// With `home` come the channels that nobody has: in a store of one process these are all others.
    func isIn(_ lanes: [Lane], _ row: Int64) -> Bool {
        guard let channel = deliveries[row]?.plan.channel else { return false }
        return lanes.contains(.channel(channel)) || (lanes.contains(.home) && !served.contains(channel))
    }

    /// Those of the recipient's that are on their way to the feed count as unread.
    private func dueNotification(_ row: Int64) -> DueNotification? {
        guard let notification = notifications[row], let stored = events[notification.event] else { return nil }
        let event = stored.record
        let recipient = notification.planned.recipient
        let isUnreadItself = notification.content != nil && notification.readAt == nil
        var due = DueNotification(
            row: row,
            id: notification.planned.id,
            event: event,
            recipient: recipient,
            priority: notification.planned.priority,
            createdAt: event.acceptedAt,
            dueAt: notification.planned.dueAt,
            expiresAt: notification.planned.expiresAt,
            facts: users[recipient]?.facts ?? UserAttributes(),
            devices: notification.planned.target.ids.map { ids in ids.compactMap(device) } ?? devices(of: recipient),
            preferences: users[recipient]?.preferences ?? [:],
            unreadCount: unreadCount(of: recipient) - (isUnreadItself ? 1 : 0)
                + onTheWay(to: recipient).count { $0 != row }
        )
        if due.target == .all, due.devices.contains(where: { $0.owner == nil }) {
            due.reachedAddresses = reachedAddresses(besides: row)
        }
        due.topic = stored.topic
        due.audience = stored.audience
        due.collapse = stored.collapse
        due.isEmailGone =
            users[recipient].map { user in
                user.facts?.email.map { user.goneAddresses.contains($0.exact) } ?? false
            } ?? false
        due.target = notification.planned.target
        return due
    }

    /// Notifications that have a place in the feed, and aren't shown there yet.
    private func onTheWay(to reader: UserID) -> Set<Int64> {
        Set(open.compactMap { deliveries[$0] }.filter(\.plan.isForFeed).map(\.notification))
            .filter { notifications[$0]?.planned.recipient == reader && notifications[$0]?.content == nil }
    }

    func leased(_ row: Int64) -> LeasedDelivery? {
        guard let delivery = deliveries[row], let notification = dueNotification(delivery.notification) else {
            return nil
        }
        var leased = LeasedDelivery(
            row: row,
            notification: notification,
            plan: delivery.plan,
            attempts: delivery.attempts,
            isUncertain: delivery.isUncertain,
            truncationCount: delivery.truncationCount,
            retryWindowStart: delivery.retryWindowStart
        )
        leased.isRead = notifications[delivery.notification]?.readAt != nil
        return leased
    }
}
