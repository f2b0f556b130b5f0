import CarillonModel
import CarillonPluginKit

/// FCM's answer to one message.
struct FCMAnswer {
    private let response: EgressResponse
    /// `errorCode` of the FcmError among the details: the only difference between two 401s and two 403s.
    private let code: String?
    /// The status by Google's own name, such as `PERMISSION_DENIED`.
    private let status: String?
    /// What FCM calls the message it took, without which it took none.
    private let name: String?
    /// What the message is at fault in, as paths such as `message.token`; never values.
    private let faultyFields: [String]

    init(_ response: EgressResponse) {
        self.response = response
        let json = try? JSONValue(parsing: response.body)
        name = json?["name"]?.string
        guard response.status != 200, let error = json?["error"] else {
            code = nil
            status = nil
            faultyFields = []
            return
        }
        let details = error["details"]?.array ?? []
        code =
            details.first { $0["@type"]?.string?.hasSuffix("google.firebase.fcm.v1.FcmError") == true }?["errorCode"]?
            .string
        status = error["status"]?.string
        let violations = details.flatMap { $0["fieldViolations"]?.array ?? [] }
        faultyFields = violations.compactMap { $0["field"]?.string }.filter(Self.isPath)
    }

    /// `message` and what is inside it, by names and numbers, at most 64 bytes: anything else might carry a token.
    private static func isPath(_ text: String) -> Bool {
        text.hasPrefix("message") && text.utf8.count <= 64
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || "._[]".utf8.contains(byte)
            }
    }

    /// Whether an error is in Google's form, which has a status by name besides the number.
    private var isGoogles: Bool { code != nil || status != nil }

    /// The access token isn't accepted.
    ///
    /// With an FcmError, a 401 is about the keys of APNs or Web Push instead.
    var rejectsAccessToken: Bool { response.status == 401 && code == nil }

    /// - Parameters:
    ///   - now: to read a `Retry-After` that is a date.
    ///   - size: the message's, to distinguish a too large one from other invalid ones; computed only where that
    ///     matters.
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
            // A fault of Apple's devices, or of browsers, is no evidence about the others.
            return .misconfigured(
                reason("the APNs key or web push key of the Firebase project is wrong").concerningAddress
            )
        default: return outcomeOfStatus(wait, size: size)
        }
    }

    private func outcomeOfStatus(_ wait: Duration?, size: () -> Int) -> DeliveryOutcome {
        switch response.status {
        case 200 where name != nil: .accepted(name.map { ReceiptID($0) })
        case 200: .uncertain(OutcomeReason("UnreadableAnswer", "FCM's answer names no message", scope: .provider))
        case 401: .misconfigured(reason("FCM doesn't accept the service account's access token"))
        case 403: .misconfigured(reason("the service account may not send messages, or the API is switched off"))
        case 429: .deferred(reason("too many messages"), after: wait ?? .seconds(60))
        case 504: .uncertain(reason("a gateway stopped waiting for FCM"))
        case 408, 425, 500...599: .deferred(reason("FCM has trouble of its own"), after: wait)
        // Not FCM speaking: a redirect comes from something in between.
        case 201..<400: .deferred(reason("this is no answer of FCM's"), after: wait)
        // Nor is it in another form: a proxy's page is no verdict about the message.
        case _ where !isGoogles:
            .deferred(OutcomeReason(foreignAnswer: response.status, insteadOf: "FCM"), after: wait)
        case 400: invalid(size: size())
        // Of the project in the address, because an unknown token has its own code: this isn't about the device.
        case 404 where status == "NOT_FOUND":
            .misconfigured(
                reason("FCM knows no such project: the project id of the service account may be wrong")
                    .concerningAddress
            )
        case 413: .tooLarge(limit: 4096)
        default: .refused(reason("FCM refuses the message"))
        }
    }

    private func invalid(size: Int) -> DeliveryOutcome {
        guard size <= 4096 else { return .tooLarge(limit: 4096) }
        let fields = faultyFields.isEmpty ? "" : ": " + faultyFields.prefix(3).joined(separator: ", ")
        return .refused(reason("FCM finds the message or its token invalid\(fields)"))
    }

    private func reason(_ message: String) -> OutcomeReason {
        let reason =
            (code ?? status).map { OutcomeReason(providerCode: $0, message) }
            ?? OutcomeReason("HTTP\(response.status)", message)
        return [400, 404, 413].contains(response.status) ? reason : reason.concerningRequest(status: response.status)
    }
}
