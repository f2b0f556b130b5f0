import CarillonPluginKit

extension ExpoMessage {
    /// What Expo takes in a message, which a tenant's `message` is checked against.
    ///
    /// Expo refuses a message with another name; the recipient is never the tenant's affair, and is left out.
    ///
    /// Source: Expo, “Send notifications with the Expo Push Service”, message request format; `ExpoPushMessage` of its SDK.
    static let shape = MessageShape.closedObject([
        "to": .anything,
        "title": .text, "subtitle": .text, "body": .text, "data": .object([:]), "ttl": .integer(0 ... .max),
        "expiration": .integer(0 ... .max), "priority": .word(["default", "normal", "high"]),
        "sound": .either([.object(["critical": .boolean, "name": .text, "volume": .number(0...1)]), .text]),
        "badge": .integer(0 ... .max), "channelId": .text, "categoryId": .text, "icon": .text, "tag": .text,
        "collapseId": .form(.bytes(atMost: 64)), "mutableContent": .boolean, "contentAvailable": .boolean,
        "_contentAvailable": .boolean,
        "interruptionLevel": .word(["active", "critical", "passive", "time-sensitive"]),
        "richContent": .closedObject(["image": .form(.httpsURL)]), "targetContentId": .text, "filterCriteria": .text,
        "threadId": .text, "relevanceScore": .number(0...1),
    ])
}
