public import CarillonModel
public import CarillonPluginKit
public import CarillonProfiles

/// Outcome → ``Settlement``: what follows from a provider's answer.
///
/// Pure. A class, so that the profile in it isn't copied at each use.
public final class Settling: Sendable {
    let profile: TenantProfile

    public init(profile: TenantProfile) {
        self.profile = profile
    }

    /// - Parameter sentAt: when it was handed to the provider; a device registered anew since then isn't gone.
    public func settle(
        _ delivery: LeasedDelivery,
        _ outcome: DeliveryOutcome,
        sentAt: Instant,
        at now: Instant
    ) -> Settlement {
        switch outcome {
        case .accepted(let receipt): Settlement(of: delivery, .delivered(receipt), at: now)
        case .deferred(let reason, let after):
            later(delivery, reason, notBefore: after, at: now) { .retry(reason, at: $0) }
        case .refused(let reason): Settlement(of: delivery, .failed(reason), at: now)
        case .tooLarge(let limit): Settlement(of: delivery, .failed(.tooLarge(limit: limit)), at: now)
        case .gone(let reason, let since):
            Settlement(
                of: delivery,
                .failed(reason),
                at: now,
                forget: forgetting(delivery.plan.address, on: delivery.plan.channel, since: since ?? sentAt)
            )
        case .misconfigured(let reason): Settlement(of: delivery, .held(reason), at: now)
        case .uncertain(let reason): uncertain(delivery, reason, at: now)
        }
    }

    /// Nil where the channel isn't in the profile any more: nobody can say then whose address it was.
    func forgetting(_ address: String, on channel: ChannelID, since: Instant) -> Settlement.Forgetting? {
        profile.channel(channel).map { Settlement.Forgetting(token: address, plugin: $0.plugin, since: since) }
    }

    /// What ends a delivery before it is handed to anybody: it is stale, or may not be sent a second time.
    ///
    /// - Returns: nil where it may go out.
    public func settleUnsent(_ delivery: LeasedDelivery, at now: Instant) -> Settlement? {
        if delivery.isUncertain, policy(of: delivery) == .skip {
            return Settlement(row: delivery.row, result: .failed(.uncertain), at: now, wasAttempted: false)
        }
        if let expiry = delivery.notification.expiresAt, expiry <= now {
            return Settlement(row: delivery.row, result: .cancelled(.expired(at: expiry)), at: now, wasAttempted: false)
        }
        return nil
    }

    /// What becomes of a delivery that can't be rendered: one whose event type isn't in the profile any more waits for it, until
    /// it would be given up; any other fails.
    public func settleUnrendered(
        _ delivery: LeasedDelivery,
        _ failure: RenderingFailure,
        at now: Instant
    ) -> Settlement {
        let notification = delivery.notification
        let end = notification.dueAt.advanced(by: profile.policies.retry.giveUpAfter)
        let isMissing = !profile.hasEvent(notification.event.type)
        return Settlement(
            row: delivery.row,
            result: isMissing && now < end ? .held(.waitsForType) : .failed(failure.reason),
            at: now,
            wasAttempted: false
        )
    }

    /// What ends a delivery whose channel nobody serves: it is stale, or the profile hasn't had the channel for as long
    /// as attempts may take.
    ///
    /// - Parameter reason: why the channel isn't there.
    /// - Returns: nil where it waits for the channel.
    public func settleOrphaned(_ delivery: LeasedDelivery, because reason: String, at now: Instant) -> Settlement? {
        let channel = delivery.plan.channel
        if let expiry = delivery.notification.expiresAt, expiry <= now {
            let result = Settlement.Result.cancelled(.expired(at: expiry, waitingFor: channel, reason))
            return Settlement(row: delivery.row, result: result, at: now, wasAttempted: false)
        }
        guard let cutoff = orphanedCutoff(on: channel, at: now), delivery.retryWindowStart <= cutoff else { return nil }
        return Settlement(row: delivery.row, result: .failed(.channelLost(channel)), at: now, wasAttempted: false)
    }

    /// What counts from then, or from before, is given up; nil where the profile has the channel, and an operator can make it
    /// work again.
    public func orphanedCutoff(on channel: ChannelID, at now: Instant) -> Instant? {
        profile.channel(channel) == nil ? heldCutoff(at: now) : nil
    }

    /// What ends a delivery that is held although its channel works, for what its address or its event type lacks: it
    /// is stale, or was held for as long as attempts may take.
    ///
    /// - Returns: nil where it goes on waiting.
    public func settleHeld(_ delivery: LeasedDelivery, at now: Instant) -> Settlement? {
        if let expiry = delivery.notification.expiresAt, expiry <= now {
            return Settlement(row: delivery.row, result: .cancelled(.expired(at: expiry)), at: now, wasAttempted: false)
        }
        guard delivery.retryWindowStart <= heldCutoff(at: now) else { return nil }
        return Settlement(row: delivery.row, result: .failed(.heldTooLong), at: now, wasAttempted: false)
    }

    /// Of what is held although its channel works, what counts from then, or from before, is given up.
    public func heldCutoff(at now: Instant) -> Instant {
        now.advanced(by: .zero - profile.policies.retry.giveUpAfter)
    }

    private func uncertain(_ delivery: LeasedDelivery, _ reason: OutcomeReason, at now: Instant) -> Settlement {
        switch policy(of: delivery) {
        case .resend: later(delivery, reason, notBefore: nil, at: now) { .uncertain(reason, at: $0) }
        case .skip: Settlement(of: delivery, .failed(.uncertain), at: now)
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
        let next = profile.policies.retry.next(
            after: RetryLadders.Failure(
                row: delivery.row,
                attempts: delivery.attempts + 1,
                code: reason.code,
                triedAt: now,
                retryWindowStart: delivery.retryWindowStart,
                expiresAt: delivery.notification.expiresAt,
                notBefore: pause
            ),
            at: now
        )
        return switch next {
        case .again(let time): Settlement(of: delivery, result(time), at: now)
        case .never: Settlement(of: delivery, .failed(reason), at: now)
        case .tooLate: Settlement(of: delivery, .failed(.gaveUp(reason)), at: now)
        }
    }
}

extension Settlement {
    /// What an attempt of a delivery came to.
    fileprivate init(of delivery: LeasedDelivery, _ result: Result, at now: Instant, forget: Forgetting? = nil) {
        self.init(row: delivery.row, attempt: delivery.attempts, result: result, at: now, forget: forget)
    }
}

extension OutcomeReason {
    /// Of a delivery that can't be rendered until its event type is back in the profile.
    fileprivate static let waitsForType = OutcomeReason(
        Decision.waitsForType.reason.code,
        Decision.waitsForType.detail,
        scope: .eventType
    )

    static let uncertain = OutcomeReason(
        .uncertain,
        "the provider's answer was lost, and this event is not sent twice (onUncertain: skip)"
    )

    /// As the provider reports, of a message within the limit that is known.
    ///
    /// - Parameter size: of what was sent, in bytes as its channel counts; nil where it isn't known any more.
    public static func foundTooLarge(size: Int?) -> OutcomeReason {
        OutcomeReason(.tooLarge, "the provider finds it too large" + (size.map { ", at \($0) bytes" } ?? ""))
    }

    static func tooLarge(limit: Int) -> OutcomeReason {
        OutcomeReason(.tooLarge, "more than \(limit) bytes, even with the body shortened")
    }

    static func expired(at expiry: Instant, waitingFor channel: ChannelID, _ reason: String) -> OutcomeReason {
        OutcomeReason(.expired, "it was worth sending until \(expiry), and waited for channel \(channel): \(reason)")
    }

    static let heldTooLong = OutcomeReason(
        .gaveUp,
        "no success in time: it was held, and what its address or its event type lacked didn't come"
    )

    static func channelLost(_ channel: ChannelID) -> OutcomeReason {
        OutcomeReason(.gaveUp, "no success in time: the profile has no channel \(channel) any more")
    }

    static func gaveUp(_ last: OutcomeReason) -> OutcomeReason {
        OutcomeReason(.gaveUp, "no success in time; the last answer was \(last.code)")
    }
}
