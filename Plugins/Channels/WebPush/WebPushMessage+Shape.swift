import CarillonPluginKit

extension WebPushMessage {
    /// What a browser reads of a message, which a tenant's `message` is checked against; the rest is the service worker's.
    ///
    /// Source: W3C Push API, declarative push; WHATWG Notifications API, `NotificationOptions`.
    static let shape = MessageShape.object([
        "web_push": .integer(8030...8030), "notification": notification, "mutable": .boolean,
        "app_badge": .either([.integer(0 ... .max), .text]),
    ])

    private static let notification = MessageShape.object([
        "title": .text, "body": .text, "lang": .text, "dir": .word(["auto", "ltr", "rtl"]), "navigate": .text,
        "tag": .text, "image": .text, "icon": .text, "badge": .text, "silent": .boolean, "renotify": .boolean,
        "requireInteraction": .boolean, "timestamp": .integer(0 ... .max),
        "vibrate": .either([.list(.integer(0 ... .max)), .integer(0 ... .max)]),
        "actions": .list(.object(["action": .text, "title": .text, "icon": .text, "navigate": .text])),
    ])
}
