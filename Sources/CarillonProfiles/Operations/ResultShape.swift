public import CarillonModel

/// The shape of an operation's result: what placeholders of contracts can use, and what describes the answers.
public indirect enum ResultShape: Sendable {
    case text
    /// A URL reference to a page: path and query.
    case reference
    /// A count, from 0.
    case integer
    case boolean
    /// One of these values.
    case choice([String])
    /// RFC 3339; other formats are named after a dot.
    case instant
    case list(ResultShape)
    case object([Member])
    /// JSON whose names aren't known in advance.
    case open
    /// The texts of a notification by language and slot. The profile decides which there are.
    case content
    /// The code of an error: a text or a number, as the contract says.
    case errorCode

    /// A member of an object.
    public struct Member: Sendable {
        public let name: String
        public let shape: ResultShape
        public internal(set) var presence = Presence.always
        /// Whether it can be null.
        public internal(set) var isNullable = false
        /// A phrase for the reference.
        public let meaning: String
        public let example: JSONValue
    }

    /// When a member is present.
    public enum Presence: Sendable, Hashable {
        case always
        /// If the request, or what is stored, has the value.
        case whereKnown
        /// Often absent, so contracts are asked to give a replacement.
        case sometimes
        /// If this request has the field of the same name.
        case whereSaid
        /// If the tenant's devices have owners.
        case whereDevicesHaveOwners
        /// On pages that were requested without a cursor.
        case whereCounted
        /// Always if all of the profile's events have a category, else sometimes.
        case whereCategorized
        /// Always if all of the profile's events have a text for the slot of this name, else sometimes.
        case whereWritten
        /// Always, but only for contracts.
        case inContracts
    }

    /// The shape at a path; nil where there is none.
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

    /// Whether its values can be written in this format.
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

    /// The possible values, as text; nil where they aren't limited.
    var choices: [String]? {
        switch self {
        case .boolean: ["true", "false"]
        case .choice(let values): values
        default: nil
        }
    }

    /// As a phrase, such as "a text".
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

    /// The full names of members that are often absent.
    ///
    /// Members of a list's elements come after the list's name.
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
