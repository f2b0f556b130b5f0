public import CarillonModel

/// What a value of a request must be.
public indirect enum RequestItems: Sendable, Hashable {
    case any
    case each(ValueRule)
}

/// What a value of a request must be, and what it means.
public struct ValueRule: Sendable, Hashable {
    /// Nil for text, or for the types of ``values``.
    public package(set) var type: RequestType?
    /// The allowed values; empty where every value is allowed.
    public package(set) var values: [AllowedValue] = []
    /// What the whole value must match.
    public package(set) var pattern: TextPattern?
    /// At most this many Unicode scalars.
    public package(set) var maxLength: Int?
    public package(set) var minimum: Int?
    public package(set) var maximum: Int?
    /// A number beyond a bound is replaced by the bound instead of being refused.
    public package(set) var clamps = false
    /// `null` is accepted even where the value is required, because for some inputs it has a meaning of its own.
    public package(set) var isNullable = false
    /// The rule for elements of a list.
    public package(set) var items: RequestItems = .any
    public package(set) var minItems: Int?
    public package(set) var maxItems: Int?
    /// How a number, a boolean or a time is written; nil for plain JSON, with times as RFC 3339.
    public package(set) var format: ValueFormat?
    /// The separator of a list that is written as one text; nil for a JSON array, or for a repeated parameter.
    public package(set) var separator: String?
    /// The operation takes an id, which is text.
    ///
    /// An integer is passed on as its digits: 42 as `"42"`.
    public package(set) var isID = false

    public init() {}

    /// A value that clients write, and the value that the operation gets for it.
    public struct AllowedValue: Sendable, Hashable {
        public package(set) var written: JSONValue
        /// Null means that the value counts as absent.
        public package(set) var meaning: JSONValue
        /// It is written as a key of an object, and no `type` says which JSON type clients use.
        ///
        /// So it matches a value of any type with the same text: `"1"` also matches the number 1.
        public package(set) var isName: Bool

        public init(_ written: JSONValue, meaning: JSONValue? = nil, isName: Bool = false) {
            self.written = written
            self.meaning = meaning ?? written
            self.isName = isName
        }

        /// Whether a value of a request is this one.
        ///
        /// - Parameter isText: the value comes from where everything is text, such as a query.
        public func matches(_ value: JSONValue, isText: Bool) -> Bool {
            if written == value { return true }
            if let number = value.wholeNumber, number == written.wholeNumber { return true }
            guard isName || isText, value.isScalar else { return false }
            return TemplateScope.text(of: written) == TemplateScope.text(of: value)
        }
    }

    /// The JSON value that clients write for a key of `values`: a number or a boolean where `type` says so and the key
    /// can be read as one.
    func written(_ name: String) -> JSONValue {
        switch type {
        case .integer: Int64(name).map { JSONValue($0) } ?? .string(name)
        case .number: Double(name).map { $0.isFinite } == true ? .number(name) : .string(name)
        case .boolean: name == "true" ? true : name == "false" ? false : .string(name)
        default: .string(name)
        }
    }

    /// The same rule where the operation takes ids, also for the elements of a list.
    func ofID() -> ValueRule {
        var rule = self
        rule.isID = true
        if case .each(let element) = items { rule.items = .each(element.ofID()) }
        return rule
    }

    /// A valid value, converted to what the operation gets.
    public func handedOn(_ value: JSONValue) -> JSONValue {
        if case .each(let element) = items, let elements = value.array { return .array(elements.map(element.handedOn)) }
        guard isID, type == .integer, let number = value.wholeNumber else { return value }
        return .string("\(number)")
    }

    /// The format in which a time is written.
    public var timeFormat: ValueFormat { type == .epochMillis ? .epochMillis : format ?? .iso }
}

/// A member that each element of a list in a request must have.
public struct ElementField: Sendable, Hashable {
    public package(set) var name: String
    public package(set) var rule: ValueRule
    public package(set) var isOptional: Bool

    public init(_ name: String, _ rule: ValueRule, isOptional: Bool = false) {
        self.name = name
        self.rule = rule
        self.isOptional = isOptional
    }
}

extension JSONValue {
    fileprivate var isScalar: Bool {
        switch self {
        case .boolean, .number, .string: true
        case .null, .array, .object: false
        }
    }
}
