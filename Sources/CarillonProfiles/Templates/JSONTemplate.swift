public import CarillonModel

/// JSON with placeholders in its strings, which are filled to make an event's `data` or a contract's answer.
public indirect enum JSONTemplate: Sendable, Hashable {
    /// null, a boolean or a number.
    case constant(JSONValue)
    case text(PlaceholderText)
    case array([JSONTemplate])
    case object([Member])
    /// `{"each": path, "as": template}`: one element for each element of a list.
    case each(FieldPath, JSONTemplate)
    /// `{"from": "{path}", "format": …, "values": {…}, "else": …}`: how a value is shown to clients.
    case value(ShownValue)

    public struct Member: Sendable, Hashable {
        public var name: String
        public var value: JSONTemplate

        public init(_ name: String, _ value: JSONTemplate) {
            self.name = name
            self.value = value
        }
    }

    /// How a string that consists of one placeholder is filled.
    public enum WholeValue: Sendable, Hashable {
        /// By the value's text: for `data` of apps.
        case asText
        /// The same, but a list stays a list: for the message about several notifications.
        case asTextOrList
        /// By the value with its JSON type: for answers of contracts.
        case asJSON
    }

    /// The JSON with all placeholders filled; nil where a value is absent.
    ///
    /// Members and elements whose value is absent are left out.
    public func resolved(in scope: TemplateScope, wholeValues: WholeValue) -> JSONValue? {
        switch self {
        case .constant(let value): return value
        case .text(let text):
            if let path = text.onlyField, let value = scope.value(at: path), wholeValues.keepsType(of: value) {
                return value
            }
            return text.resolved(in: scope).map { .string($0) }
        case .array(let elements):
            return .array(elements.compactMap { $0.resolved(in: scope, wholeValues: wholeValues) })
        case .object(let members):
            return .object(
                JSONObject(
                    members.compactMap { member in
                        member.value.resolved(in: scope, wholeValues: wholeValues)
                            .map { JSONObject.Member(member.name, $0) }
                    }
                )
            )
        case .value(let shown): return shown.resolved(in: scope, wholeValues: wholeValues)
        case .each(let path, let template):
            guard case .array(let elements)? = scope.value(at: path) else { return nil }
            return .array(
                elements.compactMap { template.resolved(in: scope.nested($0), wholeValues: wholeValues) }
            )
        }
    }

    /// All placeholders outside `each`, and the lists that `each` iterates over.
    public var fields: [FieldPath] {
        switch self {
        case .constant: []
        case .text(let text): text.fields
        case .array(let elements): elements.flatMap(\.fields)
        case .object(let members): members.flatMap(\.value.fields)
        case .each(let path, _): [path]
        case .value(let shown): shown.text.fields + shown.templates.flatMap(\.fields)
        }
    }

    /// The first names of all placeholders, including those inside `each`, which can also refer to outer values.
    public var roots: Set<String> {
        switch self {
        case .constant: []
        case .text(let text): text.roots
        case .array(let elements): Set(elements.flatMap(\.roots))
        case .object(let members): Set(members.flatMap(\.value.roots))
        case .each(let path, let template): template.roots.union(path.steps.prefix(1))
        case .value(let shown): shown.text.roots.union(shown.templates.flatMap(\.roots))
        }
    }
}

extension JSONTemplate.WholeValue {
    fileprivate func keepsType(of value: JSONValue) -> Bool {
        switch self {
        case .asText: false
        case .asTextOrList: value.array != nil
        case .asJSON: true
        }
    }
}

extension PlaceholderText {
    /// The first names of all placeholders.
    public var roots: Set<String> { Set(fields.compactMap(\.steps.first)) }
}
