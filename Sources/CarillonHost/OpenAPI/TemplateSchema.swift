import CarillonModel
import CarillonProfiles

/// JSON Schema of what a template makes of an operation's result.
struct TemplateSchema: Sendable {
    /// What placeholders can see, the innermost last.
    let shapes: [ResultShape]

    func schema(of template: JSONTemplate) -> JSONValue {
        switch template {
        case .constant(let value): return ["const": value]
        case .text(let text):
            guard let path = text.onlyField else { return ["type": "string"] }
            return schema(at: path.steps)
        case .array(let elements):
            return ["type": "array", "prefixItems": .array(elements.map(schema(of:)))]
        case .object(let members):
            let properties = members.map { JSONObject.Member($0.name, schema(of: $0.value)) }
            var object = JSONObject([.init("type", "object"), .init("properties", .object(JSONObject(properties)))])
            let required = members.filter { isSure($0.value) }.map { JSONValue.string($0.name) }
            if !required.isEmpty { object["required"] = .array(required) }
            return .object(object)
        case .mapped(_, let values):
            return ["anyOf": .array(values.map { schema(of: $0.value) } + [["type": "string"]])]
        case .each(let path, let inner):
            var shapes = shapes
            if case .list(let element)? = shape(at: path.steps) { shapes.append(element) }
            return ["type": "array", "items": TemplateSchema(shapes: shapes).schema(of: inner)]
        }
    }

    private func shape(at steps: [String]) -> ResultShape? {
        shapes.reversed().lazy.compactMap { $0.shape(at: steps[...]) }.first
    }

    /// Whether the member is always there: made of nothing that may be absent.
    private func isSure(_ template: JSONTemplate) -> Bool {
        switch template {
        case .constant, .array, .object, .each: true
        case .text(let text): text.fields.allSatisfy { !$0.isOptional && Self.always.contains($0.steps.last ?? "") }
        case .mapped: false
        }
    }

    /// What every result of its kind has.
    private static let always: Set<String> = [
        "id", "items", "totalCount", "allCount", "unreadCount", "limit", "updatedCount", "ids", "status", "isRead",
        "type",
        "createdAt", "code", "message", "alias",
    ]

    private func schema(at steps: [String]) -> JSONValue {
        let name = steps.last ?? ""
        switch name {
        case "epochMillis": return ["type": "integer"]
        case "iso": return ["type": "string", "format": "date-time"]
        case "date": return ["type": "string", "format": "date"]
        case "isRead", "pushAllowed", "existed": return ["type": "boolean"]
        case "totalCount", "allCount", "unreadCount", "limit", "offset", "updatedCount", "removedCount", "retryAfter":
            return ["type": "integer"]
        case "ids", "types": return ["type": "array"]
        default: break
        }
        switch shape(at: steps) {
        case .instant: return ["type": "string", "format": "date-time"]
        case .list: return ["type": "array"]
        case .object: return ["type": "object"]
        case .value, .open, nil: return .object(JSONObject())
        }
    }
}
