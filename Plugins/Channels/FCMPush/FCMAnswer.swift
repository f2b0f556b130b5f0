import CarillonModel
import CarillonPluginKit

/// What FCM says about one message.
struct FCMAnswer {
    private let response: EgressResponse
    /// `errorCode` of the FcmError among the details: the only thing that tells two 401s and two 403s apart.
    private let code: String?
    /// The status in Google's own words, such as `PERMISSION_DENIED`.
    private let status: String?
    /// What FCM calls the message it took, without which it took none.
    private let name: String?

    init(_ response: EgressResponse) {
        self.response = response
        let json = try? JSONValue(parsing: response.body)
        name = json?["name"]?.string
        guard response.status != 200, let error = json?["error"] else {
            code = nil
            status = nil
            return
        }
        let details = error["details"]?.array ?? []
        code =
            details.first { $0["@type"]?.string?.hasSuffix("google.firebase.fcm.v1.FcmError") == true }?["errorCode"]?
            .string
        status = error["status"]?.string
    }

    /// The access token isn't accepted.
    ///
    /// With an FcmError, a 401 is about the keys of APNs or Web Push instead.
    var rejectsAccessToken: Bool { response.status == 401 && code == nil }

    /// - Parameters:
    ///   - now: to read a `Retry-After` that is a date.
    ///   - size: the message's, to tell a too large one from other invalid ones; asked for only where that matters.
    /// - Returns: what became of the message. Only two codes forget a device.
    func outcome(now: Instant, size: () -> Int) -> DeliveryOutcome {
        let wait = response.retryAfter(at: now)
        switch code {
        case "UNREGISTERED": return .gone(reason("the app was removed, or its token replaced"), since: nil)
        case "SENDER_ID_MISMATCH": return .gone(reason("the token belongs to another sender"), since: nil)
        case "INVALID_ARGUMENT": return invalid(size: size())
        case "QUOTA_EXCEEDED": return .deferred(reason("too many messages"), after: wait ?? .seconds(60))
        case "UNAVAILABLE", "INTERNAL": return .deferred(reason("FCM has trouble of its own"), after: wait)
        case "THIRD_PARTY_AUTH_ERROR", "APNS_AUTH_ERROR":
            // What reaches Apple's devices, or browsers, says nothing of the others.
            return .misconfigured(
                reason("the APNs key or web push key of the Firebase project is wrong").concerningAddress
            )
        default: return outcomeOfStatus(wait, size: size)
        }
    }

    private func outcomeOfStatus(_ wait: Duration?, size: () -> Int) -> DeliveryOutcome {
        switch response.status {
        case 200 where name != nil: .accepted(nil)
        case 200: .uncertain(OutcomeReason("UnreadableAnswer", "FCM's answer names no message", scope: .provider))
        case 400: invalid(size: size())
        case 401: .misconfigured(reason("FCM doesn't accept the service account's access token"))
        case 403: .misconfigured(reason("the service account may not send messages, or the API is switched off"))
        case 413: .tooLarge(limit: 4096)
        case 429: .deferred(reason("too many messages"), after: wait ?? .seconds(60))
        case 504: .uncertain(reason("a gateway stopped waiting for FCM"))
        case 408, 425, 500...599: .deferred(reason("FCM has trouble of its own"), after: wait)
        // Not FCM speaking: a redirect comes from something in between.
        case 201..<400: .deferred(reason("this is no answer of FCM's"), after: wait)
        default: .refused(reason("FCM refuses the message"))
        }
    }

    private func invalid(size: Int) -> DeliveryOutcome {
        size > 4096 ? .tooLarge(limit: 4096) : .refused(reason("FCM finds the message or its token invalid"))
    }

    private func reason(_ words: String) -> OutcomeReason {
        let reason =
            (code ?? status).map { OutcomeReason(providerCode: $0, words) }
            ?? OutcomeReason("HTTP\(response.status)", words)
        return [400, 404, 413].contains(response.status) ? reason : reason.concerningProvider
    }
}
