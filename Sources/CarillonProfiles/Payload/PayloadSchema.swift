public import CarillonModel

extension EventType {
    /// The payload as JSON Schema 2020-12, for those who write senders; words that they bring are in one of `locales`.
    public func payloadSchema(locales: Locales) -> JSONValue {
        var properties = JSONObject()
        for field in payload {
            var property = field.type.jsonSchema(locales: locales).object ?? JSONObject()
            property["description"] = field.description.map { .string($0) }
            if !field.examples.isEmpty { property["examples"] = .array(field.examples) }
            properties[field.name] = .object(property)
        }
        var document = JSONObject([
            .init("$schema", "https://json-schema.org/draft/2020-12/schema"), .init("title", .string(id.rawValue)),
        ])
        if !summary.isEmpty { document["description"] = .string(summary) }
        document["type"] = "object"
        document["properties"] = .object(properties)
        let required = payload.filter { !$0.isOptional }.map { JSONValue.string($0.name) }
        if !required.isEmpty { document["required"] = .array(required) }
        document["additionalProperties"] = false
        return .object(document)
    }
}

extension PayloadType {
    fileprivate func jsonSchema(locales: Locales) -> JSONValue {
        switch self {
        case .text(let length): ["type": "string", "maxLength": JSONValue(length)]
        case .slug: ["type": "string", "pattern": .string("^[A-Za-z0-9_-]{1,\(Self.slugLength)}$")]
        case .integer(let range): Self.integer(range)
        case .decimal: ["type": ["string", "number"], "pattern": .string(Self.decimalPattern)]
        case .money: Self.moneySchema
        case .boolean: ["type": "boolean"]
        case .choice(let values): ["enum": .array(values.map { .string($0) })]
        case .uuid: ["type": "string", "format": "uuid"]
        case .url: ["type": "string", "format": "uri", "pattern": "^https?://", "maxLength": JSONValue(Self.urlLength)]
        case .email: ["type": "string", "format": "idn-email", "maxLength": JSONValue(Self.emailLength)]
        case .instant: ["type": "string", "format": "date-time"]
        case .date: ["type": "string", "format": "date"]
        case .list(let element, let count):
            ["type": "array", "items": element.jsonSchema(locales: locales), "maxItems": JSONValue(count)]
        case .localizedText(let length):
            [
                "type": "object", "minProperties": 1,
                "propertyNames": ["enum": .array(locales.supported.map { .string($0.rawValue) })],
                "additionalProperties": ["type": "string", "maxLength": JSONValue(length)],
            ]
        }
    }

    private static func integer(_ range: ClosedRange<Int64>) -> JSONValue {
        var object = JSONObject([.init("type", "integer")])
        object["minimum"] = JSONValue(range.lowerBound)
        object["maximum"] = JSONValue(range.upperBound)
        return .object(object)
    }

    private static let decimalPattern = #"^-?(0|[1-9][0-9]*)(\.[0-9]+)?$"#

    private static var moneySchema: JSONValue {
        [
            "type": "object",
            "properties": [
                "value": ["type": "string", "pattern": .string(decimalPattern)], "minor": ["type": "integer"],
                "currency": ["type": "string", "pattern": "^[A-Za-z0-9]{3,12}$"],
            ],
            "required": ["currency"], "oneOf": [["required": ["value"]], ["required": ["minor"]]],
            "additionalProperties": false,
        ]
    }
}
