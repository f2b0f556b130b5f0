import CarillonModel
import CarillonProfiles

extension JSONTemplate {
    /// As tenants write it.
    var written: JSONValue {
        switch self {
        case .constant(let value): value
        case .text(let text): .string(text.source)
        case .array(let elements): .array(elements.map(\.written))
        case .object(let members): Self.object(members)
        case .each(let path, let element): ["each": .string(path.description), "as": element.written]
        case .value(let shown): shown.written
        }
    }

    fileprivate static func object(_ members: [Member]) -> JSONValue {
        .object(JSONObject(members.map { .init($0.name, $0.value.written) }))
    }
}

extension JSONValue {
    /// The values inside objects, by the names that lead there; lists are values.
    var leaves: [(path: String, value: JSONValue)] {
        guard case .object(let object) = self else { return [] }
        return object.members.flatMap { member -> [(path: String, value: JSONValue)] in
            guard case .object(let inner) = member.value, !inner.isEmpty else { return [(member.name, member.value)] }
            return member.value.leaves.map { (path: "\(member.name).\($0.path)", value: $0.value) }
        }
    }
}

extension ShownValue {
    fileprivate var written: JSONValue {
        var object = JSONObject([.init("from", .string(text.source))])
        object["format"] = format.map { .string($0.description) }
        if !values.isEmpty { object["values"] = JSONTemplate.object(values) }
        object["else"] = otherwise?.written
        return .object(object)
    }
}
