import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension InMemoryState {
    var nextNotification: Instant? { scheduled.compactMap { notifications[$0]?.planned.dueAt }.min() }

    func nextDelivery(on channel: ChannelID) -> Instant? {
        waiting(on: channel).map(\.dueAt).min()
    }

    var awaitedChannels: [ChannelID] {
        let waiting = open.compactMap { deliveries[$0] }.filter { $0.status == .pending && $0.dueAt != nil }
        return Set(waiting.map(\.plan.channel)).sorted()
    }

    var holdingChannels: [ChannelID] {
        Set(open.compactMap { deliveries[$0] }.filter(\.isHeld).map(\.plan.channel)).sorted()
    }

    mutating func leaseHeld(
        on channel: ChannelID,
        countingFrom cutoff: Instant?,
        at now: Instant,
        limit: Int
    ) -> [LeasedDelivery] {
        let rows = open.sorted().filter { row in
            guard let delivery = deliveries[row], delivery.isHeld, delivery.plan.channel == channel,
                let planned = notifications[delivery.notification]?.planned
            else { return false }
            let isExpired = planned.expiresAt.map { $0 <= now } ?? false
            return isExpired || cutoff.map { delivery.retryWindowStart ?? planned.dueAt <= $0 } ?? false
        }
        .prefix(limit)
        // Each by itself: of its window others may wait for its end.
        for row in rows {
            deliveries[row]?.status = .leased
            deliveries[row]?.leasedAt = now
        }
        return rows.compactMap(leased)
    }

    mutating func leaseDeliveries(
        on channel: ChannelID,
        sparing users: Set<UserID>,
        at now: Instant,
        limit: Int
    ) -> [LeasedDelivery] {
        let due = inOrder(waiting(on: channel).filter { !isOne(of: users, $0.row) }, dueAt: now)
        var lease = FairLease<Int64, UserID?>(limit: limit)
        for row in due { lease.offer(row, to: recipient(of: row)) }
        return self.lease(lease.elements, at: now)
    }

    mutating func releaseLeases(_ rows: [Int64], at now: Instant) {
        for row in rows where deliveries[row]?.status == .leased {
            deliveries[row]?.status = .pending
            deliveries[row]?.dueAt = now
        }
    }

    /// Makes all that is leased in these lanes, and not marked as attempted, due again.
    mutating func releaseLeases(in lanes: [Lane], at now: Instant) {
        releaseLeases(open.filter { deliveries[$0]?.attemptedAt == nil && isIn(lanes, $0) }.sorted(), at: now)
    }

    mutating func reclaimLeases(
        in lanes: [Lane],
        leasedBefore cutoff: Instant,
        except inHand: Set<Int64>,
        at now: Instant
    ) -> Int {
        let lost = open.filter { row in
            guard let delivery = deliveries[row], delivery.status != .pending, !inHand.contains(row), isIn(lanes, row)
            else {
                return false
            }
            return (delivery.attemptedAt ?? delivery.leasedAt).map { $0 < cutoff } ?? true
        }
        for row in lost { reclaimLeases(row, at: now) }
        return lost.count
    }

    /// Makes what is leased wait again; what was attempted is uncertain.
    mutating func reclaimLeases(_ row: Int64, at now: Instant) {
        guard var delivery = deliveries[row], delivery.status != .pending else { return }
        if let attemptedAt = delivery.attemptedAt {
            delivery.isUncertain = true
            delivery.attempts += 1
            delivery.history.append(AttemptTrace(at: attemptedAt, outcome: .uncertain, reason: .answerLost))
        }
        delivery.status = .pending
        delivery.dueAt = now
        delivery.attemptedAt = nil
        deliveries[row] = delivery
        cancelPointless(row, at: now)
    }

    mutating func resume(_ channel: ChannelID, at now: Instant) {
        paused[channel] = nil
        for (row, dueAt) in waiting(on: channel) where dueAt <= now && deliveries[row]?.attempts ?? 0 > 0 {
            deliveries[row]?.retryWindowStart = now
        }
    }

    func deviceCount(of plugin: PluginID) -> Int {
        devices.values.count { $0.plugin == plugin }
    }

    private func waiting(on channel: ChannelID) -> [(row: Int64, dueAt: Instant)] {
        open.compactMap { row in
            guard let delivery = deliveries[row], delivery.plan.channel == channel else { return nil }
            return delivery.dueAt.map { (row, $0) }
        }
    }
}

extension InMemoryState.Delivery {
    fileprivate var isHeld: Bool { status == .pending && dueAt == nil }
}
