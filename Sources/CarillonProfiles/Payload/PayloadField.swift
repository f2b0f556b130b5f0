public import CarillonModel

/// A field of an event's payload.
public struct PayloadField: Sendable, Hashable {
    public package(set) var name: String
    public package(set) var type: PayloadType
    public package(set) var description: String?
    public package(set) var isOptional: Bool
    /// Must not be shown where anybody but the recipient can read it.
    public package(set) var isSensitive: Bool
    public package(set) var examples: [JSONValue]
    /// The value where the sender leaves it out.
    public package(set) var defaultValue: JSONValue?

    /// Whether a payload without it is refused.
    public var isRequired: Bool { !isOptional && defaultValue == nil }

    public init(
        _ name: String,
        _ type: PayloadType,
        description: String? = nil,
        isOptional: Bool = false,
        isSensitive: Bool = false,
        examples: [JSONValue] = [],
        defaultValue: JSONValue? = nil
    ) {
        self.name = name
        self.type = type
        self.description = description
        self.isOptional = isOptional
        self.isSensitive = isSensitive
        self.examples = examples
        self.defaultValue = defaultValue
    }
}

/// What a payload field may hold.
///
/// Every type has a size limit, so that the size of messages can be proven.
public enum PayloadType: Sendable, Hashable {
    /// At most this many Unicode scalars; no control characters but line feed and tab.
    case text(maxLength: Int)
    case integer(ClosedRange<Int64>)
    /// A decimal with at most ``decimalDigits`` digits, as a string or a plain JSON number.
    case decimal
    case money
    case boolean
    case choice([String])
    case uuid
    /// Letters, digits, `-` and `_`, at most ``slugLength``.
    case slug
    /// Slugs joined by `/`, at most ``pathSegments``: neither `..` nor a scheme nor an empty segment.
    case path
    /// `https` or `http`, at most this many bytes of ASCII.
    case url(maxLength: Int)
    case email
    /// RFC 3339.
    case instant
    /// RFC 3339 `full-date`.
    case date
    indirect case list(of: PayloadType, maxItems: Int)
    /// Texts under names that the sender chooses, each with at most this many Unicode scalars.
    case map(maxLength: Int, maxItems: Int)
    /// A text by locale, given by the sender, each with at most this many Unicode scalars.
    case localizedText(maxLength: Int)

    public static let defaultMaxLength = 200
    public static let maxLengthRange = 1...16384
    public static let defaultMaxItems = 20
    public static let maxItemsRange = 1...1000
    public static let decimalDigits = TextFormat.decimalDigits
    public static let slugLength = TextFormat.slugLength
    public static let pathSegments = TextFormat.pathSegments
    public static let urlLength = 2048
    public static let emailLength = TextFormat.emailLength

    /// The name in `events.json`.
    public var name: String {
        switch self {
        case .text: "text"
        case .integer: "integer"
        case .decimal: "decimal"
        case .money: "money"
        case .boolean: "boolean"
        case .choice: "enum"
        case .uuid: "uuid"
        case .slug: "slug"
        case .path: "path"
        case .url: "url"
        case .email: "email"
        case .instant: "instant"
        case .date: "date"
        case .list: "list"
        case .map: "map"
        case .localizedText: "localizedText"
        }
    }

    /// The numbers of an integer; nil for other types.
    package var integers: ClosedRange<Int64>? {
        if case .integer(let range) = self { range } else { nil }
    }

    /// Whether the sender gives the text by language.
    var isLocalized: Bool {
        if case .localizedText = self { true } else { false }
    }

    /// All names, in the order of the documentation.
    public static let names = [
        "text", "slug", "path", "integer", "decimal", "money", "boolean", "enum", "uuid", "url", "email", "instant",
        "date", "list", "map", "localizedText",
    ]
}
