import CarillonModel

/// What an answer shows for a value: another word, another form, or something in its place where it is absent.
public struct ShownValue: Sendable, Hashable {
    public var text: PlaceholderText
    public var format: ValueFormat?
    /// The value as text → what clients read; others pass as they are, in the format.
    public var values: [JSONTemplate.Member]
    /// What stands there when the value is absent; nil: nothing, and the key is left out.
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

    /// The keys beside `from` that make an object of an answer a shown value.
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
    /// Whether the object is a shown value: `from`, and beside it nothing but what belongs to one.
    var isShownValue: Bool {
        let names = members.map(\.name)
        return names.count > 1 && names.contains("from")
            && names.allSatisfy { $0 == "from" || ShownValue.keys.contains($0) }
    }
}
