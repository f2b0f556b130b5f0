public import CarillonModel

/// What an operation takes and gives: the contract between `contract.json` and the host.
public struct OperationDescription: Sendable {
    /// For the reference: one sentence.
    public let summary: String
    public let inputs: [Input]
    /// Groups of inputs of which at least one must be filled.
    public let oneOf: [[String]]
    public let result: ResultShape
    public let callers: Callers

    public struct Input: Sendable {
        public let name: String
        public let type: InputType
        public let isRequired: Bool
        /// Numbers that it takes; nil: the host says so at each request.
        public let range: ClosedRange<Int>?
        /// One or two sentences.
        public let meaning: String
        public let example: JSONValue
    }

    /// How many notifications a contract may have listed at once: the answer to most has some 2 MB.
    public static let capRange = 1...5000

    public enum InputType: String, Sendable {
        case text
        /// A text that names a row, or a user; clients' integers fill it as their digits.
        case id
        /// A list of texts, or one text with commas between them.
        case names
        case integer
        case boolean
        case instant
        case list
        /// A list of ids that the host gave, and that are no numbers: those of notifications.
        case hostIDs
        case object
        /// Names behind a dot are the caller's: `payload.title.en`.
        case open

        /// Whether a request field declared as `type` can fill it; what says no type is text.
        func takes(_ type: RequestType) -> Bool {
            switch self {
            case .text: [.text, .uuid, .url, .email].contains(type)
            case .id: [.text, .uuid, .url, .email, .integer].contains(type)
            case .names: type == .text || type == .list
            case .integer: type == .integer
            case .boolean: type == .boolean
            case .instant: [.instant, .epochMillis].contains(type)
            case .list, .hostIDs: type == .list
            case .object: type == .object
            case .open: true
            }
        }

        /// Whether elements that a list's `items` declare as `type` can stand in it; what says no type is text.
        func takesElements(_ type: RequestType) -> Bool {
            switch self {
            case .list: Self.id.takes(type) || type == .object
            case .names, .hostIDs: Self.text.takes(type)
            case .open: true
            case .text, .id, .integer, .boolean, .instant, .object: false
            }
        }

        /// Whether integers of clients reach it as text, its own or those of its elements.
        ///
        /// All that lists of operations hold are texts, and objects of texts.
        var takesIntegersAsText: Bool { self == .id || self == .list }

        /// Whether a value that a request's word stands for, or that the route itself says, can fill it; null is none.
        func takes(_ meaning: JSONValue) -> Bool {
            if meaning.isNull { return true }
            return switch self {
            case .text, .id: meaning.string != nil
            case .names: meaning.string != nil || meaning.array?.allSatisfy(takesElement) == true
            case .integer: meaning.integer != nil
            case .boolean: meaning.boolean != nil
            case .instant: meaning.string.flatMap { Instant($0) } != nil
            case .list, .hostIDs: meaning.array?.allSatisfy(takesElement) == true
            case .object: meaning.object != nil
            case .open: true
            }
        }

        /// The same of an element of a list.
        func takesElement(_ meaning: JSONValue) -> Bool {
            meaning.isNull || meaning.string != nil || self == .list && meaning.object != nil || self == .open
        }
    }

    public enum Callers: Sendable {
        /// The caller's own rows.
        case user
        case service
        /// A user for themself, or a service for anybody.
        case userOrService
        case anyone
    }

    init(
        _ summary: String,
        _ inputs: [Input] = [],
        oneOf: [[String]] = [],
        result: [ResultShape.Member] = [],
        callers: Callers
    ) {
        self.summary = summary
        self.inputs = inputs
        self.oneOf = oneOf
        let own = Set(result.map(\.name))
        self.result = .object(result + ResultShape.surroundings.filter { !own.contains($0.name) })
        self.callers = callers
    }

    public func input(_ name: String) -> Input? { inputs.first { $0.name == name } }

    /// Inputs to which null says something: no sound, nobody's, none.
    ///
    /// To any other it doesn't get through.
    public static let nullableInputs: Set<String> = ["sound", "userId", "token"]
}

extension OperationDescription.Input {
    static func required(
        _ name: String,
        _ type: OperationDescription.InputType,
        _ meaning: String,
        _ example: JSONValue
    ) -> Self {
        Self(name: name, type: type, isRequired: true, range: nil, meaning: meaning, example: example)
    }

    static func optional(
        _ name: String,
        _ type: OperationDescription.InputType,
        in range: ClosedRange<Int>? = nil,
        _ meaning: String,
        _ example: JSONValue
    ) -> Self {
        Self(name: name, type: type, isRequired: false, range: range, meaning: meaning, example: example)
    }

    /// A text.
    static func required(_ name: String, _ meaning: String, _ example: JSONValue) -> Self {
        required(name, .text, meaning, example)
    }

    /// A text.
    static func optional(_ name: String, _ meaning: String, _ example: JSONValue) -> Self {
        optional(name, .text, meaning, example)
    }
}
