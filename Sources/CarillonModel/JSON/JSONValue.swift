/// A JSON value that forgets nothing: members keep their order, numbers are kept as written.
///
/// Strings and members' names are compared byte for byte (``ExactText``).
public enum JSONValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// The number's own text, RFC 8259 grammar: never rounded through a float.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// Members in the order written; names are unique.
public struct JSONObject: Sendable, Hashable {
    public private(set) var members: [Member]

    public struct Member: Sendable, Hashable {
        public let name: String
        public var value: JSONValue

        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// Strings by their names, in the order of the names.
    public init(texts: [String: String]) {
        self.init(texts.sorted { $0.key.exact < $1.key.exact }.map { Member($0.key, .string($0.value)) })
    }

    public var isEmpty: Bool { members.isEmpty }

    public subscript(name: String) -> JSONValue? {
        get { members.first { $0.name.exact == name.exact }?.value }
        set {
            let index = members.firstIndex { $0.name.exact == name.exact }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name, value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONValue {
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.exact == right.exact
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.null, _), (.boolean, _), (.number, _), (.string, _), (.array, _), (.object, _): false
        }
    }
}

extension JSONObject.Member {
    public static func == (left: Self, right: Self) -> Bool {
        left.name.exact == right.name.exact && left.value == right.value
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member($0.0, $0.1) })
    }
}

// Not by `nil`: where an optional value is expected, `nil` would silently become `null`.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(integerLiteral value: Int) { self = .number(String(value)) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member($0.0, $0.1) }))
    }

    public init(_ number: some BinaryInteger) { self = .number(String(number)) }
}

extension JSONValue {
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    public var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    /// The integer, where the number is written as one (`12`, not `12.0` or `1e3`).
    public var integer: Int64? {
        if case .number(let text) = self { Int64(text) } else { nil }
    }

    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The member `name` of an object, nil of anything else.
    public subscript(name: String) -> JSONValue? { object?[name] }

    /// The kind of value, as error messages name it.
    public var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// `patch` laid over this value.
    ///
    /// Source: RFC 7396, JSON merge patch.
    public func merging(_ patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var result = object ?? JSONObject()
        for change in changes.members {
            result[change.name] = change.value.isNull ? nil : (result[change.name] ?? .null).merging(change.value)
        }
        return .object(result)
    }

    /// One merge patch that does what this one and then `later` would do: removals are kept.
    ///
    /// Source: RFC 7396, JSON merge patch.
    public func composing(_ later: JSONValue) -> JSONValue {
        guard case .object(let changes) = later, case .object(var result) = self else { return later }
        for change in changes.members {
            result[change.name] = (result[change.name] ?? .object(JSONObject())).composing(change.value)
        }
        return .object(result)
    }
}
