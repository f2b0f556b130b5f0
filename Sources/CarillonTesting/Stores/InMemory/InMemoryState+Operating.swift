import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension InMemoryState {
    func requireFreeIDs(_ notifications: [PlannedNotification]) throws(StoreFailure) {
        guard notifications.allSatisfy({ notificationsByID[$0.id] == nil }) else {
            throw StoreFailure(.unavailable, "an id of these notifications is taken")
        }
    }

    func dueReceipts(in lanes: [Lane], at now: Instant, limit: Int) -> [DueReceipt] {
        let due = deliveries.compactMap { row, delivery -> (at: Instant, receipt: DueReceipt)? in
            guard isIn(lanes, row), let at = delivery.receiptDueAt, at <= now, let receipt = delivery.receipt,
                let acceptedAt = delivery.settledAt,
                let planned = notifications[delivery.notification]?.planned
            else { return nil }
            let found = DueReceipt(
                row: row,
                receipt: ReceiptID(receipt),
                channel: delivery.plan.channel,
                address: delivery.plan.address,
                acceptedAt: acceptedAt,
                attempts: delivery.attempts,
                truncationCount: delivery.truncationCount,
                retryWindowStart: delivery.retryWindowStart ?? planned.dueAt,
                expiresAt: planned.expiresAt
            )
            return (at, found)
        }
        return due.sorted { ($0.at, $0.receipt.row) < ($1.at, $1.receipt.row) }.prefix(limit).map(\.receipt)
    }

    func nextReceipt(in lanes: [Lane]) -> Instant? {
        deliveries.compactMap { row, delivery in isIn(lanes, row) ? delivery.receiptDueAt : nil }.min()
    }

    func deadLetters(_ query: DeadLetterQuery) -> [DeadLetter] {
        let rows = deliveries.keys.filter { $0 < query.before ?? .max }.sorted(by: >)
        let letters = rows.lazy.compactMap { deadLetter($0) }.filter { letter in
            (query.channel == nil || letter.channel == query.channel)
                && (query.code == nil || letter.reason.code == query.code)
        }
        return Array(letters.prefix(query.limit))
    }

    private func deadLetter(_ row: Int64) -> DeadLetter? {
        guard let delivery = deliveries[row], delivery.status == .failed, let last = delivery.history.last,
            let notification = notifications[delivery.notification], let event = events[notification.event]?.record
        else { return nil }
        return DeadLetter(
            row: row,
            event: event.id,
            type: event.type,
            notification: notification.planned.id,
            recipient: notification.planned.recipient,
            channel: delivery.plan.channel,
            reason: OutcomeReason(last.code, last.message),
            failedAt: last.at
        )
    }

    mutating func redrive(_ row: Int64, at now: Instant) -> Bool {
        guard var delivery = deliveries[row], delivery.status == .failed else { return false }
        if let device = delivery.plan.device, !hasDevice(device) { return false }
        guard ending(of: delivery.notification) == nil else { return false }
        delivery.status = .pending
        delivery.dueAt = now
        delivery.retryWindowStart = now
        delivery.settledAt = nil
        delivery.attempts = 0
        delivery.isUncertain = false
        delivery.history.append(AttemptTrace(at: now, outcome: .redriven, reason: .redriven))
        deliveries[row] = delivery
        open.insert(row)
        return true
    }

    mutating func sweep(acceptedBefore cutoff: Instant, limit: Int) -> Int {
        let old = events.values.filter { $0.record.acceptedAt < cutoff && !waits($0) }
            .sorted { ($0.record.acceptedAt, $0.record.id) < ($1.record.acceptedAt, $1.record.id) }
            .prefix(limit)
        for event in old { remove(event) }
        return old.count
    }

    private func waits(_ event: Event) -> Bool {
        event.cursor != nil
            || event.notifications.contains { row in
                scheduled.contains(row) || notifications[row]?.deliveries.contains(where: open.contains) == true
            }
    }

    private mutating func remove(_ event: Event) {
        for row in event.notifications { remove(notification: row) }
        events[event.record.id] = nil
        eventsByKey[Key(source: event.record.source, externalID: event.record.externalID)] = nil
    }

    private mutating func remove(notification row: Int64) {
        guard let notification = notifications.removeValue(forKey: row) else { return }
        for delivery in notification.deliveries {
            deliveries[delivery] = nil
            open.remove(delivery)
        }
        scheduled.remove(row)
        notificationsByID[notification.planned.id] = nil
        users[notification.planned.recipient]?.feed.removeAll { $0 == row }
        events[notification.event]?.notifications.removeAll { $0 == row }
    }

    mutating func erase(_ user: UserID) -> Bool {
        let rows = notifications.filter { $0.value.planned.recipient == user }
        let devices = devices(of: user)
        let topics = subscriptions.filter { $0.value.subscriber.user == user }
        let sessions = sessions.filter { $0.value.user == user }
        let pairings = testPairings.filter { $0.value.user == user }
        let isKnown = users[user] != nil || !rows.isEmpty || !devices.isEmpty
        guard isKnown || !topics.isEmpty || !sessions.isEmpty || !pairings.isEmpty else { return false }
        for id in pairings.keys { testPairings[id] = nil }
        for id in sessions.keys { self.sessions[id] = nil }
        for (row, notification) in rows {
            remove(notification: row)
            if let event = events[notification.event], event.notifications.isEmpty, event.topic == nil,
                event.campaign == nil
            {
                remove(event)
            }
        }
        for row in topics.keys { subscriptions[row] = nil }
        for device in devices {
            holders[device.id]?.remove(user)
            // A device that somebody else holds, or is subscribed on, stays.
            let isOthers =
                holders[device.id]?.isEmpty == false
                || subscriptions.values.contains { $0.subscriber.device == device.id }
            guard device.owner == user || !isOthers else { continue }
            self.devices[device.id] = nil
            holders[device.id] = nil
            deviceOrder.removeAll { $0 == device.id }
        }
        dedupeKeys = dedupeKeys.filter { $0.key.user != user }
        changes.removeAll { $0.reader == user }
        users[user] = nil
        return true
    }

    func row(of subscriber: Subscriber, _ topic: Topic) -> Int64? {
        subscriptions.first { $0.value.subscriber == subscriber && $0.value.topic == topic }?.key
    }

    func subscribers(of topic: Topic, after cursor: Int64, limit: Int) -> [SubscriberRow] {
        let rows = subscriptions.keys.filter { $0 > cursor && subscriptions[$0]?.topic == topic }.sorted()
        return rows.prefix(limit).compactMap { row in
            subscriptions[row].map { subscription in
                let subscriber = subscription.subscriber
                let user = subscriber.device == nil ? nil : subscriber.user
                return SubscriberRow(
                    row: row,
                    subscription: subscription,
                    token: subscriber.device.flatMap { devices[$0]?.token },
                    plugin: subscriber.device.flatMap { devices[$0]?.plugin },
                    preferences: user.flatMap { users[$0]?.preferences } ?? [:]
                )
            }
        }
    }

    /// Whether those of them that are new leave each user and each device with no more than `limit`.
    func hasRoom(for subscriptions: [Subscription], upTo limit: Int) -> Bool {
        let new = Set(subscriptions.map { Claim($0) }).filter { row(of: $0.subscriber, $0.topic) == nil }
        let (ofUsers, onDevices) = (Set(new.compactMap(\.subscriber.user)), Set(new.compactMap(\.subscriber.device)))
        let all = self.subscriptions.values.map(\.subscriber) + new.map(\.subscriber)
        return ofUsers.allSatisfy { user in all.count { $0.user == user } <= limit }
            && onDevices.allSatisfy { device in all.count { $0.device == device } <= limit }
    }

    private struct Claim: Hashable {
        let subscriber: Subscriber
        let topic: Topic

        init(_ subscription: Subscription) {
            subscriber = subscription.subscriber
            topic = subscription.topic
        }
    }

    /// Whoever ends the last subscription for a device of nobody's doesn't hold it any more.
    ///
    /// - Returns: whether there was such a subscription.
    mutating func unsubscribe(_ subscriber: Subscriber, from topic: Topic) -> Bool {
        guard let row = row(of: subscriber, topic) else { return false }
        subscriptions[row] = nil
        if let user = subscriber.user, let device = subscriber.device,
            !subscriptions.values.contains(where: { $0.subscriber == subscriber })
        {
            holders[device]?.remove(user)
        }
        return true
    }

    mutating func subscribe(_ subscription: Subscription) {
        if let user = subscription.subscriber.user, let device = subscription.subscriber.device {
            hold(device, by: user)
        }
        guard let row = row(of: subscription.subscriber, subscription.topic) else {
            subscriptions[nextRow()] = subscription
            return
        }
        subscriptions[row]?.role = subscription.role
        subscriptions[row]?.types = subscription.types
    }

    func subscriptions(to topic: Topic, of users: [UserID], on devices: [String]) -> [SubscriberRow] {
        let addresses = Set(devices.compactMap { self.devices[$0]?.address })
        return subscribers(of: topic, after: 0, limit: .max).filter { row in
            let subscriber = row.subscription.subscriber
            let address = subscriber.device.flatMap { self.devices[$0]?.address }
            return subscriber.user.map(users.contains) == true || address.map(addresses.contains) == true
        }
    }
}
