import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// JSON Schema of the operations' fields, as far as the profile narrows them.
struct FieldSchemas: Sendable {
    let profile: TenantProfile
    let registry: ChannelRegistry

    func schema(of field: String, in operation: Operation) -> JSONValue {
        if let narrow = narrow(field, in: operation) ?? known(field) { return narrow }
        let input = operation.description(toggles: profile.toggles.map(\.name)).inputs.first { $0.name == field }
        switch input?.type ?? .text {
        case .text, .id, .names: return TextSchema.plain()
        case .integer: return ["type": "integer", "minimum": JSONValue(Int.min), "maximum": JSONValue(Int.max)]
        case .boolean: return .flag
        case .instant: return .instant
        case .list, .hostIDs: return .list(.anyText)
        case .object, .open: return .anyObject
        }
    }

    /// What means the same wherever it stands.
    private func known(_ field: String) -> JSONValue? {
        switch field {
        case "platform": .choice(Platform.allCases.map(\.rawValue))
        case "priority": .choice(Priority.allCases.map(\.rawValue))
        case "order": .choice(FeedOrder.allCases.map(\.rawValue))
        case "category": .choice(profile.categories.map(\.id))
        case "categories": TextSchema.list(of: profile.categories.map(\.id))
        // Above what a page holds it counts as that, however large it is.
        case "limit": ["type": "integer", "minimum": 1]
        case "cap":
            [
                "type": "integer", "minimum": JSONValue(OperationDescription.capRange.lowerBound),
                "maximum": JSONValue(OperationDescription.capRange.upperBound),
            ]
        case "page": ["type": "integer", "minimum": 1]
        case "pageIndex": .count
        case "offset": ["type": "integer", "minimum": 0, "maximum": 1_000_000_000]
        case "cursor": TextSchema.matching(TextSchema.cursor)
        case "token": token
        case "plugin": plugins.isEmpty ? nil : .choice(plugins.map(\.id.rawValue))
        case "subscriptions": ["type": "array", "maxItems": 500, "items": subscription]
        case "topic", "audience", "userId", "sessionId", "deviceId": TextSchema.plain(maxLength: 256)
        case "name": TextSchema.plain(minLength: 0, maxLength: 256)
        case "appVersion": TextSchema.plain(maxLength: 64)
        case "role":
            profile.subscriptions.roles.isEmpty
                ? TextSchema.plain(maxLength: 64) : .choice(profile.subscriptions.roles)
        case "locale": TextSchema.matching(TextSchema.locale)
        case "timeZone": .choice(Self.zones)
        case "email": TextSchema.matching(TextSchema.email)
        case "phone": TextSchema.matching(TextSchema.phone)
        case "badgeIncrement": ["type": "integer", "minimum": 0, "maximum": 1000]
        case "sound": ["anyOf": [TextSchema.plain(), ["type": "null"]]]
        case "deepLink": TextSchema.link(profile.deepLinks)
        case "imageUrl": ["type": "string", "pattern": .string(SchemaPattern.secureURL)]
        default: nil
        }
    }

    private func narrow(_ field: String, in operation: Operation) -> JSONValue? {
        switch (field, operation) {
        case ("cursor", .notificationsList): TextSchema.matching(TextSchema.feedCursor)
        case ("ids", .deliveriesRedriveFailed): list(of: TextSchema.matching(Self.delivery))
        case ("ids", _): list(of: TextSchema.plain(maxLength: 256))
        case ("types", _): list(of: .choice(profile.events.map(\.id.rawValue)))
        case ("type", .campaignsCreate), ("type", .notificationsSend): .choice(profile.events.map(\.id.rawValue))
        case ("id", .campaignsCreate): TextSchema.plain(maxLength: 64)
        case ("id", .campaignsGet), ("id", .campaignsPause), ("id", .campaignsResume), ("id", .campaignsCancel):
            TextSchema.plain(maxLength: 256)
        case ("id", .deliveriesRedrive): TextSchema.matching(Self.delivery)
        case ("name", .campaignsCreate): TextSchema.plain(maxLength: 200)
        case ("rate", _): TextSchema.matching("^[1-9][0-9]{0,3}/[1-9][0-9]{0,2}(s|m)$")
        case ("channel", _): TextSchema.matching("^[a-z][a-z0-9-]{0,62}$")
        case ("code", .deliveriesFailed), ("code", .deliveriesRedriveFailed): TextSchema.plain(maxLength: 256)
        case ("token", .sessionsStart), ("token", .sessionsUpdate), ("token", .sessionsLogin):
            ["anyOf": [token, ["type": "null"]]]
        default: nil
        }
    }

    private static let delivery = "^[1-9][0-9]{0,17}$"

    private func list(of element: JSONValue) -> JSONValue {
        ["type": "array", "maxItems": 100, "items": element]
    }

    private var subscription: JSONValue {
        let others = ["types", "role", "deviceId"].map { ($0, schema(of: $0, in: .subscriptionsAdd)) }
        return .members(["topic": TextSchema.plain(maxLength: 256)], optional: others).closed
    }

    /// Some of the names there are: well-known ones, which no host is without.
    static let zones = ["Etc/UTC", "Africa/Lagos", "America/New_York", "Asia/Riyadh", "Europe/Oslo"]

    // MARK: devices

    private var plugins: [ChannelDescriptor] {
        let all = Set(profile.channels.map(\.plugin)).sorted { $0.rawValue < $1.rawValue }
        return all.compactMap { registry[$0]?.descriptor }.filter { descriptor in
            if case .deviceToken = descriptor.address { true } else { false }
        }
    }

    /// As the only plugin that reaches devices knows it.
    private var token: JSONValue {
        guard plugins.count == 1, case .deviceToken(_, let pattern)? = plugins.first?.address else {
            return TextSchema.plain(maxLength: 4096)
        }
        return [
            "type": "string", "minLength": 1, "maxLength": 4096,
            "pattern": .string(pattern ?? "^[!-~]*$"),
        ]
    }
}
