public import CarillonModel

/// How one field of an operation is filled from a request.
public struct RequestField: Sendable, Hashable {
    /// The operation's field; dots build an object (`payload.title.en`).
    public var target: FieldPath
    public var source: RequestSource
    public var rule = ValueRule()
    public var defaultValue: JSONValue?
    public var isOptional = false
    /// Raised when the field is missing or wrong.
    public var error: CanonicalError = .validation

    public init(_ target: FieldPath, from source: RequestSource) {
        self.target = target
        self.source = source
    }

    /// Whether a request without it is refused.
    public var isRequired: Bool { !isOptional && defaultValue == nil }
}

/// What a value of a request must be.
public indirect enum RequestItems: Sendable, Hashable {
    case any
    case each(ValueRule)
}

/// What a value of a request must be, and what it means.
public struct ValueRule: Sendable, Hashable {
    /// Nil: text, or what ``values`` are.
    public var type: RequestType?
    /// What is allowed; empty: everything.
    public var values: [AllowedValue] = []
    /// What the whole value must match.
    public var pattern: TextPattern?
    /// Unicode scalars.
    public var maxLength: Int?
    public var minimum: Int?
    public var maximum: Int?
    /// A number beyond a bound is taken as the bound.
    public var clamps = false
    /// `null` is taken where the value is required, too; to some inputs it says something.
    public var isNullable = false
    /// What a list's elements must be.
    public var items: RequestItems = .any
    public var minItems: Int?
    public var maxItems: Int?

    public init() {}

    /// A value that clients write, and what the operation gets for it.
    public struct AllowedValue: Sendable, Hashable {
        public var written: JSONValue
        public var meaning: JSONValue

        public init(_ written: JSONValue, meaning: JSONValue? = nil) {
            self.written = written
            self.meaning = meaning ?? written
        }
    }
}

/// A member that each element of a list in a request must have.
public struct ElementField: Sendable, Hashable {
    public var name: String
    public var rule: ValueRule
    public var isOptional: Bool

    public init(_ name: String, _ rule: ValueRule, isOptional: Bool = false) {
        self.name = name
        self.rule = rule
        self.isOptional = isOptional
    }
}

/// The JSON type of a request field.
public enum RequestType: String, Sendable, Hashable, CaseIterable {
    case text
    case integer
    case number
    case boolean
    case uuid
    case url
    case email
    /// RFC 3339.
    case instant
    /// A point in time as milliseconds since 1970.
    case epochMillis
    case object
    case list
}

/// Where a request field comes from.
public indirect enum RequestSource: Sendable, Hashable {
    /// `body.push_token`, `query.limit`, `path.chainId`, `header.x-device`.
    case field(RequestPath)
    /// `safe:{path.chainId}:{path.address}`: every placeholder is a request path.
    case composed(PlaceholderText)
    /// One element for each of a list's: what it must hold, and what is made of it (nil: itself).
    case each(RequestPath, fields: [ElementField], as: JSONTemplate?)
    /// Always the same.
    case constant(JSONValue)
}

/// A place in a request.
public struct RequestPath: Sendable, Hashable, CustomStringConvertible {
    public enum Part: String, Sendable, Hashable, CaseIterable {
        case body
        case query
        case path
        case header
    }

    public var part: Part
    /// Empty only for the whole body.
    public var steps: [String]

    public init(_ part: Part, _ steps: [String]) {
        self.part = part
        self.steps = steps
    }

    public init?(_ text: String) {
        guard let path = FieldPath(text), !path.isOptional, let part = Part(rawValue: path.steps[0]) else { return nil }
        let steps = Array(path.steps.dropFirst())
        guard part == .body || steps.count == 1 else { return nil }
        self.init(part, steps)
    }

    public var description: String { ([part.rawValue] + steps).joined(separator: ".") }
}
