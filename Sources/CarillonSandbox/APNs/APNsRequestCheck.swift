import CarillonModel

/// What APNs demands of path, headers and payload.
///
/// Source: Apple, “Sending notification requests to APNs”.
enum APNsRequestCheck {
    /// The device token of the path; an empty one, or one that isn't hexadecimal, has its own reason.
    static func token(inPath path: String) throws(APNsFault) -> String {
        guard path == "/3/device" || path.hasPrefix("/3/device/") else { throw "BadPath" }
        let token = path.dropFirst("/3/device/".count)
        guard !token.isEmpty else { throw "MissingDeviceToken" }
        guard token.utf8.count % 2 == 0, token.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw "BadDeviceToken"
        }
        return String(token)
    }

    /// The topic, where every header is as it should be.
    static func topic(in request: SandboxRequest) throws(APNsFault) -> String {
        for name in ["authorization", "apns-id", "apns-topic", "apns-priority", "apns-expiration", "apns-collapse-id"]
        where request.values(of: name).count > 1 {
            throw "DuplicateHeaders"
        }
        if let id = request.value(of: "apns-id"), !isUUID(id) { throw "BadMessageId" }
        if let collapse = request.value(of: "apns-collapse-id"), !(1...64).contains(collapse.utf8.count) {
            throw "BadCollapseId"
        }
        if let expiration = request.value(of: "apns-expiration"), (Int64(expiration) ?? -1) < 0 {
            throw "BadExpirationDate"
        }
        let type = request.value(of: "apns-push-type")
        if let type, suffixes[type] == nil { throw "InvalidPushType" }
        let priority = request.value(of: "apns-priority") ?? "10"
        guard ["1", "5", "10"].contains(priority), type != "background" || priority != "10" else { throw "BadPriority" }
        guard let topic = request.value(of: "apns-topic"), !topic.isEmpty else { throw "MissingTopic" }
        if let type, let suffix = suffixes[type], !topic.hasSuffix(suffix) { throw "BadTopic" }
        return topic
    }

    /// The payload, where it may be sent like that.
    static func payload(of request: SandboxRequest) throws(APNsFault) -> JSONValue {
        let type = request.value(of: "apns-push-type")
        guard !request.body.isEmpty else { throw "PayloadEmpty" }
        guard request.body.count <= (type == "voip" ? 5120 : 4096) else { throw "PayloadTooLarge" }
        // Apple documents no reason for text that isn't JSON.
        guard let payload = try? JSONValue(parsing: request.body), let system = payload["aps"]?.object else {
            throw "PayloadEmpty"
        }
        guard areSound(system) else { throw "PayloadEmpty" }
        if type == "background", system["content-available"] != 1 || system["alert"] != nil { throw "InvalidPushType" }
        return payload
    }

    private static func areSound(_ system: JSONObject) -> Bool {
        system.members.allSatisfy { member in
            switch member.name {
            case "alert": member.value.string != nil || member.value.object != nil
            case "badge": (member.value.integer ?? -1) >= 0
            case "sound": member.value.string != nil || member.value.object != nil
            case "content-available", "mutable-content": member.value == 1
            case "thread-id", "category", "target-content-id": member.value.string != nil
            case "interruption-level":
                ["passive", "active", "time-sensitive", "critical"].contains(member.value.string ?? "")
            default: true
            }
        }
    }

    /// What a push type's topic ends with.
    private static let suffixes = [
        "alert": "", "background": "", "mdm": "", "voip": ".voip", "complication": ".complication",
        "fileprovider": ".pushkit.fileprovider", "location": ".location-query",
        "liveactivity": ".push-type.liveactivity", "widgets": ".push-type.widgets", "controls": ".push-type.controls",
        "pushtotalk": ".voip-ptt",
    ]

    /// Canonical and lower-case.
    private static func isUUID(_ text: String) -> Bool {
        text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count) == [8, 4, 4, 4, 12]
            && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) || $0 == UInt8(ascii: "-") }
    }
}

/// A reason of APNs'.
struct APNsFault: Error, Hashable, ExpressibleByStringLiteral {
    let reason: String
    init(stringLiteral value: String) { reason = value }
}
