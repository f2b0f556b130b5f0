import CarillonModel
import CarillonProfiles

extension RetryLadders {
    /// A failed attempt, and all that decides when the delivery is tried again.
    struct Failure {
        var row: Int64
        /// How often it was tried, with the one that failed.
        var attempts: Int
        var code: String
        /// When it last was: a receipt reports it later.
        var triedAt: Instant
        /// As in ``LeasedDelivery/retryWindowStart``.
        var retryWindowStart: Instant
        var expiresAt: Instant?
        /// The time the provider named.
        var notBefore: Duration?
    }

    enum Next {
        case again(Instant)
        /// The tenant's ladder for this code is empty.
        case never
        /// It would come after the time of giving up, or after it is worth anything.
        case tooLate
    }

    /// The ladder's wait, at least what the provider requested, and up to a tenth more.
    ///
    /// A time that the provider names beyond that of giving up would end every delivery that it was asked for: the ladder
    /// decides then, as if none had been named.
    ///
    /// What was first tried after its time of giving up, because no host ran, has a second attempt all the same.
    func next(after failure: Failure, at now: Instant) -> Next {
        guard let wait = wait(afterAttempt: failure.attempts, code: failure.code) else { return .never }
        let deadline = failure.retryWindowStart.advanced(by: giveUpAfter)
        let own = now.advanced(by: jittered(wait, for: failure))
        let named = max(own, now.advanced(by: failure.notBefore ?? .zero))
        if let expiry = failure.expiresAt, named >= expiry { return .tooLate }
        let beganTooLate = failure.attempts == 1 && failure.triedAt >= deadline
        if named < deadline || beganTooLate { return .again(named) }
        return own < deadline ? .again(own) : .tooLate
    }

    /// By row and attempt: retries spread out, and the same one always waits the same.
    private func jittered(_ wait: Duration, for failure: Failure) -> Duration {
        let seed = UInt64(
            bitPattern: failure.row &* 0x9E37_79B9_7F4A_7C1 &+ Int64(failure.attempts) &* 0x5851_F42D_4C95_7F2D
        )
        return wait + .milliseconds(wait.milliseconds * Int64(seed >> 54) / 10240)
    }
}
