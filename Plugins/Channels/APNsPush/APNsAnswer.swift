import CarillonModel
import CarillonPluginKit

/// APNs' answer to one message: nothing with status 200, else a reason.
struct APNsAnswer {
    private let response: EgressResponse
    private let reason: String?
    /// When APNs found the token unregistered.
    private let since: Instant?

    init(_ response: EgressResponse) {
        self.response = response
        let json = response.status == 200 ? nil : try? JSONValue(parsing: response.body)
        reason = json?["reason"]?.string
        since = json?["timestamp"]?.integer.map { Instant(epochMilliseconds: $0) }
    }

    var rejectsProviderToken: Bool { response.status == 403 && reason == "ExpiredProviderToken" }
    var rejectsNewToken: Bool { reason == "TooManyProviderTokenUpdates" }

    func outcome(now: Instant) -> DeliveryOutcome {
        let wait = response.retryAfter(at: now)
        switch reason {
        case "Unregistered": return .gone(outcomeReason("the app was removed"), since: since)
        case "ExpiredToken": return .gone(outcomeReason("the device token has expired"), since: since)
        case "BadDeviceToken":
            return .gone(outcomeReason("the device token is malformed, or of the other environment"), since: nil)
        case "DeviceTokenNotForTopic": return .gone(outcomeReason("the device token is another app's"), since: nil)
        case "PayloadTooLarge": return .tooLarge(limit: 4096)
        case "TooManyRequests": return .deferred(outcomeReason("too many messages to this device"), after: wait)
        case "TooManyProviderTokenUpdates":
            return .deferred(outcomeReason("the provider token changes too often"), after: wait)
        case "IdleTimeout", "Shutdown": return .deferred(outcomeReason("APNs closes the connection"), after: wait)
        case "ExpiredProviderToken", "InvalidProviderToken", "MissingProviderToken", "UnrelatedKeyIdInToken",
            "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken", "BadCertificate", "BadCertificateEnvironment",
            "Forbidden":
            return .misconfigured(outcomeReason("APNs doesn't accept the signing key, its id, or the team's"))
        case "BadTopic", "MissingTopic", "TopicDisallowed":
            return .misconfigured(outcomeReason("the key may not push to this topic"))
        default: return outcomeOfStatus(wait)
        }
    }

    /// Reasons about single headers, `BadPath` and the like are our own faults: refused, as the message is.
    private func outcomeOfStatus(_ wait: Duration?) -> DeliveryOutcome {
        switch response.status {
        // In each answer; what an operator of APNs' would find it by.
        case 200: .accepted(response.header("apns-id").map { ReceiptID($0) })
        case 401, 403: .misconfigured(outcomeReason("APNs doesn't accept the credentials"))
        case 504: .uncertain(outcomeReason("a gateway stopped waiting for APNs"))
        case 408, 425, 429, 500...599: .deferred(outcomeReason("APNs has trouble of its own"), after: wait)
        // Not APNs speaking: a redirect comes from something in between.
        case 201..<400: .deferred(outcomeReason("this is no answer of APNs'"), after: wait)
        // Nor is it without a reason: a proxy's page is no verdict about the message or its token.
        case _ where reason == nil:
            .deferred(OutcomeReason(foreignAnswer: response.status, insteadOf: "APNs"), after: wait)
        case 410: .gone(outcomeReason("the device token is gone"), since: since)
        case 413: .tooLarge(limit: 4096)
        default: .refused(outcomeReason("APNs refuses the message"))
        }
    }

    private func outcomeReason(_ message: String) -> OutcomeReason {
        let outcome =
            reason.map { OutcomeReason(providerCode: $0, message) }
            ?? OutcomeReason("HTTP\(response.status)", message)
        // 429 is about one device: too many requests for its token.
        return [400, 404, 410, 413, 429].contains(response.status)
            ? outcome : outcome.concerningRequest(status: response.status)
    }
}
