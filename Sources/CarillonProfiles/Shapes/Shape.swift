import CarillonDiagnostics
import CarillonModel

/// The shape that a JSON value of a tenant's file must have.
///
/// The checker, the JSON Schema and the reference of keys all use this declaration.
indirect enum Shape: Sendable {
    case text(TextShape)
    case choice([String])
    case integer(ClosedRange<Int>)
    case boolean
    case list(Shape, count: ClosedRange<Int>)
    /// An object with any names of one form, whose values all have the same shape.
    case map(TextShape, Shape)
    case object(ObjectShape)
    /// An object in which the value of one key decides on the other keys.
    case tagged(TaggedShape)
    /// Alternatives with different JSON types.
    case either([Shape])
    /// A `match` with its variants, or a group of slots; the keys show which.
    case slotGroup
    case anyObject
    case anything

    /// Completes "must be …".
    var description: String {
        switch self {
        case .text(let text): text.description
        case .choice(let values): values.count == 1 ? "`\(values[0])`" : "one of \(Self.list(values))"
        case .integer(let range): Self.description(of: range)
        case .boolean: "true or false"
        case .list: "an array"
        case .map, .object, .tagged, .slotGroup, .anyObject: "an object"
        case .either(let shapes): shapes.map(\.description).joined(separator: " or ")
        case .anything: "JSON"
        }
    }

    /// How many names a message lists, unless all possible values are asked for.
    private static let listLimit = 40
    /// How many are listed at most, so that a report doesn't become a hundred times the size of a hostile file.
    private static let longestList = 400

    static func list(_ values: [String]) -> String { list(values, upTo: listLimit) }

    /// Every name, up to that limit.
    static func wholeList(_ values: [String]) -> String { list(values, upTo: longestList) }

    private static func list(_ values: [String], upTo limit: Int) -> String {
        guard values.count <= limit else {
            return values.prefix(limit).map { "`\($0)`" }.joined(separator: ", ") + " and \(values.count - limit) more"
        }
        let quoted = values.map { "`\($0)`" }
        guard quoted.count > 1, let last = quoted.last else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " and " + last
    }

    private static func description(of range: ClosedRange<Int>) -> String {
        switch (range.lowerBound, range.upperBound) {
        case (.min, .max): "an integer"
        case (let low, .max): "an integer, at least \(low)"
        case (let low, let high): "an integer from \(low) to \(high)"
        }
    }
}

/// A string of a certain form.
struct TextShape: Sendable {
    /// A short name for the reference, such as `duration`.
    let name: String
    /// Completes "must be …".
    let description: String
    /// The diagnostic for a string of another form.
    let code: DiagnosticCode
    /// An ECMA 262 pattern for the JSON Schema, where the form is a regular language.
    let pattern: String?
    /// The valid strings where they are few, for "did you mean".
    let candidates: [String]
    let isValid: @Sendable (String) -> Bool

    init(
        _ name: String,
        _ description: String,
        code: DiagnosticCode,
        pattern: String? = nil,
        candidates: [String] = [],
        isValid: @escaping @Sendable (String) -> Bool
    ) {
        self.name = name
        self.description = description
        self.code = code
        self.pattern = pattern
        self.candidates = candidates
        self.isValid = isValid
    }
}

/// An object with known keys.
struct ObjectShape: Sendable {
    let members: [MemberShape]
    /// The shape of all other keys; nil where there must be none.
    let rest: Rest?
    /// Exactly one of these must be present.
    let exactlyOneOf: [String]

    struct Rest: Sendable {
        let key: TextShape
        let value: Shape
        let description: String
    }

    init(_ members: [MemberShape], rest: Rest? = nil, exactlyOneOf: [String] = []) {
        self.members = members
        self.rest = rest
        self.exactlyOneOf = exactlyOneOf
    }

    func member(_ name: String) -> MemberShape? { members.first { $0.name == name } }
}

/// A key of an object.
struct MemberShape: Sendable {
    let name: String
    let shape: Shape
    let isRequired: Bool
    /// One or two sentences for the reference and the schema.
    let description: String
    let example: JSONValue

    init(_ name: String, _ shape: Shape, isRequired: Bool = false, _ description: String, example: JSONValue) {
        self.name = name
        self.shape = shape
        self.isRequired = isRequired
        self.description = description
        self.example = example
    }
}

/// An object whose `tag` decides on its further keys.
struct TaggedShape: Sendable {
    let tag: String
    let description: String
    /// Keys for all tags.
    let common: [MemberShape]
    /// Tag → its own keys, in the order of the documentation.
    let cases: [(tag: String, members: [MemberShape])]

    func members(for tag: String) -> [MemberShape]? {
        cases.first { $0.tag == tag }.map { $0.members + common }
    }
}
