import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension InMemoryTenantStore: InspectingStore {
    func queue(at now: Instant) async throws(StoreFailure) -> QueueFigures {
        try with { $0.queue(at: now) }
    }

    func listDevices(_ page: ListingPage) async throws(StoreFailure) -> [ListedDevice] {
        try with { $0.listDevices(page) }
    }

    func listEvents(_ page: ListingPage) async throws(StoreFailure) -> [ListedEvent] {
        try with { $0.listEvents(page) }
    }

    func listDeliveries(_ filter: DeliveryFilter, _ page: ListingPage) async throws(StoreFailure) -> [ListedDelivery] {
        try with { $0.listDeliveries(filter, page) }
    }

    func listScheduled(of recipient: UserID?, limit: Int) async throws(StoreFailure) -> [ScheduledNotification] {
        try with { $0.listScheduled(of: recipient, limit: limit) }
    }

    func export(_ user: UserID) async throws(StoreFailure) -> UserExport? {
        try with { $0.export(user) }
    }
}

extension InMemoryState {
    fileprivate func queue(at now: Instant) -> QueueFigures {
        let waiting = open.compactMap { deliveries[$0] }.filter { $0.status == .pending }
        let times = scheduled.compactMap { notifications[$0]?.planned.dueAt } + waiting.compactMap(\.dueAt)
        let held = Dictionary(grouping: waiting.filter { $0.dueAt == nil }, by: \.plan.channel)
        return QueueFigures(
            due: times.count { $0 <= now },
            oldestDue: times.filter { $0 <= now }.min(),
            scheduled: times.count { $0 > now },
            sending: open.count { deliveries[$0]?.status == .leased || deliveries[$0]?.status == .attempted },
            held: held.mapValues(\.count),
            failed: deliveries.values.count { $0.status == .failed }
        )
    }

    /// A device's place among all is its row.
    fileprivate func listDevices(_ page: ListingPage) -> [ListedDevice] {
        deviceOrder.enumerated().reversed().lazy
            .map { (row: Int64($0.offset + 1), id: $0.element) }
            .filter { $0.row < page.before ?? .max }
            .prefix(page.limit)
            .compactMap { entry in devices[entry.id].map { ListedDevice(row: entry.row, device: $0) } }
    }

    /// An event's place among all, oldest first, is its row.
    fileprivate func listEvents(_ page: ListingPage) -> [ListedEvent] {
        events.values
            .sorted { ($0.record.acceptedAt, $0.record.id) < ($1.record.acceptedAt, $1.record.id) }
            .enumerated().reversed().lazy
            .filter { Int64($0.offset + 1) < page.before ?? .max }
            .prefix(page.limit)
            .map { offset, event in
                ListedEvent(
                    row: Int64(offset + 1),
                    id: event.record.id,
                    source: event.record.source,
                    externalID: event.record.externalID,
                    type: event.record.type,
                    acceptedAt: event.record.acceptedAt,
                    topic: event.topic,
                    notifications: event.notifications.count
                )
            }
    }

    fileprivate func listDeliveries(_ filter: DeliveryFilter, _ page: ListingPage) -> [ListedDelivery] {
        deliveries.keys.sorted(by: >).lazy
            .filter { $0 < page.before ?? .max }
            .compactMap(listed)
            .filter { delivery in
                (filter.status == nil || filter.status == delivery.status)
                    && (filter.channel == nil || filter.channel == delivery.channel)
                    && (filter.recipient == nil || filter.recipient == delivery.recipient)
            }
            .prefix(page.limit)
            .map(\.self)
    }

    private func listed(_ row: Int64) -> ListedDelivery? {
        guard let delivery = deliveries[row], let notification = notifications[delivery.notification],
            let event = events[notification.event]?.record
        else { return nil }
        let last = delivery.status == .delivered ? nil : delivery.history.last
        return ListedDelivery(
            row: row,
            event: event.id,
            type: event.type,
            recipient: notification.planned.recipient,
            channel: delivery.plan.channel,
            status: delivery.status,
            attempts: delivery.attempts,
            nextAttemptAt: delivery.dueAt,
            settledAt: delivery.settledAt,
            reason: last.map { OutcomeReason($0.code, $0.message) },
            decisions: notification.decisions
        )
    }

    fileprivate func listScheduled(of recipient: UserID?, limit: Int) -> [ScheduledNotification] {
        scheduled.compactMap { row in notifications[row].map { (row: row, notification: $0) } }
            .filter { recipient == nil || $0.notification.planned.recipient == recipient }
            .sorted { ($0.notification.planned.dueAt, $0.row) < ($1.notification.planned.dueAt, $1.row) }
            .prefix(limit)
            .compactMap { _, notification in
                events[notification.event].map { event in
                    ScheduledNotification(
                        id: notification.planned.id,
                        event: event.record.id,
                        type: event.record.type,
                        recipient: notification.planned.recipient,
                        dueAt: notification.planned.dueAt,
                        decisions: notification.decisions
                    )
                }
            }
    }

    fileprivate func export(_ user: UserID) -> UserExport? {
        let own = notifications.filter { $0.value.planned.recipient == user }.sorted { $0.key < $1.key }
        let devices = devices(of: user)
        let ids = Set(ownDevices(of: user).map(\.id))
        let subscriptions = subscriptions.values.filter { subscription in
            subscription.subscriber.user == user || subscription.subscriber.device.map(ids.contains) == true
        }
        let sessions = sessions.values.filter { $0.user == user }
        let pairings = testPairings.values.filter { $0.user == user }
        let isKnown = users[user] != nil || !own.isEmpty || !devices.isEmpty
        guard isKnown || !subscriptions.isEmpty || !sessions.isEmpty || !pairings.isEmpty else { return nil }
        return UserExport(
            user: user,
            facts: users[user]?.facts,
            goneAddresses: (users[user]?.goneAddresses ?? []).sorted().map(\.text),
            preferences: users[user]?.preferences ?? [:],
            devices: devices,
            subscriptions: subscriptions.sorted { ($0.topic, $0.since) < ($1.topic, $1.since) },
            sessions: sessions.sorted { ($0.startedAt, $0.id.exact) < ($1.startedAt, $1.id.exact) },
            testPairings: pairings.sorted { $0.id < $1.id },
            notifications: own.compactMap { _, notification in
                events[notification.event].map { event in
                    ExportedNotification(
                        event: event.record,
                        topic: event.topic,
                        content: notification.content,
                        trace: trace(notification)
                    )
                }
            }
        )
    }
}
