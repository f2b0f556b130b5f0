package import CarillonModel
import CarillonPluginKit
import MessageFormat

/// Words that apps make themselves, and what they need for them.
extension ClientProfile {
    static let device = ResultShape.Member.object(
        "device",
        [
            .open("tables", "What the app fills, by name.", ["projects": ["members": ["name"], "ignoreCase": false]]),
            .open("terms", "Names that texts share, by language.", ["en": ["product": "Acme"]]),
        ],
        "For words that the device makes."
    )

    /// Nil where the device makes no words.
    var device: JSONValue? {
        guard profile.device.rendersWords else { return nil }
        let tables = profile.device.tables.map { table -> JSONObject.Member in
            .init(
                table.name,
                ["members": .array(table.members.map { .string($0) }), "ignoreCase": .boolean(table.ignoresCase)]
            )
        }
        let terms = profile.locales.supported.compactMap { locale -> JSONObject.Member? in
            let terms = profile.messages.terms(locale: locale).sorted { $0.key < $1.key }
            guard !terms.isEmpty else { return nil }
            return .init(locale.rawValue, .object(JSONObject(terms.map { .init($0.key, .string($0.value)) })))
        }
        return ["tables": .object(JSONObject(tables)), "terms": .object(JSONObject(terms))]
    }

    func addWords(of event: EventType, to json: inout JSONObject) {
        guard profile.device.rendersWords,
            let channel = profile.pushChannels(registry).first(where: { event.channels.contains($0.binding.id) })
        else { return }
        var used: Set<String> = []
        let texts = profile.locales.supported.compactMap { locale -> JSONObject.Member? in
            let slots = channel.descriptor.slots.compactMap { slot -> JSONObject.Member? in
                let id = channel.binding.id
                // Only what is written in the language itself: a device goes through its reader's languages as the host does.
                guard
                    let text = profile.messages.text(event.id, channel: id, slot: slot.name, locale: locale),
                    text.isSound
                else { return nil }
                used.formUnion(text.message.introspection.arguments.map(\.name))
                return .init(slot.name, .string(text.source))
            }
            return slots.isEmpty ? nil : .init(locale.rawValue, .object(JSONObject(slots)))
        }
        json["words"] = .object(JSONObject(texts))
        let fields = event.payload.filter { used.contains($0.name) || used.contains($0.name + ".present") }
        json["arguments"] = .object(
            JSONObject(fields.map { .init($0.name, .string($0.type.name + ($0.isOptional ? "?" : ""))) })
        )
        let found = fields.compactMap { profile.device.field($0.name, of: event) }.filter { !event.carries($0.name) }
        guard !found.isEmpty else { return }
        json["device"] = ["fields": .object(JSONObject(found.map { .init($0.name, $0.ways) }))]
    }
}

extension DeviceSettings.Field {
    /// The list of its ways, with what is left to their defaults, as apps get it.
    package var ways: JSONValue { .array(finders.map(\.json)) }
}

extension DeviceSettings.Finder {
    fileprivate var json: JSONValue {
        switch self {
        case .lookup(let lookup): lookup.json
        case .shorten(let field, let head, let tail):
            ["shorten": .string(field), "head": JSONValue(Int64(head)), "tail": JSONValue(Int64(tail))]
        case .scale(let field, .fixed(let digits)): ["scale": .string(field), "digits": JSONValue(Int64(digits))]
        case .scale(let field, .lookup(let lookup)): ["scale": .string(field), "digits": lookup.json]
        case .incomplete: [:]
        }
    }
}

extension DeviceSettings.Lookup {
    fileprivate var json: JSONValue {
        var json = JSONObject([
            .init("lookup", .string(table)), .init("key", .string(key)), .init("member", .string(member)),
        ])
        json["default"] = fallback.map { .string($0.source) }
        return .object(json)
    }
}

extension TenantProfile {
    /// The channels that reach devices, with what their plugins say of themselves.
    func pushChannels(_ registry: ChannelRegistry) -> [(binding: ChannelBinding, descriptor: ChannelDescriptor)] {
        channels.compactMap { binding in
            guard let descriptor = registry[binding.plugin]?.descriptor else { return nil }
            if case .deviceToken = descriptor.address { return (binding, descriptor) }
            return nil
        }
    }
}

extension EventType {
    /// Whether a member of ``data`` is this field and nothing else, so that a device knows it.
    func carries(_ field: String) -> Bool {
        guard case .object(let members) = data else { return false }
        return members.contains { member in
            if case .text(let text) = member.value { text.onlyField?.steps == [field] } else { false }
        }
    }
}
