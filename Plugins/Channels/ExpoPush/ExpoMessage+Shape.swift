import CarillonPluginKit

extension ExpoMessage {
    /// What Expo takes in a message, which a tenant's `message` is checked against.
    ///
    /// Source: Expo, “Send notifications with the Expo Push Service”, message request format; `ExpoPushMessage` of its SDK.
    static let shape = MessageShape.object([
        "title": .text, "subtitle": .text, "body": .text, "data": .object([:]), "ttl": .integer(0 ... .max),
        "expiration": .integer(0 ... .max), "priority": .word(["default", "normal", "high"]),
        "sound": .either([.object(["critical": .boolean, "name": .text, "volume": .number(0...1)]), .text]),
        "badge": .integer(0 ... .max), "channelId": .text, "categoryId": .text, "icon": .text, "tag": .text,
        "collapseId": .text, "mutableContent": .boolean, "contentAvailable": .boolean, "_contentAvailable": .boolean,
        "interruptionLevel": .word(["active", "critical", "passive", "time-sensitive"]),
        "richContent": .object(["image": .text]),
    ])
}
