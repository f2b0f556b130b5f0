import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension InMemoryState {
    /// Passes over a delivery that has ended.
    mutating func settle(_ settlement: Settlement) {
        if var delivery = deliveries[settlement.row], !delivery.status.isFinal,
            delivery.attempts == settlement.attempt ?? delivery.attempts
        {
            let wait = settlement.plannedWait
            if wait > .zero, let due = notifications[delivery.notification]?.planned.dueAt {
                delivery.retryWindowStart = (delivery.retryWindowStart ?? due).advanced(by: wait)
            }
            for truncation in settlement.truncations {
                delivery.history.append(AttemptTrace(at: settlement.at, outcome: .retry, reason: truncation))
            }
            delivery.apply(settlement)
            deliveries[settlement.row] = delivery
            if case .delivered = settlement.result { noteReached(delivery.plan.device) }
            if delivery.status.isFinal { open.remove(settlement.row) }
            if delivery.status == .failed {
                for fallback in settlement.fallbacks { fall(back: fallback, at: settlement.at) }
            }
            cancelPointless(settlement.row, at: settlement.at)
        }
        if let forget = settlement.forget { self.forget(forget, of: settlement.row, at: settlement.at) }
    }

    /// Makes the fallbacks of a channel that failed, unless something of it arrived or is under way, or it was
    /// made, or its event has ended.
    mutating func fall(back fallback: Fallback, at now: Instant) {
        let made = (notifications[fallback.notification]?.deliveries ?? []).compactMap { deliveries[$0] }
        let isNeeded = !made.contains { delivery in
            delivery.plan.channel == fallback.channel
                || fallback.primaries.contains(delivery.plan.channel)
                    && delivery.status != .failed && delivery.status != .cancelled
        }
        guard isNeeded, notifications[fallback.notification] != nil, ending(of: fallback.notification) == nil else {
            return
        }
        if let room = fallback.room, isMade(room) { return }
        for plan in fallback.deliveries {
            let row = nextRow()
            deliveries[row] = Delivery(notification: fallback.notification, plan: plan)
            deliveries[row]?.plan.dueAt = plan.dueAt ?? now
            open.insert(row)
            wait(row)
            notifications[fallback.notification]?.deliveries.append(row)
        }
        notifications[fallback.notification]?.decisions += fallback.decisions
    }

    /// Ends a delivery that waits for another attempt although its device was taken away, or its event ended, while it
    /// was in flight.
    ///
    /// One that is tried again goes to where the device can be reached now.
    mutating func cancelPointless(_ row: Int64, at now: Instant) {
        guard let delivery = deliveries[row], delivery.status == .pending else { return }
        if let device = delivery.plan.device, !hasDevice(device) {
            cancel(row, .unregistered, at: now)
        } else if let reason = ending(of: delivery.notification) {
            cancel(row, reason, at: now)
        } else if let device = delivery.plan.device.flatMap(device) {
            deliveries[row]?.plan.address = device.token
        }
    }

    func ending(of notification: Int64) -> OutcomeReason? {
        notifications[notification].flatMap { $0.ended ?? events[$0.event]?.ended }
    }

    /// Ends a delivery that waits, or that nobody has handed to the provider yet.
    mutating func cancel(_ row: Int64, _ reason: OutcomeReason, at now: Instant) {
        guard var delivery = deliveries[row], delivery.status == .pending || delivery.status == .leased else { return }
        delivery.status = .cancelled
        delivery.dueAt = nil
        delivery.settledAt = now
        delivery.history.append(AttemptTrace(at: now, outcome: .cancelled, reason: reason))
        deliveries[row] = delivery
        open.remove(row)
    }

    private mutating func suppress(_ address: String, of row: Int64) {
        guard let delivery = deliveries[row], delivery.plan.device == nil,
            let user = notifications[delivery.notification]?.planned.recipient,
            users[user]?.facts?.email?.exact == address.exact
        else { return }
        users[user]?.goneAddresses.insert(address.exact)
    }

    /// Ends all that waits for a device.
    mutating func cancelDeliveries(to device: String, _ reason: OutcomeReason, at now: Instant) {
        for row in open where deliveries[row]?.plan.device == device { cancel(row, reason, at: now) }
    }

    mutating func forget(_ forgetting: Settlement.Forgetting, of row: Int64, at now: Instant) {
        let devices = devices(at: DeviceAddress(forgetting.token, by: forgetting.plugin))
        guard !devices.isEmpty else { return suppress(forgetting.token, of: row) }
        for device in devices where device.updatedAt <= forgetting.since { remove(device, .gone, at: now) }
    }
}

extension InMemoryState.Delivery {
    fileprivate mutating func apply(_ settlement: Settlement) {
        attemptedAt = nil
        attempts += settlement.wasAttempted ? 1 : 0
        var next: Instant?
        var reason: OutcomeReason?
        switch settlement.result {
        case .delivered(let id):
            status = .delivered
            receipt = id?.rawValue
            receiptDueAt = id.flatMap { _ in settlement.receiptDueAt }
        case .failed(let why):
            status = .failed
            reason = why
        case .retry(let why, at: let time):
            (status, reason, next) = (.pending, why, time)
            if settlement.wasAttempted { isUncertain = false }
        case .uncertain(let why, at: let time):
            (status, reason, next) = (.pending, why, time)
            isUncertain = true
        case .held(let why):
            (status, reason) = (.pending, why)
            if settlement.wasAttempted { isUncertain = false }
        case .cancelled(let why):
            (status, reason) = (.cancelled, why)
        case .collected(with: let other):
            (status, reason) = (.delivered, .collected(with: other))
        }
        dueAt = next
        settledAt = status.isFinal ? settlement.at : nil
        history.append(
            AttemptTrace(at: settlement.at, outcome: settlement.result.outcome, reason: reason ?? OutcomeReason(""))
        )
    }
}
