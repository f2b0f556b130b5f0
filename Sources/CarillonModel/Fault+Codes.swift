extension Fault {
    /// A stable name for machines.
    ///
    /// Not a closed set: where one line of many fails as a whole, its code is that of the whole's problem.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let badFormat = Code(rawValue: "bad-format")
        public static let badLength = Code(rawValue: "bad-length")
        public static let badLink = Code(rawValue: "bad-link")
        public static let controlCharacter = Code(rawValue: "control-character")
        public static let malformed = Code(rawValue: "malformed")
        public static let missing = Code(rawValue: "missing")
        public static let noSession = Code(rawValue: "no-session")
        public static let notAllowed = Code(rawValue: "not-allowed")
        public static let notFound = Code(rawValue: "not-found")
        public static let outOfRange = Code(rawValue: "out-of-range")
        public static let tokenMalformed = Code(rawValue: "token-malformed")
        public static let tooFew = Code(rawValue: "too-few")
        public static let tooLarge = Code(rawValue: "too-large")
        public static let tooLong = Code(rawValue: "too-long")
        public static let tooMany = Code(rawValue: "too-many")
        public static let unknownEvent = Code(rawValue: "unknown-event")
        public static let unknownField = Code(rawValue: "unknown-field")
        public static let wrongType = Code(rawValue: "wrong-type")
    }
}

/// The faults that readers of every kind find, in the same sentences.
extension Fault {
    public static func missing(_ pointer: String) -> Fault {
        Fault(pointer: pointer, code: .missing, message: "is required")
    }

    /// - Parameter wanted: a noun with its article, `an array`.
    public static func wrongType(_ pointer: String, wanted: String, got value: JSONValue) -> Fault {
        Fault(pointer: pointer, code: .wrongType, message: "must be \(wanted), not \(value.kind)")
    }

    public static func null(_ pointer: String) -> Fault {
        Fault(pointer: pointer, code: .wrongType, message: "must not be null")
    }

    public static func badFormat(_ pointer: String, wanted: String) -> Fault {
        Fault(pointer: pointer, code: .badFormat, message: "must be \(wanted)")
    }

    /// - Parameter message: why, such as “doesn't go with ids”.
    public static func notAllowed(_ pointer: String, _ message: String) -> Fault {
        Fault(pointer: pointer, code: .notAllowed, message: message)
    }

    public static func notAllowed(_ pointer: String, values: [String]) -> Fault {
        Fault(pointer: pointer, code: .notAllowed, message: "must be one of \(values.joined(separator: ", "))")
    }

    public static func tooMany(_ pointer: String, count: Int, limit: Int) -> Fault {
        Fault(pointer: pointer, code: .tooMany, message: "has \(count) entries, at most \(limit) are allowed")
    }
}
