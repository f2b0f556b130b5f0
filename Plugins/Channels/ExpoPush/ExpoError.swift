import CarillonModel
import CarillonPluginKit

/// Expo's result of one message, in a ticket or in a receipt: both use the same codes.
struct ExpoError {
    private let code: String?
    /// The token that Expo names, if any.
    private let token: String?
    private let message: String?
    /// What Expo's message must not repeat.
    private let hidden: [String]

    init(of answer: JSONValue, hiding hidden: [String]) {
        self.hidden = hidden
        message = answer["message"]?.string
        code = answer["details"]?["error"]?.string
        token = answer["details"]?["expoPushToken"]?.string
    }

    /// - Parameter address: the token the message went to.
    func outcome(address: String) -> DeliveryOutcome {
        switch code {
        case "DeviceNotRegistered":
            // An address is forgotten only when Expo means this very one.
            if let token, token != address {
                return .refused(reason("Expo names another token than the one sent to"))
            }
            return .gone(reason("the app was removed, or may not notify any more"), since: nil)
        case "MessageTooBig": return .tooLarge(limit: 4096)
        case "MessageRateExceeded":
            return .deferred(reason("too many messages to this device"), after: nil)
        case "MismatchSenderId":
            return .misconfigured(
                reason("the FCM credentials at Expo belong to another sender than the app").concerningAddress
            )
        case "InvalidCredentials":
            return .misconfigured(
                reason("the project's push credentials at Expo are missing or invalid").concerningAddress
            )
        case "ExpoError": return .deferred(reason("Expo failed on its own side"), after: nil)
        case "ProviderError":
            return .deferred(reason("FCM or APNs failed behind Expo"), after: nil)
        case "DeveloperError": return .refused(reason("Expo finds fault with the message"))
        default:
            return .refused(reason("Expo refuses the message for a reason not documented"))
        }
    }

    private func reason(_ ours: String) -> OutcomeReason {
        OutcomeReason(providerCode: code, ours).quoting(message, hiding: hidden)
    }
}

/// Why Expo refused a whole request: an `errors` list, an OAuth error, or just a status.
struct ExpoProblem {
    enum Remedy {
        case settle(DeliveryOutcome)
        case wait(OutcomeReason)
        /// The tokens of each project.
        case byProject([[String]])
        /// Send in halves until the culprit is alone; that one ends so.
        case halve(otherwise: DeliveryOutcome)
    }

    private let status: Int
    private let code: String?
    private let details: JSONValue?
    private let message: String?
    private let hidden: [String]
    /// Whether the answer is in one of Expo's two forms, rather than the page of a proxy.
    private let isExpos: Bool

    /// What an OAuth error may be called where a token is refused.
    ///
    /// Source: RFC 6750, section 3.1.
    private static let tokenErrors: Set<String> = ["invalid_request", "invalid_token", "insufficient_scope"]

    /// Nil when the request as a whole went well: status 200 without `errors`.
    ///
    /// - Parameter hidden: what Expo's message must not repeat; read only where they are kept.
    init?(status: Int, _ json: JSONValue?, hiding hidden: () -> [String]) {
        let error = json?["errors"]?.array?.first
        guard status != 200 || error != nil else { return nil }
        self.status = status
        // A wrong access token is answered as OAuth does: {"error": "invalid_token"}.
        let oauth = json?["error"]?.string
        code = error?["code"]?.string ?? oauth
        isExpos = error?["code"] != nil || error?["message"] != nil || oauth.map(Self.tokenErrors.contains) == true
        details = error?["details"]
        let message = error?["message"]?.string ?? json?["error_description"]?.string
        self.message = message
        self.hidden = message == nil ? [] : hidden()
    }

    private var reason: OutcomeReason {
        let ours =
            code.map {
                OutcomeReason(providerCode: $0, "Expo refused the request with status \(status)")
                    .concerningRequest(status: status)
            } ?? OutcomeReason(status: status)
        return isExpos ? ours.quoting(message, hiding: hidden) : ours
    }

    var remedy: Remedy {
        switch code {
        case "TOO_MANY_REQUESTS", "RATE_LIMIT_ERROR": return .wait(reason)
        case "PUSH_TOO_MANY_EXPERIENCE_IDS": return .byProject(projects)
        case "PUSH_TOO_MANY_NOTIFICATIONS", "VALIDATION_ERROR", "API_ERROR":
            return status < 500 ? .halve(otherwise: .refused(reason)) : .wait(reason)
        case "UNAUTHORIZED", "invalid_token": return .settle(.misconfigured(reason))
        default: return remedyOfStatus
        }
    }

    private var foreign: OutcomeReason { OutcomeReason(foreignAnswer: status, insteadOf: "Expo") }

    private var remedyOfStatus: Remedy {
        switch status {
        case 401, 403: .settle(.misconfigured(reason))
        case 413 where isExpos: .halve(otherwise: .tooLarge(limit: 4096))
        // A proxy that takes no large request may take a smaller one, but reports nothing of a message.
        case 413: .halve(otherwise: .deferred(foreign, after: nil))
        // The gateway stopped waiting: what stood behind it may have taken the messages.
        case 504: .settle(.uncertain(reason))
        case 408, 425, 429, 500...599: .wait(reason)
        // Not Expo speaking: a redirect or a success without tickets comes from something in between.
        case 200..<400: .wait(reason)
        default: isExpos ? .settle(.refused(reason)) : .wait(foreign)
        }
    }

    /// `details` maps a project's name to its tokens.
    private var projects: [[String]] {
        details?.object?.members.map { $0.value.array?.compactMap(\.string) ?? [] } ?? []
    }

    var isTooManyReceipts: Bool { code == "PUSH_TOO_MANY_RECEIPTS" }
}
