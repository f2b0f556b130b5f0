import CarillonModel
import CarillonPluginKit

/// FCM's message, made from ours: texts in `notification`, data as texts, and the platforms' own blocks.
enum FCMMessage {
    /// What FCM would refuse in any message to anyone, so that no request is needed.
    static func fault(in message: OutgoingMessage) -> DeliveryOutcome? {
        if message.address.isEmpty {
            return .refused(OutcomeReason("MalformedToken", "there is no registration token"))
        }
        return FCMChannel.descriptor.refusal(of: message.data).map { .refused($0) }
    }

    /// The tenant's skeleton is merged last, over everything but the recipient.
    static func request(for message: OutgoingMessage, now: Instant, _ cryptography: any Cryptography) -> JSONValue {
        var content = content(of: message, now: now, cryptography)
        for target in ["token", "topic", "condition", "fid"] { content[target] = nil }
        let token = JSONObject.Member("token", .string(message.address))
        return ["message": .object(JSONObject([token] + content.members))]
    }

    /// What travels to the device: texts and data, and the larger of the platforms' blocks.
    static func size(of message: OutgoingMessage) -> Int {
        let content = content(of: message, now: message.createdAt, nil)
        let common = [content["notification"], content["data"]].compactMap { $0?.utf8.count }.reduce(0, +)
        let android = content["android"]?["notification"]?.utf8.count ?? 0
        let apple = content["apns"]?["payload"]?.utf8.count ?? 0
        return common + max(android, apple)
    }

    /// - Parameter cryptography: nil where nothing is sent; then a collapse key is left out of APNs' header.
    static func content(
        of message: OutgoingMessage,
        now: Instant,
        _ cryptography: (any Cryptography)?
    ) -> JSONObject {
        var content = JSONObject()
        if !message.isSilent { content["notification"] = notification(of: message) }
        if !message.data.isEmpty { content["data"] = .object(texts(of: message.data)) }
        content["android"] = .object(android(of: message, now: now))
        content["apns"] = .object(apple(of: message, cryptography))
        guard let skeleton = message.skeleton else { return content }
        let merged = JSONValue.object(content).merging(skeleton)
        return (message.isSilent ? merged.merging(silence) : merged).object ?? content
    }

    /// What no skeleton may give a silent message, and the headers without which APNs refuses one.
    private static let silence: JSONValue = [
        "notification": .null, "android": ["notification": .null],
        "apns": [
            "headers": ["apns-push-type": "background", "apns-priority": "5"],
            "payload": ["aps": ["alert": .null, "sound": .null, "badge": .null, "mutable-content": .null]],
        ],
    ]

    private static func notification(of message: OutgoingMessage) -> JSONValue {
        var object = JSONObject()
        object["title"] = message.slots["title"].flatMap { $0.isEmpty ? nil : JSONValue.string($0) }
        object["body"] = message.slots["body"].flatMap { $0.isEmpty ? nil : JSONValue.string($0) }
        object["image"] = image(of: message).map(JSONValue.string)
        return .object(object)
    }

    private static func image(of message: OutgoingMessage) -> String? {
        (message.imageURL ?? message.slots["image"]).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func android(of message: OutgoingMessage, now: Instant) -> JSONObject {
        var android = JSONObject([.init("priority", message.priority == .high && !message.isSilent ? "high" : "normal")]
        )
        android["collapse_key"] = message.collapseKey.map(JSONValue.string)
        android["ttl"] = message.expiresAt.map { expiry in
            // Four weeks are the most FCM takes.
            .string("\(min(max(now.duration(to: expiry).components.seconds, 0), 2_419_200))s")
        }
        guard !message.isSilent else { return android }
        var notification = JSONObject()
        notification["channel_id"] = message.androidChannel.map(JSONValue.string)
        notification["sound"] = message.sound.map(JSONValue.string)
        notification["color"] = message.color.map(JSONValue.string)
        notification["icon"] = message.icon.map(JSONValue.string)
        notification["tag"] = message.collapseKey.map(JSONValue.string)
        if !notification.isEmpty { android["notification"] = .object(notification) }
        return android
    }

    private static func apple(of message: OutgoingMessage, _ cryptography: (any Cryptography)?) -> JSONObject {
        var headers = JSONObject()
        if message.isSilent {
            headers["apns-push-type"] = "background"
            headers["apns-priority"] = "5"
        } else if message.priority != .high {
            headers["apns-priority"] = "5"
        }
        if let key = message.collapseKey, let cryptography {
            headers["apns-collapse-id"] = .string(CollapseName.fitting(key, limit: 64, cryptography))
        }
        headers["apns-expiration"] = message.expiresAt.map { expiry in
            .string("\(expiry.epochMilliseconds.floorDivided(by: 1000))")
        }
        var system = JSONObject()
        if message.isSilent {
            system["content-available"] = 1
        } else {
            system["sound"] = message.sound.map(JSONValue.string)
            system["badge"] = message.badge.map { JSONValue($0) }
            system["category"] = message.category.map(JSONValue.string)
            // The app's extension that fetches the picture isn't woken without.
            if image(of: message) != nil { system["mutable-content"] = 1 }
        }
        var block = JSONObject()
        if !headers.isEmpty { block["headers"] = .object(headers) }
        block["payload"] = ["aps": .object(system)]
        return block
    }

    /// FCM's data holds texts only: other values become their JSON, `null` leaves its name out.
    private static func texts(of data: JSONObject) -> JSONObject {
        JSONObject(
            data.members.compactMap { member in
                switch member.value {
                case .null: nil
                case .string: member
                case .number, .boolean, .array, .object: JSONObject.Member(member.name, .string(member.value.text))
                }
            }
        )
    }
}
