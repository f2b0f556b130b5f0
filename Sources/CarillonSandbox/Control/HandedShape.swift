import CarillonModel

/// What a platform hands to the app of a message, beside what the provider got: each puts it into another shape.
///
/// Source: Apple, “Generating a remote notification”; Firebase, `RemoteMessage` and FirebaseMessaging's `userInfo` on iOS; the
/// sources of expo-notifications, as documented for `content.data`.
enum HandedShape: String, CaseIterable {
    case apns
    case fcmApple = "fcm-apple"
    case fcmAndroid = "fcm-android"
    case expoApple = "expo-apple"
    case expoAndroid = "expo-android"
    case expoScript = "expo-script"
    case webPush = "web-push"

    var provider: Provider {
        switch self {
        case .apns: .apns
        case .fcmApple, .fcmAndroid: .fcm
        case .expoApple, .expoAndroid, .expoScript: .expo
        case .webPush: .webPush
        }
    }

    /// What the app gets of a message of this shape's provider.
    func payload(of message: ReceivedMessage) -> JSONValue {
        let sent = message.message
        switch self {
        case .apns: return sent
        case .webPush: return sent.string.flatMap { try? JSONValue(parsing: $0.utf8) } ?? sent
        case .fcmApple: return Self.fcmApple(sent, number: message.number)
        case .fcmAndroid: return Self.fcmAndroid(sent, number: message.number)
        case .expoApple: return Self.expoApple(sent)
        case .expoAndroid: return Self.expoAndroid(sent)
        case .expoScript: return Self.expoScript(sent, number: message.number)
        }
    }

    // MARK: Firebase

    private static func fcmApple(_ sent: JSONValue, number: Int) -> JSONValue {
        var payload = sent["data"]?.object ?? JSONObject()
        let own = sent["apns"]?["payload"]?.object ?? JSONObject()
        for member in own.members where member.name != "aps" { payload[member.name] = member.value }
        var aps = own["aps"]?.object ?? JSONObject()
        if aps["alert"] == nil, let notification = sent["notification"] {
            aps["alert"] = object([("title", notification["title"]), ("body", notification["body"])])
        }
        payload["aps"] = .object(aps)
        payload["gcm.message_id"] = .string("\(number)")
        payload["google.c.a.e"] = "1"
        if let image = sent["apns"]?["fcm_options"]?["image"] ?? sent["notification"]?["image"] {
            payload["fcm_options"] = ["image": image]
        }
        return .object(payload)
    }

    private static func fcmAndroid(_ sent: JSONValue, number: Int) -> JSONValue {
        var payload: JSONObject = ["messageId": .string("0:\(number)"), "from": "1"]
        payload["collapseKey"] = sent["android"]?["collapse_key"]
        payload["data"] = sent["data"] ?? [:]
        guard sent["notification"] != nil || sent["android"]?["notification"] != nil else { return .object(payload) }
        let own = sent["android"]?["notification"]
        payload["notification"] = object([
            ("title", own?["title"] ?? sent["notification"]?["title"]),
            ("body", own?["body"] ?? sent["notification"]?["body"]),
            ("android", object([("channelId", own?["channel_id"]), ("imageUrl", own?["image"])])),
            ("image", sent["notification"]?["image"]),
        ])
        return .object(payload)
    }

    // MARK: Expo

    private static let experience: [(String, JSONValue?)] = [
        ("experienceId", "@shop/app"), ("scopeKey", "@shop/app"), ("projectId", "00000000-0000-0000-0000-000000000000"),
    ]

    private static func expoApple(_ sent: JSONValue) -> JSONValue {
        let alert = object([("title", sent["title"]), ("subtitle", sent["subtitle"]), ("body", sent["body"])])
        let aps = object([
            ("alert", alert), ("badge", sent["badge"]), ("sound", sent["sound"]), ("category", sent["categoryId"]),
            ("mutable-content", sent["mutableContent"] == true ? 1 : nil),
        ])
        return object([("aps", aps), ("body", sent["data"] ?? [:])] + experience)
    }

    /// All of it texts, as Firebase carries them.
    private static func expoAndroid(_ sent: JSONValue) -> JSONValue {
        let data = object(
            [
                ("title", sent["title"]), ("message", sent["body"]), ("body", .string((sent["data"] ?? [:]).text)),
                ("badge", sent["badge"].map { .string($0.text) }), ("channelId", sent["channelId"]),
                ("categoryId", sent["categoryId"]), ("sound", sent["sound"]),
            ] + experience
        )
        return ["data": data]
    }

    private static func expoScript(_ sent: JSONValue, number: Int) -> JSONValue {
        let content = object([
            ("title", sent["title"]), ("subtitle", sent["subtitle"]), ("body", sent["body"]),
            ("data", sent["data"] ?? [:]), ("badge", sent["badge"]), ("sound", sent["sound"]),
            ("categoryIdentifier", sent["categoryId"]),
        ])
        let request = object([
            ("identifier", .string("\(number)")), ("content", content), ("trigger", ["type": "push"]),
        ])
        return ["request": request]
    }

    /// Without those that aren't there.
    private static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(JSONObject(members.compactMap { name, value in value.map { .init(name, $0) } }))
    }
}
