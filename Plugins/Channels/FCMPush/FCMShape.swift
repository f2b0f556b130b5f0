import CarillonPluginKit

/// What FCM takes in a message, which a tenant's `message` is checked against.
///
/// FCM refuses a request with an unknown name; the recipient is never the tenant's to set, and is left out.
///
/// Source: Firebase, REST reference of `projects.messages`, `Message` and what it holds.
enum FCMShape {
    static let message = object([
        "name": .text, "data": data, "notification": object(["title": .text, "body": .text, "image": .text]),
        "android": android, "webpush": webPush, "apns": apple,
        "fcm_options": object(["analytics_label": .form(.analyticsLabel)]),
        "token": .anything, "topic": .anything, "condition": .anything, "fid": .anything,
    ])

    private static let data = MessageShape.map(.text, reserved: .firebase)

    private static let android = object([
        "collapse_key": .text, "priority": .word(["normal", "high", "NORMAL", "HIGH"]),
        "ttl": .seconds(atMost: 2_419_200),
        "restricted_package_name": .text, "data": data, "notification": androidNotification,
        "fcm_options": object(["analytics_label": .form(.analyticsLabel)]), "direct_boot_ok": .boolean,
        "bandwidth_constrained_ok": .boolean, "restricted_satellite_ok": .boolean,
    ])

    private static let androidNotification = object([
        "title": .text, "body": .text, "icon": .text, "color": .form(.color), "sound": .text, "tag": .text,
        "click_action": .text, "body_loc_key": .text, "body_loc_args": .list(.text), "title_loc_key": .text,
        "title_loc_args": .list(.text), "channel_id": .text, "ticker": .text, "sticky": .boolean,
        "event_time": .text, "local_only": .boolean,
        "notification_priority": .word(
            ["UNSPECIFIED", "MIN", "LOW", "DEFAULT", "HIGH", "MAX"].map { "PRIORITY_" + $0 }
        ),
        "default_sound": .boolean, "default_vibrate_timings": .boolean, "default_light_settings": .boolean,
        "vibrate_timings": .list(.seconds(atMost: .max)),
        "visibility": .word(["VISIBILITY_UNSPECIFIED", "PRIVATE", "PUBLIC", "SECRET"]),
        // JSON of Protocol Buffers takes a number as a text, too.
        "notification_count": .either([.integer(0...Int64(Int32.max)), .text]), "light_settings": lights,
        "image": .text, "bypass_proxy_notification": .boolean,
        "proxy": .word(["PROXY_UNSPECIFIED", "ALLOW", "DENY", "IF_PRIORITY_LOWERED"]),
    ])

    private static let lights = object([
        "color": object(
            ["red": .number(0...1), "green": .number(0...1), "blue": .number(0...1), "alpha": .number(0...1)]
        ),
        "light_on_duration": .seconds(atMost: .max), "light_off_duration": .seconds(atMost: .max),
    ])

    private static let webPush = object([
        "headers": .map(.text), "data": data, "notification": .object([:]),
        "fcm_options": object(["link": .form(.httpsURL), "analytics_label": .form(.analyticsLabel)]),
    ])

    private static let apple = object([
        "headers": .map(.text), "payload": .applePayload, "live_activity_token": .text,
        "fcm_options": object(["analytics_label": .form(.analyticsLabel), "image": .text]),
    ])

    /// Each name in both of the spellings that FCM reads: `channel_id` and `channelId`.
    private static func object(_ members: [String: MessageShape]) -> MessageShape {
        let others = members.map { name, shape in
            let parts = name.split(separator: "_").map(String.init)
            let tail = parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
            return (parts[0] + tail.joined(), shape)
        }
        return .closedObject(members.merging(others) { own, _ in own })
    }
}
