public import CarillonModel

/// What an operation gives: what contracts' placeholders see, and what answers are described by.
public indirect enum ResultShape: Sendable {
    case text
    /// Path and query of a page.
    case reference
    /// Of things that are counted, from 0.
    case integer
    case boolean
    /// One of these values.
    case choice([String])
    /// RFC 3339; its other forms stand behind a dot.
    case instant
    case list(ResultShape)
    case object([Member])
    /// JSON whose names nobody knows beforehand.
    case open
    /// The words of a notification by language and slot: which there are, the profile says.
    case content
    /// What clients are told of an error: a text or a number, as the contract has it.
    case errorCode

    /// A member of an object.
    public struct Member: Sendable {
        public let name: String
        public let shape: ResultShape
        public internal(set) var presence = Presence.always
        /// Whether null may stand there.
        public internal(set) var isNullable = false
        /// A few words for the reference.
        public let meaning: String
        public let example: JSONValue
    }

    /// Whether a member is there.
    public enum Presence: Sendable, Hashable {
        case always
        /// Where the request, or what is stored, has said it.
        case whereKnown
        /// Often it isn't: contracts are told to say what happens then.
        case sometimes
        /// Where this request has said it, in the field of the same name.
        case whereSaid
        /// Where the tenant's devices belong to somebody.
        case whereDevicesHaveOwners
        /// On pages that weren't asked for by cursor.
        case whereCounted
        /// Where all of the profile's events have a category, and of the others some.
        case whereCategorized
        /// Where all of the profile's events have words for the slot of this name, and of the others some.
        case whereWritten
        /// Always, and for contracts alone.
        case inContracts
    }

    /// Nil: there is nothing by that path.
    public func shape(at steps: ArraySlice<String>) -> ResultShape? {
        guard let step = steps.first else { return self }
        if isOpen { return .open }
        if let member = member(step) { return member.shape.shape(at: steps.dropFirst()) }
        guard steps.count == 1, let format = ValueFormat.named.first(where: { $0.name == step })?.format, takes(format)
        else { return nil }
        return .text
    }

    private var isOpen: Bool {
        switch self {
        case .open, .content, .errorCode: true
        case .text, .reference, .integer, .boolean, .choice, .instant, .list, .object: false
        }
    }

    /// Whether its values have such a form.
    func takes(_ format: ValueFormat) -> Bool {
        switch self {
        case .open, .content, .errorCode: true
        case .instant: format != .integer
        case .text, .reference: !format.isOfTimes
        case .integer, .boolean, .choice: format == .text
        case .list, .object: false
        }
    }

    public var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    func member(_ name: String) -> Member? { members.first { $0.name == name } }

    /// What values can be, as text; nil where there are too many to say.
    var choices: [String]? {
        switch self {
        case .boolean: ["true", "false"]
        case .choice(let values): values
        default: nil
        }
    }

    /// In words: "a text".
    public var description: String {
        switch self {
        case .text, .reference: "a text"
        case .integer: "an integer"
        case .boolean: "true or false"
        case .choice(let values): values.count == 1 ? "`\(values[0])`" : "one of \(Shape.list(values))"
        case .instant: "a point in time"
        case .list: "a list"
        case .object: "an object"
        case .open, .content, .errorCode: "JSON"
        }
    }

    /// The full names of members that are often absent, those of a list's elements behind the list's.
    func absentNames(below path: String = "") -> Set<String> {
        switch self {
        case .list(let element): return element.absentNames(below: path)
        case .object(let members):
            return members.reduce(into: []) { names, member in
                let name = path.isEmpty ? member.name : "\(path).\(member.name)"
                if member.presence == .sometimes { names.insert(name) }
                names.formUnion(member.shape.absentNames(below: name))
            }
        case .text, .reference, .integer, .boolean, .choice, .instant, .open, .content, .errorCode: return []
        }
    }
}
