import CarillonModel

/// What Expo demands of a message object.
///
/// Source: Expo, “Message request format”.
enum ExpoMessageCheck {
    /// The first fault, as a message; nil for a good one.
    static func fault(in message: JSONObject) -> String? {
        for member in message.members {
            guard let rule = rules[member.name] else { return "\"\(member.name)\" is not allowed" }
            if !rule.accepts(member.value) { return "\"\(member.name)\" must be \(rule.expected)" }
        }
        return message["to"] == nil ? "\"to\" is required" : nil
    }

    /// `ExponentPushToken[…]` or `ExpoPushToken[…]`.
    static func isToken(_ text: String) -> Bool {
        var rest = text.utf8[...]
        guard let prefix = ["ExponentPushToken[", "ExpoPushToken["].first(where: { rest.starts(with: $0.utf8) }) else {
            return false
        }
        rest = rest.dropFirst(prefix.utf8.count)
        guard rest.last == UInt8(ascii: "]"), rest.count > 1 else { return false }
        return rest.dropLast().allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_")
        }
    }

    /// What counts against the 4,096 bytes: the texts and the data, whoever they are passed on to.
    static func size(of message: JSONObject) -> Int {
        message.members.reduce(0) { size, member in
            switch member.name {
            case "title", "subtitle", "body": size + (member.value.string?.utf8.count ?? 0)
            case "data": size + member.value.utf8.count
            default: size
            }
        }
    }

    private struct Rule: Sendable {
        let expected: String
        let accepts: @Sendable (JSONValue) -> Bool
    }

    private static let text = Rule(expected: "a string") { $0.string != nil }
    /// It goes on to APNs as `apns-collapse-id`.
    private static let collapse = Rule(expected: "a string of at most 64 bytes") { ($0.string?.utf8.count ?? 65) <= 64 }
    private static let optionalText = Rule(expected: "a string or null") { $0.string != nil || $0.isNull }
    private static let flag = Rule(expected: "a boolean") { $0.boolean != nil }
    private static let count = Rule(expected: "an integer of at least 0") { ($0.integer ?? -1) >= 0 }

    private static func choice(_ choices: [String]) -> Rule {
        Rule(expected: "one of \(choices.joined(separator: ", "))") { $0.string.map(choices.contains) ?? false }
    }

    private static let rules: [String: Rule] = [
        "to": Rule(expected: "a push token or a list of them") { value in
            value.string != nil || (value.array.map { !$0.isEmpty && $0.allSatisfy { $0.string != nil } } ?? false)
        },
        "contentAvailable": flag, "_contentAvailable": flag, "mutableContent": flag,
        "data": Rule(expected: "an object") { $0.object != nil },
        "title": text, "body": text, "subtitle": text, "targetContentId": text, "filterCriteria": text,
        "channelId": optionalText, "icon": text, "categoryId": text, "collapseId": collapse, "tag": text,
        "threadId": text,
        "ttl": count, "expiration": count, "badge": count,
        "priority": choice(["default", "normal", "high"]),
        "interruptionLevel": choice(["active", "critical", "passive", "time-sensitive"]),
        "sound": Rule(expected: "a string, null or an object") { $0.string != nil || $0.isNull || $0.object != nil },
        "relevanceScore": Rule(expected: "a number from 0 to 1") { value in
            if case .number(let text) = value, let score = Double(text) { (0...1).contains(score) } else { false }
        },
        "richContent": Rule(expected: "an object with an image") { value in
            value.object?.members.count == 1 && value["image"]?.string?.hasPrefix("https://") == true
        },
    ]
}
