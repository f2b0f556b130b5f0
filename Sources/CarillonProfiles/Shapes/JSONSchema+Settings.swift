import CarillonModel
import CarillonPluginKit

extension ChannelDescriptor {
    /// JSON Schema of a channel's `settings`, generated from the plugin's declarations.
    var settingsSchema: JSONValue {
        var properties = JSONObject()
        for field in fields {
            var property = field.kind.schema
            property["description"] = .string(field.description)
            property["default"] = field.defaultValue
            property["examples"] = [field.example]
            properties[field.name] = .object(property)
        }
        var object = JSONObject([.init("type", "object"), .init("properties", .object(properties))])
        let required = fields.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { object["required"] = .array(required) }
        object["additionalProperties"] = false
        return .object(object)
    }
}

extension Field.Kind {
    fileprivate var schema: JSONObject {
        switch self {
        case .text: JSONObject([.init("type", "string"), .init("minLength", 1)])
        case .integer(let range):
            JSONObject([
                .init("type", "integer"), .init("minimum", JSONValue(range.lowerBound)),
                .init("maximum", JSONValue(range.upperBound)),
            ])
        case .boolean: JSONObject([.init("type", "boolean")])
        case .choice(let values): JSONObject([.init("enum", .array(values.map { .string($0) }))])
        case .url: JSONObject([.init("type", "string"), .init("pattern", "^https://")])
        case .email: JSONObject([.init("type", "string"), .init("pattern", "@")])
        case .secret:
            JSONObject([
                .init("type", "object"),
                .init(
                    "properties",
                    ["$secret": ["type": "string", "pattern": TextShape.secretName.pattern.map { .string($0) } ?? ""]]
                ),
                .init("required", ["$secret"]), .init("additionalProperties", false),
            ])
        }
    }
}
