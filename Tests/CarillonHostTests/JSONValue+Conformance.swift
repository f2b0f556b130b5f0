import CarillonModel

/// Values against JSON Schema, as far as the schemas of answers use it; stricter than that in one thing: an object whose
/// members are known has no other.
extension JSONValue {
    /// What doesn't fit, each with its JSON pointer.
    ///
    /// - Parameter named: the schemas that others refer to, by the last step of their reference.
    func faults(against schema: JSONValue, at pointer: String = "", named: JSONObject = JSONObject()) -> [String] {
        if let reference = schema["$ref"]?.string {
            let name = String(reference.split(separator: "/").last ?? "")
            guard let schema = named[name] else { return ["\(pointer): no schema is called \(name)"] }
            return faults(against: schema, at: pointer, named: named)
        }
        if let cases = schema["anyOf"]?.array ?? schema["oneOf"]?.array {
            let all = cases.map { self.faults(against: $0, at: pointer, named: named) }
            return all.contains([]) ? [] : all.min { $0.count < $1.count } ?? []
        }
        var faults: [String] = []
        if let constant = schema["const"], self != constant { faults.append("\(pointer) isn't \(constant.text)") }
        if let values = schema["enum"]?.array, !values.contains(self) {
            faults.append("\(pointer) is \(text), none of \(values.map(\.text).joined(separator: ", "))")
        }
        let types = schema["type"]?.array?.compactMap(\.string) ?? schema["type"]?.string.map { [$0] } ?? []
        guard types.isEmpty || types.contains(where: isOf) else {
            return faults + ["\(pointer) is \(kind), not \(types.joined(separator: " or "))"]
        }
        if let least = schema["minimum"]?.integer, let number = integer, number < least {
            faults.append("\(pointer) is less than \(least)")
        }
        if schema["format"] == "date-time", let string, Instant(string) == nil {
            faults.append("\(pointer) is no point in time")
        }
        for (index, element) in (array ?? []).enumerated() {
            let own = schema["prefixItems"]?.array.flatMap { index < $0.count ? $0[index] : nil } ?? schema["items"]
            if let own { faults += element.faults(against: own, at: "\(pointer)/\(index)", named: named) }
        }
        return faults + memberFaults(against: schema, at: pointer, named: named)
    }

    private func memberFaults(against schema: JSONValue, at pointer: String, named: JSONObject) -> [String] {
        guard let object else { return [] }
        var faults: [String] = []
        for name in schema["required"]?.array?.compactMap(\.string) ?? [] where object[name] == nil {
            faults.append("\(pointer)/\(name) is missing")
        }
        guard let properties = schema["properties"] else {
            guard let others = schema["additionalProperties"], others.object != nil else { return faults }
            return faults
                + object.members.flatMap {
                    $0.value.faults(against: others, at: "\(pointer)/\($0.name)", named: named)
                }
        }
        for member in object.members {
            let place = "\(pointer)/\(member.name)"
            if let own = properties[member.name] {
                faults += member.value.faults(against: own, at: place, named: named)
            } else {
                faults.append("\(place) isn't specified")
            }
        }
        return faults
    }

    private func isOf(_ type: String) -> Bool {
        switch self {
        case .null: type == "null"
        case .boolean: type == "boolean"
        case .number: type == "number" || type == "integer" && integer != nil
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }
}
