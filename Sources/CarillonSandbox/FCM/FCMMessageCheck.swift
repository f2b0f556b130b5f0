import CarillonModel

/// What FCM demands of a message.
///
/// Source: REST reference of `projects.messages`, and its discovery document.
enum FCMMessageCheck {
    static func fault(in request: JSONValue) -> FCMFault? {
        if let fault = body.fault(in: request, at: "") { return fault }
        guard let message = request["message"] else { return FCMFault("message", "is required") }
        let targets = ["token", "topic", "condition", "fid"].filter { message[$0] != nil }
        guard targets.count == 1 else {
            return FCMFault("message", "exactly one of token, topic or condition is required")
        }
        if let token = message["token"]?.string, !isToken(token) {
            return FCMFault("message.token", "The registration token is not a valid FCM registration token")
        }
        if let topic = message["topic"]?.string, !isTopic(topic) {
            return FCMFault("message.topic", "Malformed topic name")
        }
        if let name = reservedName(in: message) { return FCMFault("message.data[\(name)]", "Invalid data payload key") }
        if let name = argumentsWithoutKey(in: message) {
            return FCMFault("message.android.notification.\(name)", "needs its key")
        }
        if size(of: message) > 4096 { return FCMFault("message", "Android message is too big") }
        return nil
    }

    static func isToken(_ text: String) -> Bool {
        (1...4096).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || "-_:.".utf8.contains(byte)
            }
    }

    /// The name alone, without `/topics/`.
    private static func isTopic(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || "-_.~%".utf8.contains(byte)
            }
    }

    /// Texts and data, names and values: what counts against the 4,096 bytes.
    private static func size(of message: JSONValue) -> Int {
        let texts = [message["notification"]?["title"], message["notification"]?["body"]].compactMap(\.?.string)
        let data = message["data"]?.object?.members ?? []
        return texts.reduce(0) { $0 + $1.utf8.count }
            + data.reduce(0) { $0 + $1.name.utf8.count + ($1.value.string?.utf8.count ?? 0) }
    }

    private static func reservedName(in message: JSONValue) -> String? {
        message["data"]?.object?.members.map(\.name).first { name in
            ["collapse_key", "from", "message_type"].contains(name) || name.hasPrefix("google.")
                || name.hasPrefix("gcm.")
        }
    }

    private static func argumentsWithoutKey(in message: JSONValue) -> String? {
        let names = message["android"]?["notification"]?.object?.members.map { FCMShape.snakeCase($0.name) } ?? []
        return ["title_loc_args", "body_loc_args"].first { arguments in
            names.contains(arguments) && !names.contains(arguments.replacingSuffix("args", with: "key"))
        }
    }

    private static let body = FCMShape.object(["validate_only": .flag, "message": message])

    private static let message = FCMShape.object([
        "name": .text, "token": .text, "topic": .text, "condition": .text, "fid": .text, "data": .texts,
        "notification": .object(["title": .text, "body": .text, "image": .text]),
        "android": android, "apns": apns, "webpush": webpush, "fcm_options": .object(["analytics_label": .label]),
    ])

    private static let android = FCMShape.object([
        "collapse_key": .text, "priority": .choice(["NORMAL", "HIGH", "normal", "high"]), "ttl": .duration,
        "restricted_package_name": .text, "data": .texts, "direct_boot_ok": .flag, "bandwidth_constrained_ok": .flag,
        "restricted_satellite_ok": .flag, "fcm_options": .object(["analytics_label": .label]),
        "notification": androidNotification,
    ])

    private static let androidNotification = FCMShape.object([
        "title": .text, "body": .text, "icon": .text, "color": .color, "sound": .text, "tag": .text,
        "click_action": .text,
        "body_loc_key": .text, "body_loc_args": .list(.text), "title_loc_key": .text, "title_loc_args": .list(.text),
        "channel_id": .text, "ticker": .text, "sticky": .flag, "event_time": .text, "local_only": .flag,
        "notification_priority": .choice(
            ["UNSPECIFIED", "MIN", "LOW", "DEFAULT", "HIGH", "MAX"].map { "PRIORITY_\($0)" }
        ),
        "default_sound": .flag, "default_vibrate_timings": .flag, "default_light_settings": .flag,
        "vibrate_timings": .list(.duration),
        "visibility": .choice(["VISIBILITY_UNSPECIFIED", "PRIVATE", "PUBLIC", "SECRET"]),
        "notification_count": .integer,
        "light_settings": .object([
            "color": .object(["red": .fraction, "green": .fraction, "blue": .fraction, "alpha": .fraction]),
            "light_on_duration": .duration, "light_off_duration": .duration,
        ]),
        "image": .text, "bypass_proxy_notification": .flag,
        "proxy": .choice(["PROXY_UNSPECIFIED", "ALLOW", "DENY", "IF_PRIORITY_LOWERED"]),
    ])

    private static let apns = FCMShape.object([
        "headers": .texts, "payload": .free, "live_activity_token": .text,
        "fcm_options": .object(["analytics_label": .label, "image": .text]),
    ])

    private static let webpush = FCMShape.object([
        "headers": .texts, "data": .texts, "notification": .free,
        "fcm_options": .object(["link": .link, "analytics_label": .label]),
    ])
}

extension String {
    fileprivate func replacingSuffix(_ suffix: String, with other: String) -> String {
        String(dropLast(suffix.count)) + other
    }
}
