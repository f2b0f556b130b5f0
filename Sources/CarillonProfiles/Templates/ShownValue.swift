import CarillonModel

/// How a value is shown in an answer: replaced by another value, in another format, or with a default where it is
/// absent.
public struct ShownValue: Sendable, Hashable {
    public var text: PlaceholderText
    public var format: ValueFormat?
    /// The value as text → its replacement.
    ///
    /// Values without one are shown in the format.
    public var values: [JSONTemplate.Member]
    /// The replacement for an absent value; nil where the key is then left out.
    public var otherwise: JSONTemplate?

    public init(
        _ text: PlaceholderText,
        format: ValueFormat? = nil,
        values: [JSONTemplate.Member] = [],
        otherwise: JSONTemplate? = nil
    ) {
        self.text = text
        self.format = format
        self.values = values
        self.otherwise = otherwise
    }

    /// The keys beside `from` of such an object.
    static let keys: Set<String> = ["format", "values", "else"]

    /// The templates inside it.
    var templates: [JSONTemplate] { values.map(\.value) + [otherwise].compactMap(\.self) }

    func resolved(in scope: TemplateScope, wholeValues: JSONTemplate.WholeValue) -> JSONValue? {
        guard let value = JSONTemplate.text(text).resolved(in: scope, wholeValues: wholeValues) else {
            return otherwise?.resolved(in: scope, wholeValues: wholeValues)
        }
        let name = TemplateScope.text(of: value)
        if let meaning = values.first(where: { $0.name == name })?.value {
            return meaning.resolved(in: scope, wholeValues: wholeValues)
        }
        guard let format else { return value }
        return scope.written(value, format) ?? value
    }
}

extension JSONNode {
    /// Whether the object is one: it has `from`, and no other keys than these.
    var isShownValue: Bool {
        let names = members.map(\.name)
        return names.count > 1 && names.contains("from")
            && names.allSatisfy { $0 == "from" || ShownValue.keys.contains($0) }
    }
}
