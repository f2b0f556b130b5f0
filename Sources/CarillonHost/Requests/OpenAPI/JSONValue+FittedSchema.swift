import CarillonModel
import CarillonProfiles

/// JSON Schema 2020-12, as far as requests need it beside answers.
extension JSONValue {
    /// The schema as part of a document, whose dialect it has.
    var withoutDialect: JSONValue {
        guard var object = self.object else { return self }
        object["$schema"] = nil
        return .object(object)
    }

    /// The schema of a text in a path: of how many bytes all of it may have is for the request's head to say.
    var inPath: JSONValue {
        guard var object = self.object, let length = object["maxLength"]?.integer, length > FieldKind.longestWord
        else { return self }
        object["maxLength"] = nil
        return .object(object)
    }

    /// The schema of an object without that member; where others may be there, it mustn't.
    func without(_ name: String) -> JSONValue {
        guard var object = self.object, var properties = object["properties"]?.object else { return self }
        properties[name] = nil
        object["properties"] = .object(properties)
        if object["additionalProperties"] != false { object["not"] = ["required": [.string(name)]] }
        return .object(object)
    }

    /// The schema of an object that takes no other member.
    var closed: JSONValue {
        guard var object = self.object else { return self }
        object["additionalProperties"] = false
        return .object(object)
    }

    /// The schema of a value that is written in another form.
    func written(as format: ValueFormat) -> JSONValue {
        switch format {
        case .text:
            switch self["type"]?.string {
            case "integer": TextSchema.matching("^-?[0-9]+$")
            case "number": TextSchema.matching("^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$")
            case "boolean": .choice(["true", "false"])
            default: self
            }
        // Ids are texts that may be anything; those of digits become numbers.
        case .integer: self["type"] == "string" ? ["type": ["integer", "string"]] : self
        case .iso: .instant
        case .epochSeconds, .epochMillis: ["type": "integer"]
        case .date: ["type": "string", "format": "date"]
        case .pattern: .anyText
        }
    }

    /// What a path of members leads to, and whether it is always there; nil where the schema says nothing of it.
    func schema(at steps: ArraySlice<String>) -> (schema: JSONValue, isSure: Bool)? {
        guard let step = steps.first else { return (self, true) }
        guard let member = self["properties"]?[step] else {
            guard steps.count == 1, self["type"]?.string.map({ $0 != "object" && $0 != "array" }) == true,
                let format = ValueFormat.named.first(where: { $0.name == step })?.format,
                !format.isOfTimes || self["format"] == "date-time"
            else { return nil }
            return (written(as: format), true)
        }
        let isRequired = self["required"]?.array?.contains(.string(step)) == true
        return member.schema(at: steps.dropFirst()).map { ($0.schema, $0.isSure && isRequired) }
    }
}
