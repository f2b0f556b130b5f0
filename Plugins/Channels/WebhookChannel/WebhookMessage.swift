import CarillonModel
import CarillonPluginKit

/// `type`, `timestamp` and `data`, as Standard Webhooks recommends.
enum WebhookMessage {
    static func body(for message: OutgoingMessage) -> JSONValue {
        var data = JSONObject([
            .init("id", .string(message.notification)), .init("locale", .string(message.locale)),
            .init("priority", .string(message.priority.rawValue)),
        ])
        data["recipient"] = message.recipient.map { .string($0.rawValue) }
        data["category"] = message.categoryID.map(JSONValue.string)
        for name in ["title", "body"] {
            data[name] = message.slots[name].flatMap { $0.isEmpty ? nil : JSONValue.string($0) }
        }
        data["link"] = (message.link?.web ?? message.link?.app).map(JSONValue.string)
        if !message.data.isEmpty { data["data"] = .object(message.data) }
        let body: JSONValue = [
            "type": .string(message.event.rawValue), "timestamp": .string(message.createdAt.rfc3339),
            "data": .object(data),
        ]
        return message.skeleton.map(body.merging) ?? body
    }

    /// The same on every attempt, and without a dot, which separates what is signed.
    static func id(of message: OutgoingMessage, _ cryptography: any Cryptography) -> String {
        let name = "\(message.notification)-\(message.delivery)"
        return "msg_"
            + CollapseName.fitting(name, limit: 100, isPlain: { $0 > 0x20 && $0 < 0x7F && $0 != 0x2E }, cryptography)
    }
}

/// What a receiver's answer means: receivers are programs of anybody's, so all but a farewell is tried again.
enum WebhookAnswer {
    static func outcome(of response: EgressResponse, now: Instant) -> DeliveryOutcome {
        let reason = OutcomeReason(status: response.status)
        switch response.status {
        case 200..<300: return .accepted(nil)
        // There is one URL, and it is the tenant's: nothing goes there until somebody has seen to it.
        case 410: return .misconfigured(OutcomeReason(reason.code, "the receiver wants no more of them"))
        case 413: return .tooLarge(limit: Webhooks.longestBody)
        case 400, 422: return .refused(OutcomeReason(reason.code, "the receiver finds fault with the message"))
        default: return .deferred(reason, after: response.retryAfter(at: now))
        }
    }
}
