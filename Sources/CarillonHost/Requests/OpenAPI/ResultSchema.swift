import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// JSON Schema of what operations give, made of their specifications: for the answers of the host's own routes, and for
/// what contracts' templates make of results.
struct ResultSchema: Sendable {
    let profile: TenantProfile
    let registry: ChannelRegistry
    /// Fields that every request fills: what the result repeats of them is always there.
    var filled: Set<String> = []
    /// Whether requests may ask for pages by cursor; those aren't counted.
    var hasCursor = true
    /// Whether it is what contracts see.
    var isOfContract = false
    /// All error codes that clients may get.
    var codes: [JSONValue] = []

    func schema(of shape: ResultShape) -> JSONValue {
        switch shape {
        case .text: .anyText
        case .reference: ["type": "string", "format": "uri-reference"]
        case .integer: .count
        case .boolean: .flag
        case .choice(let values): .choice(values)
        case .instant: .instant
        case .list(let element): .list(schema(of: element))
        case .object(let members): object(members)
        case .open: .anyObject
        case .content: content
        case .errorCode: errorCode
        }
    }

    func object(_ members: [ResultShape.Member]) -> JSONValue {
        let there = members.filter { isOfContract || $0.presence != .inContracts }
        return .members(
            there.filter(isSure).map { ($0.name, schema(of: $0)) },
            optional: there.filter { !isSure($0) }.map { ($0.name, schema(of: $0)) }
        )
    }

    private func schema(of member: ResultShape.Member) -> JSONValue {
        let schema = schema(of: member.shape)
        guard member.isNullable, let type = schema["type"], var object = schema.object else { return schema }
        object["type"] = [type, "null"]
        return .object(object)
    }

    private func isSure(_ member: ResultShape.Member) -> Bool {
        switch member.presence {
        case .always, .inContracts: true
        case .whereKnown, .sometimes: false
        case .whereSaid: filled.contains(member.name)
        case .whereDevicesHaveOwners: profile.devices.owner != .subscription
        case .whereCounted: !hasCursor
        case .whereCategorized: profile.events.allSatisfy { $0.category != nil }
        case .whereWritten: isWritten(member.name, in: profile.locales.supported)
        }
    }

    /// A text, a number, or either: as the contract's codes are.
    private var errorCode: JSONValue {
        let texts = codes.filter { $0.string != nil }.count
        if texts == codes.count { return .anyText }
        return texts == 0 ? ["type": "integer"] : ["type": ["integer", "string"]]
    }

    // MARK: texts

    /// The slots that the feed shows, by language; of languages, those are sure that have a sure slot.
    private var content: JSONValue {
        let languages = profile.locales.supported.map { locale -> (name: String, texts: JSONValue, isSure: Bool) in
            let sure = Self.slots.filter { isWritten($0, in: [locale]) }
            let others = Self.slots.filter { !sure.contains($0) }
            let texts = JSONValue.members(
                sure.map { ($0, JSONValue.anyText) },
                optional: others.map { ($0, JSONValue.anyText) }
            )
            return (locale.rawValue, texts, !sure.isEmpty)
        }
        return .members(
            languages.filter(\.isSure).map { ($0.name, $0.texts) },
            optional: languages.filter { !$0.isSure }.map { ($0.name, $0.texts) }
        )
    }

    private static let slots = ["title", "subtitle", "body", "action", "image"]

    /// Whether every event type in the feed has a text for a slot in these languages.
    private func isWritten(_ slot: String, in locales: [LocaleTag]) -> Bool {
        let feeds = profile.feedChannels(registry: registry)
        return profile.events.allSatisfy { event in
            feeds.filter { event.channels.contains($0.id) || !$0.fallbackFor.isEmpty }.allSatisfy { feed in
                locales.allSatisfy {
                    profile.messages.text(event.id, channel: feed.id, slot: slot, locale: $0) != nil
                }
            }
        }
    }
}
