import CarillonModel
import CarillonProfiles

/// JSON Schema of what a template makes of an operation's result.
struct TemplateSchema: Sendable {
    /// Schemas of what placeholders can see, the innermost last.
    let scopes: [JSONValue]

    func schema(of template: JSONTemplate) -> JSONValue {
        switch template {
        case .constant(let value): return ["const": value]
        case .text(let text):
            guard let path = text.onlyField else { return .anyText }
            return lookUp(path)?.schema ?? .anything
        case .array(let elements):
            return ["type": "array", "prefixItems": .array(elements.map(schema(of:)))]
        case .object(let members):
            let properties = members.map { ($0.name, schema(of: $0.value), isSure($0.value)) }
            return .members(
                properties.filter { $0.2 }.map { ($0.0, $0.1) },
                optional: properties.filter { !$0.2 }.map { ($0.0, $0.1) }
            )
        case .mapped(let text, let values): return mapped(text, values)
        case .each(let path, let inner):
            let element = lookUp(path)?.schema["items"] ?? .anything
            return .list(TemplateSchema(scopes: scopes + [element]).schema(of: inner))
        }
    }

    /// A value that none of the names stands for passes as it is.
    private func mapped(_ text: PlaceholderText, _ values: [JSONTemplate.Member]) -> JSONValue {
        let source = text.onlyField.flatMap { lookUp($0) }?.schema ?? .anyText
        let rest = source["enum"]?.array.map { all in
            all.filter { one in !values.contains { one == .string($0.name) } }
        }
        let meanings = values.map { schema(of: $0.value) }
        switch rest {
        case nil: return ["anyOf": .array(meanings + [source])]
        case .some(let rest) where rest.isEmpty: return ["anyOf": .array(meanings)]
        case .some(let rest): return ["anyOf": .array(meanings + [["enum": .array(rest)]])]
        }
    }

    private func lookUp(_ path: FieldPath) -> (schema: JSONValue, isSure: Bool)? {
        scopes.reversed().lazy.compactMap { $0.schema(at: path.steps[...]) }.first
    }

    /// Whether it is always there: made of nothing that may be absent.
    private func isSure(_ template: JSONTemplate) -> Bool {
        switch template {
        case .constant, .array, .object: true
        case .each(let path, _): !path.isOptional && lookUp(path)?.isSure == true
        case .text(let text): isSure(text)
        case .mapped(let text, let values): isSure(text) && values.allSatisfy { isSure($0.value) }
        }
    }

    private func isSure(_ text: PlaceholderText) -> Bool {
        text.fields.allSatisfy { !$0.isOptional && lookUp($0)?.isSure == true }
    }
}
