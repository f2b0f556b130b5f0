import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// JSON Schema of operations' fields, as far as the profile narrows them.
extension OperationField {
    func schema(in context: FieldContext) -> JSONValue {
        isNullable ? kind.schema(in: context).orNull : kind.schema(in: context)
    }
}

extension FieldKind {
    func schema(in context: FieldContext) -> JSONValue {
        switch self {
        case .text(let most), .id(let most): TextSchema.plain(maxLength: most)
        case .label(let most): TextSchema.plain(minLength: 0, maxLength: most)
        case .notificationID: TextSchema.plain(maxLength: Self.longestID)
        case .deliveryID: TextSchema.matching("^[1-9][0-9]{0,17}$")
        case .deviceToken: Self.token(of: context.devicePlugins)
        case .choice(let values): .choice(values)
        case .named(let list): list.schema(in: context.profile, context.devicePlugins)
        case .categories: TextSchema.list(of: context.profile.categories.map(\.id))
        case .locale: TextSchema.matching(TextSchema.locale)
        case .timeZone: .choice(Self.zones)
        case .email: TextSchema.matching(TextSchema.email)
        case .phone: TextSchema.matching(TextSchema.phone)
        case .cursor: TextSchema.matching(TextSchema.cursor)
        case .feedCursor: TextSchema.matching(TextSchema.feedCursor)
        case .integer(let range): .integer(range)
        // More than there may be counts as that, however much it is.
        case .pageSize: .integer(1...Int.max)
        case .boolean: .flag
        case .instant: .instant
        case .deepLink: TextSchema.link(context.profile.deepLinks) ?? TextSchema.plain(maxLength: Self.longestURL)
        case .pictureURL: TextSchema.matching(SchemaPattern.secureURL)
        case .rate: TextSchema.matching("^[1-9][0-9]{0,3}/[1-9][0-9]{0,2}(s|m)$")
        case .channel: TextSchema.matching("^[a-z][a-z0-9-]{0,62}$")
        case .list(of: let kind, let most):
            ["type": "array", "maxItems": JSONValue(most), "items": kind.schema(in: context)]
        case .object(let fields): Self.object(fields, in: context)
        case .recipients:
            ["type": "array", "minItems": 1, "maxItems": JSONValue(Self.mostIDs), "items": Self.recipient]
        case .payload, .openObject: .anyObject
        }
    }

    /// Of a list where clients write one, and not one text with commas.
    func schemaOfList(in context: FieldContext) -> JSONValue {
        self == .categories ? .list(.choice(context.profile.categories.map(\.id))) : schema(in: context)
    }

    /// As the only plugin that reaches devices knows it.
    private static func token(of plugins: [ChannelDescriptor]) -> JSONValue {
        guard plugins.count == 1, case .deviceToken(_, let pattern)? = plugins.first?.address else {
            return TextSchema.plain(maxLength: longestToken)
        }
        return [
            "type": "string", "minLength": 1, "maxLength": JSONValue(longestToken),
            "pattern": .string(pattern ?? "^[!-~]*$"),
        ]
    }

    private static func object(_ fields: [OperationField], in context: FieldContext) -> JSONValue {
        let owner = context.profile.devices.owner
        let (sure, others) = (
            fields.filter { $0.isRequired(devicesOf: owner) }, fields.filter { !$0.isRequired(devicesOf: owner) }
        )
        return JSONValue.members(
            sure.map { ($0.name, $0.schema(in: context)) },
            optional: others.map { ($0.name, $0.schema(in: context)) }
        ).closed
    }

    /// A user, perhaps with what the sender knows of them.
    private static var recipient: JSONValue {
        let facts: [(String, JSONValue)] = [
            ("email", TextSchema.matching(TextSchema.email)), ("locale", TextSchema.matching(TextSchema.locale)),
            ("timeZone", .choice(zones)), ("phone", TextSchema.matching(TextSchema.phone)),
        ]
        let user = TextSchema.plain(maxLength: longestID)
        let object = JSONValue.members(["id": user], optional: facts.map { ($0.0, $0.1.orNull) })
        return ["anyOf": [user, object.closed]]
    }

    /// Some of the names there are: well-known ones, which no host is without.
    private static let zones = ["Etc/UTC", "Africa/Lagos", "America/New_York", "Asia/Riyadh", "Europe/Oslo"]
}

extension FieldKind.ProfileName {
    fileprivate func schema(in profile: TenantProfile, _ plugins: [ChannelDescriptor]) -> JSONValue {
        switch self {
        case .eventType: .choice(profile.events.map(\.id.rawValue))
        case .category: .choice(profile.categories.map(\.id))
        case .role:
            profile.subscriptions.roles.isEmpty
                ? TextSchema.plain(maxLength: FieldKind.longestRole) : .choice(profile.subscriptions.roles)
        case .devicePlugin: plugins.isEmpty ? TextSchema.plain() : .choice(plugins.map(\.id.rawValue))
        }
    }
}
