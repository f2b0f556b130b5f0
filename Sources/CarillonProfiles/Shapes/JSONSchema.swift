public import CarillonModel
public import CarillonPluginKit

/// The files of a tenant that have a schema.
public enum TenantFileKind: String, Sendable, CaseIterable {
    case profile
    case events
    case templates
    case contract
    case channel

    /// JSON Schema 2020-12, generated from the declarations that the checker uses.
    ///
    /// Only `carillon validate` checks what a schema can't express: references between files, plural forms, sizes.
    ///
    /// - Parameter channels: the plugins that `use` may name; their settings are then described as well.
    public func jsonSchema(channels: [ChannelDescriptor]) -> JSONValue {
        var writer = SchemaWriter(channels: channels)
        var document = JSONObject([
            .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
            .init("title", .string(summary)),
        ])
        for member in writer.schema(of: shape).object?.members ?? [] { document[member.name] = member.value }
        if !writer.definitions.isEmpty { document["$defs"] = .object(writer.definitions) }
        return .object(document)
    }

    private var shape: Shape {
        switch self {
        case .profile: .profile
        case .events: .events
        case .templates: .templates
        case .contract: .contract
        case .channel: .channelFile
        }
    }

    /// A one-line summary for people.
    public var summary: String {
        switch self {
        case .profile: "profile.json: who the tenant is"
        case .events: "events.json: what can happen"
        case .templates: "templates/<locale>.json: the words"
        case .contract: "contract.json: the tenant's own HTTP API"
        case .channel: "channels/<id>.json: a way of delivering"
        }
    }
}

/// Writes shapes as JSON Schema.
private struct SchemaWriter {
    private let channels: [ChannelDescriptor]
    private(set) var definitions = JSONObject()

    init(channels: [ChannelDescriptor]) {
        self.channels = channels
    }

    mutating func schema(of shape: Shape) -> JSONValue {
        switch shape {
        case .text(let text): return Self.schema(of: text)
        case .choice(let values): return ["enum": .array(values.map { .string($0) })]
        case .integer(let range): return Self.integer(range)
        case .boolean: return ["type": "boolean"]
        case .list(let element, let count):
            var object = JSONObject([.init("type", "array"), .init("items", schema(of: element))])
            if count.lowerBound > 0 { object["minItems"] = JSONValue(count.lowerBound) }
            object["maxItems"] = JSONValue(count.upperBound)
            return .object(object)
        case .map(let key, let value):
            return .object(
                JSONObject([
                    .init("type", "object"), .init("propertyNames", Self.schema(of: key)),
                    .init("additionalProperties", schema(of: value)),
                ])
            )
        case .object(let object): return schema(of: object)
        case .tagged(let tagged): return schema(of: tagged)
        case .either(let shapes): return ["anyOf": .array(shapes.map { schema(of: $0) })]
        case .slotGroup:
            if definitions["slots"] == nil {
                definitions["slots"] = true
                definitions["slots"] = slots(allowsGroups: true)
            }
            return ["$ref": "#/$defs/slots"]
        case .anyObject: return ["type": "object"]
        case .anything: return true
        }
    }

    private mutating func schema(of shape: ObjectShape) -> JSONValue {
        var object = objectSchema(shape.members, rest: shape.rest)
        if !shape.exactlyOneOf.isEmpty {
            object["oneOf"] = .array(shape.exactlyOneOf.map { ["required": [.string($0)]] })
        }
        return .object(object)
    }

    private mutating func schema(of shape: TaggedShape) -> JSONValue {
        let cases = shape.cases.map { tag, members in
            var object = objectSchema(members + shape.common, rest: nil)
            let constant: JSONValue = ["const": .string(tag), "description": .string(shape.description)]
            let properties = object["properties"]?.object?.members ?? []
            object["properties"] = .object(JSONObject([.init(shape.tag, constant)] + properties))
            let required = object["required"]?.array ?? []
            object["required"] = .array([.string(shape.tag)] + required)
            return JSONValue.object(object)
        }
        return ["oneOf": .array(cases)]
    }

    private mutating func objectSchema(_ members: [MemberShape], rest: ObjectShape.Rest?) -> JSONObject {
        var properties = JSONObject()
        for member in members {
            var property = schema(of: member.shape)
            if member.name == "channels", case .map(let key, .object(let binding)) = member.shape, !channels.isEmpty,
                binding.member("use") != nil
            {
                property = [
                    "type": "object", "propertyNames": Self.schema(of: key), "additionalProperties": uses(binding),
                ]
            }
            if case .object(var object) = property {
                object["description"] = .string(member.description)
                object["examples"] = [member.example]
                property = .object(object)
            } else {
                property = ["description": .string(member.description), "examples": [member.example]]
            }
            properties[member.name] = property
        }
        var object = JSONObject([.init("type", "object"), .init("properties", .object(properties))])
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { object["required"] = .array(required) }
        object["additionalProperties"] = rest.map { schema(of: $0.value) } ?? false
        return object
    }

    /// One case for each plugin, because `use` decides on the settings.
    private mutating func uses(_ binding: ObjectShape) -> JSONValue {
        let common = objectSchema(binding.members, rest: nil)
        let cases = channels.map { channel -> JSONValue in
            var properties = common["properties"]?.object ?? JSONObject()
            properties["use"] = ["const": .string(channel.id.rawValue), "description": .string(channel.summary)]
            properties["settings"] = channel.settingsSchema
            if !channel.takesSkeleton { properties["message"] = false }
            var object = common
            object["properties"] = .object(properties)
            let needsSettings = channel.fields.contains(where: \.isRequired)
            object["required"] = needsSettings ? ["use", "settings"] : ["use"]
            return .object(object)
        }
        return ["oneOf": .array(cases + [.object(declared(common))])]
    }

    /// A channel that a file declares: its settings are known to `carillon validate` only.
    private func declared(_ common: JSONObject) -> JSONObject {
        var properties = common["properties"]?.object ?? JSONObject()
        var use = properties["use"]?.object ?? JSONObject()
        use["not"] = ["enum": .array(channels.map { .string($0.id.rawValue) })]
        properties["use"] = .object(use)
        properties["message"] = false
        var object = common
        object["properties"] = .object(properties)
        return object
    }

    /// Texts, `{match, when}`, or one level of groups.
    private mutating func slots(allowsGroups: Bool) -> JSONValue {
        var options = [schema(of: Shape.plainText), schema(of: .object(Shape.selection))]
        if allowsGroups {
            var group = slots(allowsGroups: false).object ?? JSONObject()
            group["not"] = ["required": ["match"]]
            options.append(.object(group))
        }
        return .object(
            JSONObject([
                .init("type", "object"), .init("propertyNames", Self.schema(of: .slotOrNote)),
                .init("additionalProperties", ["anyOf": .array(options)]),
            ])
        )
    }

    private static func schema(of text: TextShape) -> JSONValue {
        if !text.candidates.isEmpty { return ["enum": .array(text.candidates.map { .string($0) })] }
        var object = JSONObject([.init("type", "string")])
        object["pattern"] = text.pattern.map { .string($0) }
        return .object(object)
    }

    private static func integer(_ range: ClosedRange<Int>) -> JSONValue {
        var object = JSONObject([.init("type", "integer")])
        if range.lowerBound != .min { object["minimum"] = JSONValue(range.lowerBound) }
        if range.upperBound != .max { object["maximum"] = JSONValue(range.upperBound) }
        return .object(object)
    }
}
