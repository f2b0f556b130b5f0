import CarillonModel
import CarillonPluginKit

/// What the service worker, or a browser that supports declarative push, is given.
///
/// Source: W3C Push API, declarative push.
enum WebPushMessage {
    static func payload(for message: OutgoingMessage) -> JSONValue {
        var payload = JSONObject()
        // Declarative push needs somewhere to go.
        if message.link?.web != nil, !message.isSilent { payload["web_push"] = 8030 }
        if message.isSilent {
            payload["data"] = .object(message.data)
        } else {
            payload["notification"] = .object(notification(of: message))
            payload["app_badge"] = message.badge.map { .string("\($0)") }
        }
        let json = JSONValue.object(payload)
        return message.skeleton.map(json.merging) ?? json
    }

    private static func notification(of message: OutgoingMessage) -> JSONObject {
        var notification = JSONObject()
        notification["title"] = message.slots["title"].map(JSONValue.string)
        notification["lang"] = .string(message.locale)
        notification["dir"] = "auto"
        notification["body"] = message.slots["body"].flatMap { $0.isEmpty ? nil : JSONValue.string($0) }
        notification["navigate"] = message.link?.web.map(JSONValue.string)
        notification["tag"] = message.collapseKey.map(JSONValue.string)
        let image = message.imageURL ?? message.slots["image"]
        notification["image"] = image.flatMap { $0.isEmpty ? nil : JSONValue.string($0) }
        if !message.data.isEmpty { notification["data"] = .object(message.data) }
        return notification
    }

    /// Source: RFC 8030, sections 5.2 to 5.4.
    static func headers(
        for message: OutgoingMessage,
        now: Instant,
        _ cryptography: any Cryptography
    ) -> [EgressRequest.Header] {
        // Four weeks are the most that services keep a message.
        let life =
            message.expiresAt.map { min(max(now.duration(to: $0).components.seconds, 0), 2_419_200) } ?? 2_419_200
        var headers: [EgressRequest.Header] = [
            .init("TTL", "\(life)"), .init("Urgency", urgency(of: message)), .init("Content-Encoding", "aes128gcm"),
            .init("Content-Type", "application/octet-stream"),
        ]
        if let key = message.collapseKey {
            headers.append(.init("Topic", CollapseName.fitting(key, limit: 32, isPlain: isBase64URL, cryptography)))
        }
        return headers
    }

    private static func urgency(of message: OutgoingMessage) -> String {
        switch message.priority {
        case .high: "high"
        case .normal: "normal"
        case .low: "low"
        }
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }
}
