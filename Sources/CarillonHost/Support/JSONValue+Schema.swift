import CarillonModel

/// JSON Schema 2020-12, as far as answers need it.
extension JSONValue {
    static let anyText: JSONValue = ["type": "string"]
    static let count: JSONValue = ["type": "integer", "minimum": 0]
    /// - Parameter range: one that ends with the largest number has no end.
    static func integer(_ range: ClosedRange<Int>) -> JSONValue {
        let least: JSONValue = ["type": "integer", "minimum": JSONValue(range.lowerBound)]
        guard range.upperBound < .max, var object = least.object else { return least }
        object["maximum"] = JSONValue(range.upperBound)
        return .object(object)
    }

    static let flag: JSONValue = ["type": "boolean"]
    /// RFC 3339.
    static let instant: JSONValue = ["type": "string", "format": "date-time"]
    static let anyObject: JSONValue = ["type": "object"]
    static let anything: JSONValue = .object(JSONObject())

    static func choice(_ values: [String]) -> JSONValue {
        ["type": "string", "enum": .array(values.map { .string($0) })]
    }

    static func list(_ element: JSONValue) -> JSONValue { ["type": "array", "items": element] }

    /// An object with members that are always there, and others.
    static func members(_ sure: KeyValuePairs<String, JSONValue>, optional: [(String, JSONValue)] = []) -> JSONValue {
        members(sure.map { ($0.key, $0.value) }, optional: optional)
    }

    static func members(_ sure: [(String, JSONValue)], optional: [(String, JSONValue)] = []) -> JSONValue {
        let properties = (sure + optional).map { JSONObject.Member($0.0, $0.1) }
        var object = JSONObject([.init("type", "object"), .init("properties", .object(JSONObject(properties)))])
        if !sure.isEmpty { object["required"] = .array(sure.map { .string($0.0) }) }
        return .object(object)
    }

    /// The schema, or null.
    var orNull: JSONValue { ["anyOf": [self, ["type": "null"]]] }

    /// The schema of an object with other schemas of some members, and more of them required.
    func with(_ members: [(String, JSONValue)], required: [String] = []) -> JSONValue {
        guard var object = self.object, var properties = object["properties"]?.object else { return self }
        for (name, schema) in members { properties[name] = schema }
        object["properties"] = .object(properties)
        let before = object["required"]?.array ?? []
        let all = before + required.map { .string($0) }.filter { !before.contains($0) }
        object["required"] = all.isEmpty ? nil : .array(all)
        return .object(object)
    }
}
