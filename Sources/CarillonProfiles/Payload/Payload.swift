public import CarillonModel

/// A payload that passed its event's types.
public struct Payload: Sendable, Hashable {
    /// Field → value; absent optionals are left out.
    public var values: [String: PayloadValue]

    public init(_ values: [String: PayloadValue] = [:]) {
        self.values = values
    }

    public subscript(field: String) -> PayloadValue? { values[field] }

    /// The payload as placeholders see it, fields sorted.
    ///
    /// For texts that the sender gave by language, the reader's chain of `locales` decides.
    public func json(for locales: [LocaleTag]) -> JSONObject {
        JSONObject(
            values.sorted { $0.key < $1.key }
                .compactMap { name, value in value.json(for: locales).map { JSONObject.Member(name, $0) } }
        )
    }
}

/// One value of a payload, typed.
public enum PayloadValue: Sendable, Hashable {
    case text(String)
    case integer(Int64)
    /// Exact decimal text, never rounded.
    case decimal(String)
    case money(Money)
    case boolean(Bool)
    case choice(String)
    /// Lower-case.
    case uuid(String)
    case slug(String)
    case path(String)
    case url(String)
    case email(String)
    case instant(Instant)
    case date(CivilDay)
    case list([PayloadValue])
    case map([String: String])
    case localizedText(LocalizedText)

    /// The value as JSON, as a sender would write it; nil for a localized text that has none of `locales`.
    public func json(for locales: [LocaleTag]) -> JSONValue? {
        switch self {
        case .text(let text), .decimal(let text), .choice(let text), .uuid(let text), .slug(let text), .path(let text),
            .url(let text), .email(let text):
            .string(text)
        case .integer(let number): JSONValue(number)
        case .money(let money): ["value": .string(money.value), "currency": .string(money.currency)]
        case .boolean(let value): .boolean(value)
        case .instant(let instant): .string(instant.rfc3339)
        case .date(let day): .string(day.description)
        case .list(let values): .array(values.compactMap { $0.json(for: locales) })
        case .map(let texts): .object(JSONObject(texts: texts))
        case .localizedText(let translations): translations.anyText(preferring: locales).map { .string($0) }
        }
    }
}

extension LocalizedText {
    /// The text in the first locale of `chain` that has one, else in the first locale in alphabetical order: a text in
    /// another language is better than none.
    public func anyText(preferring chain: [LocaleTag]) -> String? {
        text(for: chain) ?? byLocale.min { $0.key < $1.key }?.value
    }
}
