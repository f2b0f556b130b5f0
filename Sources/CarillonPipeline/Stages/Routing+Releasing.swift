public import CarillonModel
public import CarillonPluginKit
import CarillonProfiles

/// What becomes of deliveries that have waited.
public struct Release: Sendable, Hashable {
    /// To be handed to their channels.
    public var going: [LeasedDelivery] = []
    /// What is to be recorded of the others.
    public var settlements: [Settlement] = []
}

extension Routing {
    /// Checks deliveries again that have waited, for another attempt, for a time or for room: what was true when they
    /// were routed may not be any more.
    ///
    /// Those of one collecting window go on as one, which carries the rows of the others, as long as their priority is
    /// collected.
    /// - Parameter audiences: what the store answered to ``questions(about:)``.
    public func release(
        _ waited: [LeasedDelivery],
        audiences: SubscriptionSnapshot = SubscriptionSnapshot(),
        at now: Instant
    ) -> Release {
        var release = Release()
        for delivery in waited {
            if let result = objection(to: delivery, audiences: audiences, at: now) {
                release.settlements.append(
                    Settlement(row: delivery.row, result: result, at: now, wasAttempted: false)
                )
            } else {
                release.going.append(refreshed(delivery))
            }
        }
        release.going = collected(release.going)
        return release
    }

    private func objection(
        to delivery: LeasedDelivery,
        audiences: SubscriptionSnapshot,
        at now: Instant
    ) -> Settlement.Result? {
        let notification = delivery.notification
        // Without its event type it can't be rendered, and ends with that reason.
        guard let event = profile.event(notification.event.type) else { return nil }
        if let expiry = notification.expiresAt, expiry <= now { return .cancelled(.expired(at: expiry)) }
        // What waits for a room does so for all of the event's recipients, whatever becomes of the first of them.
        guard !isRoom(delivery.plan.channel) else { return nil }
        do {
            let admitted = try admitted(notification, event: event, audiences: audiences)
            if let device = delivery.plan.device, notification.target != .all,
                !admitted.devices.contains(where: { $0.id == device })
            {
                return .cancelled(OutcomeReason(.unsubscribed))
            }
        } catch {
            return .cancelled(OutcomeReason(error.decision))
        }
        let channel = delivery.plan.channel
        // A collected message lists what has arrived, and counts it.
        if delivery.isRead, delivery.plan.window != nil { return .cancelled(.readAlready) }
        let kind = profile.channel(channel).flatMap { registry[$0.plugin]?.descriptor.address }
        if delivery.isRead, delivery.attempts > 0, event.onRead == .skip, kind?.disturbs == true {
            return .cancelled(.readAlready)
        }
        if let decision = preferenceDecision(channel, notification: notification, event: event) {
            return .cancelled(OutcomeReason(decision))
        }
        guard let kind, kind.disturbs else { return nil }
        if kind == .email, notification.isEmailGone, delivery.plan.address == notification.facts.email {
            return .cancelled(OutcomeReason(.addressGone(channel)))
        }
        let start = quietEnd(for: notification, at: now)
        guard start > now else { return nil }
        if let expiry = notification.expiresAt, expiry <= start {
            return .cancelled(OutcomeReason(.stale(channel, until: start, expiry: expiry)))
        }
        return .retry(OutcomeReason(.quietHours(channel, until: start)), at: start)
    }

    /// With the number for the icon as it is now, in which what was read doesn't count.
    private func refreshed(_ delivery: LeasedDelivery) -> LeasedDelivery {
        guard delivery.plan.badge != nil else { return delivery }
        var delivery = delivery
        let increment = delivery.isRead ? 0 : delivery.notification.event.overrides?.badgeIncrement ?? 1
        delivery.plan.badge = delivery.notification.unreadCount + increment
        return delivery
    }

    private func collected(_ deliveries: [LeasedDelivery]) -> [LeasedDelivery] {
        guard deliveries.contains(where: { window(of: $0) != nil }) else { return deliveries }
        var whole: [LeasedDelivery] = []
        var indices: [ExactText: Int] = [:]
        for delivery in deliveries.sorted(by: { $0.row < $1.row }) {
            let window = window(of: delivery)?.exact
            if let window, let index = indices[window] {
                whole[index].followers.append(delivery)
            } else {
                if let window { indices[window] = whole.count }
                whole.append(delivery)
            }
        }
        return whole
    }

    /// Nil where the priority isn't collected any more: no text would state that there are several.
    private func window(of delivery: LeasedDelivery) -> String? {
        isCollected(delivery.notification.priority, on: delivery.plan.channel) ? delivery.plan.window : nil
    }
}

extension [Settlement] {
    /// With settlements for the deliveries that went out together with one of these: what became of it became of them.
    public func includingFollowers(of batch: [LeasedDelivery]) -> [Settlement] {
        let followers = batch.filter { !$0.followers.isEmpty }.map { ($0.row, $0.followers) }
        guard !followers.isEmpty else { return self }
        let byRow = Dictionary(followers) { first, _ in first }
        return flatMap { settlement in
            [settlement]
                + (byRow[settlement.row] ?? []).map { follower in
                    var other = settlement
                    other.row = follower.row
                    other.attempt = settlement.attempt.map { _ in follower.attempts }
                    other.forget = nil
                    other.receiptDueAt = nil
                    if case .delivered = settlement.result { other.result = .collected(with: settlement.row) }
                    return other
                }
        }
    }
}

extension OutcomeReason {
    fileprivate static let readAlready = OutcomeReason(.read, "the recipient has read it in the feed meanwhile")

    /// Why a delivery waits, or ended, with the text of the decision about it.
    public init(_ decision: Decision) {
        self.init(decision.reason.code, decision.detail)
    }

    static func expired(at expiry: Instant) -> OutcomeReason { OutcomeReason(.expired(at: expiry)) }
}
