import CarillonModel
import CarillonPluginKit

/// Expo's message object, made from ours.
enum ExpoMessage {
    /// The tenant's skeleton is merged last, over everything but the recipient.
    static func json(of message: OutgoingMessage, _ cryptography: any Cryptography) -> JSONValue {
        guard case .object(let content) = content(of: message, cryptography) else { return .object(JSONObject()) }
        return .object(JSONObject([.init("to", .string(message.address))] + content.members))
    }

    /// The whole object as it is sent, with room for any recipient.
    ///
    /// What Expo counts is the payload it builds for the provider, which comes close to it.
    static func size(of message: OutgoingMessage) -> Int {
        content(of: message, nil).utf8.count + #""to":"","#.utf8.count + longestToken
    }

    /// Today's have 41 bytes.
    private static let longestToken = 64

    /// - Parameter cryptography: nil where only the size counts; then a collapse key is unchanged.
    static func content(of message: OutgoingMessage, _ cryptography: (any Cryptography)?) -> JSONValue {
        var object = message.isSilent ? JSONObject([.init("contentAvailable", true)]) : texts(of: message)
        if !message.data.isEmpty { object["data"] = .object(message.data) }
        object["priority"] = message.priority == .high && !message.isSilent ? "high" : "normal"
        object["collapseId"] = message.collapseKey.map { key in
            // Expo hands it on to APNs, which takes 64 bytes.
            .string(cryptography.map { CollapseName.fitting(key, limit: 64, $0) } ?? key)
        }
        object["expiration"] = message.expiresAt.map { JSONValue($0.epochMilliseconds.floorDivided(by: 1000)) }
        guard let skeleton = message.skeleton else { return .object(object) }
        guard case .object(var merged) = JSONValue.object(object).merging(skeleton) else { return .object(object) }
        merged["to"] = nil
        if message.isSilent {
            for name in visible { merged[name] = nil }
        }
        return .object(merged)
    }

    /// What no skeleton may give a silent message: any one of these would show it, without text.
    private static let visible = [
        "title", "subtitle", "body", "sound", "badge", "channelId", "icon", "categoryId", "tag", "richContent",
        "mutableContent", "interruptionLevel",
    ]

    /// What makes a visible notification.
    private static func texts(of message: OutgoingMessage) -> JSONObject {
        var object = JSONObject()
        for name in ["title", "subtitle", "body"] {
            object[name] = message.slots[name].flatMap { $0.isEmpty ? nil : JSONValue.string($0) }
        }
        object["sound"] = message.sound.map(JSONValue.string)
        object["badge"] = message.badge.map { JSONValue($0) }
        object["channelId"] = message.androidChannel.map(JSONValue.string)
        object["icon"] = message.icon.map(JSONValue.string)
        // `collapseId` replaces a shown notification on iOS only; on Android this does.
        object["tag"] = message.collapseKey.map(JSONValue.string)
        object["categoryId"] = message.category.map(JSONValue.string)
        if let image = message.imageURL ?? message.slots["image"], !image.isEmpty {
            object["richContent"] = ["image": .string(image)]
            // On iOS, the app's extension that fetches it isn't woken without.
            object["mutableContent"] = true
        }
        return object
    }
}
