import CarillonModel
import CarillonProfiles

extension ValueRule {
    /// JSON Schema of what a client may write.
    ///
    /// - Parameter isText: the place holds text, which is read as what the rule says.
    func schema(isText: Bool) -> JSONValue {
        guard values.isEmpty else {
            let written = values.map(\.written) + (isNullable ? [.null] : [])
            return ["enum": .array(written)]
        }
        var schema = JSONObject()
        let name = typeName
        schema["type"] = isNullable ? .array([.string(name), "null"]) : .string(name)
        switch type ?? .text {
        case .text:
            schema["maxLength"] = maxLength.map { JSONValue($0) }
            schema["minLength"] = 1
            schema["pattern"] = pattern.map { .string($0.source) }
        case .uuid: schema["format"] = "uuid"
        case .url: schema["format"] = "uri"
        case .email: schema["format"] = "email"
        case .instant: schema["format"] = "date-time"
        case .integer, .number:
            // A number beyond a bound that clamps is taken as the bound.
            if !clamps {
                schema["minimum"] = minimum.map { JSONValue($0) }
                schema["maximum"] = maximum.map { JSONValue($0) }
            }
        case .epochMillis: schema["minimum"] = 0
        case .list:
            schema["maxItems"] = maxItems.map { JSONValue($0) }
            schema["minItems"] = minItems.map { JSONValue($0) }
            if case .each(let rule) = items { schema["items"] = rule.schema(isText: false) }
        case .boolean, .object: break
        }
        return .object(schema)
    }

    /// A list of objects with these members.
    func schema(of fields: [ElementField]) -> JSONValue {
        var list = JSONObject([.init("type", "array")])
        list["maxItems"] = maxItems.map { JSONValue($0) }
        list["minItems"] = minItems.map { JSONValue($0) }
        guard !fields.isEmpty else { return .object(list) }
        let properties = fields.map { JSONObject.Member($0.name, $0.rule.schema(isText: false)) }
        let required = fields.filter { !$0.isOptional }.map { JSONValue.string($0.name) }
        var element = JSONObject([.init("type", "object"), .init("properties", .object(JSONObject(properties)))])
        if !required.isEmpty { element["required"] = .array(required) }
        list["items"] = .object(element)
        return .object(list)
    }

    private var typeName: String {
        switch type ?? .text {
        case .text, .uuid, .url, .email, .instant: "string"
        case .integer, .epochMillis: "integer"
        case .number: "number"
        case .boolean: "boolean"
        case .object: "object"
        case .list: "array"
        }
    }
}
