import CarillonModel
import CarillonPluginKit

/// APNs' headers and payload, made from our message.
enum APNsMessage {
    /// What APNs would refuse in any message, so that no request is needed.
    static func fault(in message: OutgoingMessage) -> DeliveryOutcome? {
        let isHexadecimal = message.address.allSatisfy { $0.isASCII && $0.isHexDigit }
        guard !message.address.isEmpty, message.address.utf8.count % 2 == 0, isHexadecimal else {
            return .refused(OutcomeReason("MalformedToken", "this is no APNs device token"))
        }
        return APNsChannel.descriptor.refusal(of: message.data).map { .refused($0) }
    }

    /// The event's data are beside `aps`.
    ///
    /// The tenant's skeleton is merged last, over all of it.
    static func payload(for message: OutgoingMessage) -> JSONValue {
        let system = JSONObject.Member("aps", .object(message.isSilent ? silence : alert(of: message)))
        let payload = JSONValue.object(JSONObject([system] + message.data.members))
        guard let skeleton = message.skeleton else { return payload }
        let merged = payload.merging(skeleton)
        return message.isSilent ? merged.merging(nothingVisible) : merged
    }

    /// What no skeleton may give a silent message: APNs refuses a background push that shows something.
    private static let nothingVisible: JSONValue = [
        "aps": ["alert": .null, "sound": .null, "badge": .null, "mutable-content": .null]
    ]

    private static let silence = JSONObject([.init("content-available", 1)])

    private static func alert(of message: OutgoingMessage) -> JSONObject {
        var alert = JSONObject()
        for name in ["title", "subtitle", "body"] {
            alert[name] = message.slots[name].flatMap { $0.isEmpty ? nil : JSONValue.string($0) }
        }
        var system = JSONObject([.init("alert", .object(alert))])
        system["sound"] = message.sound.map(JSONValue.string)
        system["badge"] = message.badge.map { JSONValue($0) }
        system["category"] = message.category.map(JSONValue.string)
        return system
    }

    /// Background pushes must have priority 5; of the others, only high ones wake the screen at any cost.
    static func headers(
        for message: OutgoingMessage,
        topic: String,
        _ cryptography: any Cryptography
    ) -> [EgressRequest.Header] {
        var headers: [EgressRequest.Header] = [
            .init("apns-topic", topic), .init("apns-push-type", message.isSilent ? "background" : "alert"),
            .init("apns-priority", priority(of: message)),
        ]
        if let expiry = message.expiresAt {
            headers.append(.init("apns-expiration", "\(max(0, expiry.epochMilliseconds.floorDivided(by: 1000)))"))
        }
        if let key = message.collapseKey {
            headers.append(.init("apns-collapse-id", CollapseName.fitting(key, limit: 64, cryptography)))
        }
        return headers
    }

    private static func priority(of message: OutgoingMessage) -> String {
        guard !message.isSilent else { return "5" }
        switch message.priority {
        case .high: return "10"
        case .normal: return "5"
        case .low: return "1"
        }
    }
}
