public import CarillonModel
public import CarillonPluginKit
public import CarillonProfiles

/// Outcome → ``Settlement``: what follows from what a provider said.
///
/// Pure.
public struct Settling: Sendable {
    private let profile: TenantProfile

    public init(profile: TenantProfile) {
        self.profile = profile
    }

    public func settle(_ delivery: LeasedDelivery, _ outcome: DeliveryOutcome, at now: Instant) -> Settlement {
        switch outcome {
        case .accepted(let receipt): Settlement(row: delivery.row, result: .delivered(receipt), at: now)
        case .deferred(let reason, let after):
            later(delivery, reason, notBefore: after, at: now) { .retry(reason, at: $0) }
        case .refused(let reason): Settlement(row: delivery.row, result: .failed(reason), at: now)
        case .tooLarge(let limit): Settlement(row: delivery.row, result: .failed(.tooLarge(limit: limit)), at: now)
        case .gone(let reason, let since):
            Settlement(
                row: delivery.row,
                result: .failed(reason),
                at: now,
                forget: .init(token: delivery.plan.address, since: since ?? now)
            )
        case .misconfigured(let reason): Settlement(row: delivery.row, result: .held(reason), at: now)
        case .uncertain(let reason): uncertain(delivery, reason, at: now)
        }
    }

    /// A delivery whose last attempt was cut short, before it is tried again.
    ///
    /// - Returns: nil where it may be sent again.
    public func settleUncertain(_ delivery: LeasedDelivery, at now: Instant) -> Settlement? {
        guard delivery.isUncertain, policy(of: delivery) == .skip else { return nil }
        return Settlement(row: delivery.row, result: .failed(.uncertain), at: now, wasAttempted: false)
    }

    private func uncertain(_ delivery: LeasedDelivery, _ reason: OutcomeReason, at now: Instant) -> Settlement {
        switch policy(of: delivery) {
        case .resend: later(delivery, reason, notBefore: nil, at: now) { .uncertain(reason, at: $0) }
        case .skip: Settlement(row: delivery.row, result: .failed(.uncertain), at: now)
        }
    }

    private func policy(of delivery: LeasedDelivery) -> UncertainPolicy {
        profile.event(delivery.notification.event.type)?.onUncertain ?? .resend
    }

    private func later(
        _ delivery: LeasedDelivery,
        _ reason: OutcomeReason,
        notBefore pause: Duration?,
        at now: Instant,
        as result: (Instant) -> Settlement.Result
    ) -> Settlement {
        let ladders = profile.policies.retry
        guard let wait = ladders.wait(afterAttempt: delivery.attempts + 1, code: reason.code) else {
            return Settlement(row: delivery.row, result: .failed(reason), at: now)
        }
        let next = now.advanced(by: max(jittered(wait, for: delivery), pause ?? .zero))
        let deadline = delivery.notification.dueAt.advanced(by: ladders.giveUpAfter)
        let end = min(deadline, delivery.notification.expiresAt ?? deadline)
        guard next < end else {
            return Settlement(row: delivery.row, result: .failed(.gaveUp(reason)), at: now)
        }
        return Settlement(row: delivery.row, result: result(next), at: now)
    }

    /// Up to a tenth more, by the row: retries spread out, and the same row always waits the same.
    private func jittered(_ wait: Duration, for delivery: LeasedDelivery) -> Duration {
        let spread = UInt64(bitPattern: delivery.row &* 0x9E37_79B9_7F4A_7C1) >> 54
        return wait + .milliseconds(wait.milliseconds * Int64(spread) / 10240)
    }
}

extension OutcomeReason {
    static let uncertain = OutcomeReason(
        "uncertain",
        "the provider's answer was lost, and this event is not sent twice (onUncertain: skip)"
    )

    static func tooLarge(limit: Int) -> OutcomeReason {
        OutcomeReason("too-large", "more than \(limit) bytes, even with the body shortened")
    }

    static func gaveUp(_ last: OutcomeReason) -> OutcomeReason {
        OutcomeReason("gave-up", "no success in time; the last answer was \(last.code)")
    }
}
