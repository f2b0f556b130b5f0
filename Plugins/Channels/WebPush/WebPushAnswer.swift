import CarillonModel
import CarillonPluginKit

/// What a push service's answer means: there are many services, and they agree on the status only.
enum WebPushAnswer {
    static func outcome(of response: EgressResponse, now: Instant) -> DeliveryOutcome {
        let reason = OutcomeReason(status: response.status)
        let wait = response.retryAfter(at: now)
        switch response.status {
        case 200..<300: return .accepted(nil)
        case 404, 410: return .gone(OutcomeReason(reason.code, "the browser has given up the subscription"), since: nil)
        case 401, 403:
            // Said by a server that the subscription names, and maybe of another key that it was made with.
            return .misconfigured(
                OutcomeReason(reason.code, "the push service doesn't accept the VAPID key or its subject")
                    .concerningAddress
            )
        // Less than every service must take is too much for this one.
        case 413: return .tooLarge(limit: WebPushEncryption.longestPlaintext)
        case 504: return .uncertain(reason)
        case 300..<400, 408, 425, 429, 500...599: return .deferred(reason, after: wait)
        default: return .refused(reason)
        }
    }

    /// A subscription is its owner's to name: one that leads where we don't go is their affair, not the tenant's.
    static func outcome(of failure: EgressFailure) -> DeliveryOutcome {
        if case .forbidden(let message) = failure { return .refused(OutcomeReason("ForbiddenDestination", message)) }
        return failure.outcome
    }
}
