public import CarillonModel

extension EventType {
    /// The schema of payloads that a tenant's senders may send.
    public func payloadSchema(in profile: TenantProfile) -> JSONValue {
        payloadSchema(
            locales: profile.locales,
            stripsTags: profile.policies.stripsTags,
            reserved: ReservedDataNames(of: self, in: profile)
        )
    }

    /// The payload as JSON Schema 2020-12, for developers of senders.
    ///
    /// It describes exactly what ``PayloadReader`` accepts.
    ///
    /// - Parameters:
    ///   - locales: the languages that localized texts may have.
    ///   - stripsTags: whether markup and control characters are removed from texts instead of being refused.
    ///   - reserved: names that maps must not have.
    public func payloadSchema(
        locales: Locales,
        stripsTags: Bool = false,
        reserved: ReservedDataNames = ReservedDataNames()
    ) -> JSONValue {
        let types = PayloadTypeSchema(locales: locales, stripsTags: stripsTags, reserved: reserved)
        var properties = JSONObject()
        for field in payload {
            var schema = types.schema(of: field.type).object ?? JSONObject()
            if field.name == imageField?.name { schema["pattern"] = .string(SchemaPattern.secureWebURL) }
            var property = field.isRequired ? schema : schema.orNull
            property["default"] = field.defaultValue
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
        let required = payload.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { document["required"] = .array(required) }
        document["additionalProperties"] = false
        return .object(document)
    }
}

/// Writes JSON Schema for a payload's values.
private struct PayloadTypeSchema {
    let locales: Locales
    let stripsTags: Bool
    let reserved: ReservedDataNames

    func schema(of type: PayloadType) -> JSONValue {
        switch type {
        case .text(let length): text(length, stripsTags ? nil : SchemaPattern.noControls)
        case .slug: ["type": "string", "pattern": .string("^\(SchemaPattern.slug)$")]
        case .path: ["type": "string", "pattern": .string("^\(SchemaPattern.path)$")]
        case .integer(let range): Self.integer(range)
        case .decimal: ["type": ["string", "number"], "pattern": .string(SchemaPattern.decimal)]
        case .money: Self.money
        case .boolean: ["type": "boolean"]
        case .choice(let values): ["enum": .array(values.map { .string($0) })]
        case .uuid: ["type": "string", "format": "uuid"]
        case .url(let length): Self.url(length)
        case .email: ["type": "string", "format": "idn-email", "maxLength": JSONValue(PayloadType.emailLength)]
        case .instant: ["type": "string", "format": "date-time"]
        case .date: ["type": "string", "format": "date"]
        case .list(let element, let count):
            ["type": "array", "items": schema(of: element), "maxItems": JSONValue(count)]
        case .map(let length, let count):
            [
                "type": "object", "maxProperties": JSONValue(count), "propertyNames": reserved.schema,
                "additionalProperties": text(length, stripsTags ? nil : SchemaPattern.noControls),
            ]
        case .localizedText(let length):
            [
                "type": "object", "minProperties": 1,
                "propertyNames": ["enum": .array(locales.supported.map { .string($0.rawValue) })],
                "additionalProperties": text(length, SchemaPattern.visibleText(strippingTags: stripsTags)),
            ]
        }
    }

    private func text(_ length: Int, _ pattern: String?) -> JSONValue {
        var object = JSONObject([.init("type", "string"), .init("maxLength", JSONValue(length))])
        object["pattern"] = pattern.map { .string($0) }
        return .object(object)
    }

    /// Without `format`, because `uri` forbids brackets in a path, which browsers accept.
    ///
    /// Without a length where it would be the longest possible one, which readers would take for a limit of the host.
    private static func url(_ length: Int) -> JSONValue {
        var object = JSONObject([.init("type", "string"), .init("pattern", .string(SchemaPattern.webURL))])
        if length < PayloadType.urlLength { object["maxLength"] = JSONValue(length) }
        return .object(object)
    }

    private static func integer(_ range: ClosedRange<Int64>) -> JSONValue {
        ["type": "integer", "minimum": JSONValue(range.lowerBound), "maximum": JSONValue(range.upperBound)]
    }

    /// Only known currencies, because their number of minor units must be known.
    private static let money: JSONValue = [
        "oneOf": [
            amount(
                "value",
                ["type": "string", "pattern": .string(SchemaPattern.decimal)],
                currency: "^[A-Za-z0-9][A-Za-z0-9._-]{0,23}$"
            ),
            amount("minor", integer(Int64.min...Int64.max), currency: "^[A-Z]{3}$"),
        ]
    ]

    private static func amount(_ name: String, _ schema: JSONValue, currency: String) -> JSONValue {
        let properties = [
            JSONObject.Member(name, schema),
            JSONObject.Member("currency", ["type": "string", "pattern": .string(currency)]),
        ]
        return [
            "type": "object", "properties": .object(JSONObject(properties)),
            "required": [.string(name), "currency"], "additionalProperties": false,
        ]
    }
}

extension JSONObject {
    /// Null means absent where a field is optional.
    fileprivate var orNull: JSONObject {
        var schema = self
        if let values = schema["enum"]?.array { schema["enum"] = .array(values + [.null]) }
        if let cases = schema["oneOf"]?.array { schema["oneOf"] = .array(cases + [["type": "null"]]) }
        switch schema["type"] {
        case .array(let types): schema["type"] = .array(types + ["null"])
        case .some(let type): schema["type"] = .array([type, "null"])
        case nil: break
        }
        return schema
    }
}
