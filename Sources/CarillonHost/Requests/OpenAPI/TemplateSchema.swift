import CarillonModel
import CarillonProfiles

/// JSON Schema of what a template makes of an operation's result.
struct TemplateSchema: Sendable {
    /// Schemas of what placeholders can see, the innermost last.
    let scopes: [JSONValue]
    /// What texts of the result can be, by their full names, where the profile says it.
    var feedValues: [String: [String]] = [:]

    func schema(of template: JSONTemplate) -> JSONValue {
        switch template {
        case .constant(.null): return ["type": "null"]
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
        case .value(let shown): return schema(of: shown)
        case .each(let path, let inner):
            let element = lookUp(path)?.schema["items"] ?? .anything
            return .list(TemplateSchema(scopes: scopes + [element], feedValues: feedValues).schema(of: inner))
        }
    }

    private func schema(of shown: ShownValue) -> JSONValue {
        let source = shown.text.onlyField.flatMap { lookUp($0) }?.schema ?? .anyText
        let own = shown.format.map { source.written(as: $0) } ?? source
        var cases = shown.values.map { schema(of: $0.value) }
        // A value that none of these stands for passes as it is.
        if let values = source.values {
            let rest = values.filter { !shown.names($0) }
            if cases.isEmpty { cases = [own] } else if !rest.isEmpty { cases.append(["enum": .array(rest)]) }
        } else if !namesAll(shown) {
            cases.append(own)
        }
        if let otherwise = shown.otherwise { cases.append(schema(of: otherwise)) }
        return JSONValue.oneOf(cases)
    }

    /// Whether each word that the profile has for the value is one that clients read otherwise.
    private func namesAll(_ shown: ShownValue) -> Bool {
        guard let path = shown.text.onlyField,
            let feedValues = feedValues["items.\(path.steps.joined(separator: "."))"],
            !feedValues.isEmpty
        else { return false }
        return feedValues.allSatisfy { shown.names(.string($0)) }
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
        case .value(let shown):
            (shown.otherwise.map(isSure) ?? isSure(shown.text)) && shown.values.allSatisfy { isSure($0.value) }
        }
    }

    func isSure(_ text: PlaceholderText) -> Bool {
        text.fields.allSatisfy { !$0.isOptional && lookUp($0)?.isSure == true }
    }
}

extension ShownValue {
    /// Whether `values` has a replacement for this value.
    fileprivate func names(_ value: JSONValue) -> Bool {
        values.contains { $0.name == TemplateScope.text(of: value) }
    }
}

extension JSONValue {
    /// All values that a schema takes, where it lists them.
    fileprivate var values: [JSONValue]? { self["enum"]?.array ?? (self["type"] == "boolean" ? [true, false] : nil) }

    /// One schema for several; constants become one list.
    fileprivate static func oneOf(_ cases: [JSONValue]) -> JSONValue {
        let constants = cases.compactMap { $0["const"] ?? ($0 == ["type": "null"] ? .null : nil) }
        if cases.count > 1, constants.count == cases.count { return ["enum": .array(constants)] }
        return cases.count == 1 ? cases[0] : ["anyOf": .array(cases)]
    }
}
