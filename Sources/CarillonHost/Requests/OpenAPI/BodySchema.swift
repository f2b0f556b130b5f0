import CarillonModel

/// An object that is put together from paths into a body.
struct BodySchema {
    private var members: [(name: String, schema: JSONValue?, inner: [BodySchema])] = []
    private var required: Set<String> = []

    var isEmpty: Bool { members.isEmpty }

    mutating func add(_ schema: JSONValue, at steps: ArraySlice<String>, isRequired: Bool) {
        guard let step = steps.first else { return }
        if isRequired { required.insert(step) }
        let index = members.firstIndex { $0.name == step } ?? members.endIndex
        if index == members.endIndex { members.append((step, nil, [])) }
        guard steps.count > 1 else {
            members[index].schema = members[index].schema ?? schema
            return
        }
        if members[index].inner.isEmpty { members[index].inner.append(BodySchema()) }
        members[index].inner[0].add(schema, at: steps.dropFirst(), isRequired: isRequired)
    }

    var json: JSONValue {
        let properties = members.map { member -> JSONObject.Member in
            let inner = member.inner.first?.json
            // What is handed through as a whole may have members that fill fields of their own.
            let both = inner.flatMap { inner in
                member.schema.map { schema -> JSONValue in ["allOf": [schema, inner.orNull(where: schema)]] }
            }
            return .init(member.name, both ?? member.schema ?? inner ?? .object(JSONObject()))
        }
        var object = JSONObject([.init("type", "object"), .init("properties", .object(JSONObject(properties)))])
        let names = members.map(\.name).filter(required.contains)
        if !names.isEmpty { object["required"] = .array(names.map { .string($0) }) }
        return .object(object)
    }
}

extension JSONValue {
    /// The schema, with null where `other` takes it.
    fileprivate func orNull(where other: JSONValue) -> JSONValue {
        other["anyOf"]?.array?.contains(["type": "null"]) == true ? ["anyOf": [self, ["type": "null"]]] : self
    }
}
