import CarillonModel

/// One thing that is wrong with a payload, in the form `problem+json` and `carillon validate` report it.
public struct PayloadFault: Error, Sendable, Hashable {
    /// Stable names for machines.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        case missing
        case unknownField = "unknown-field"
        case wrongType = "wrong-type"
        case tooLong = "too-long"
        case outOfRange = "out-of-range"
        case notAllowed = "not-allowed"
        case badFormat = "bad-format"
        case controlCharacter = "control-character"
        case tooMany = "too-many"
    }

    /// RFC 6901, from the place the reader was told.
    public let pointer: String
    public let code: Code
    /// One clause, without the value.
    public let message: String
}

/// All that is wrong with a payload, in the order of the event's fields, unknown fields last.
public struct PayloadFaults: Error, Sendable, Hashable {
    /// Never empty.
    public let faults: [PayloadFault]
}

extension PayloadFault {
    static func missing(_ pointer: String) -> PayloadFault {
        PayloadFault(pointer: pointer, code: .missing, message: "is required")
    }

    static func unknownField(_ pointer: String, known: [String]) -> PayloadFault {
        let list = known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"
        return PayloadFault(pointer: pointer, code: .unknownField, message: "is no field of this event; \(list)")
    }

    static func wrongType(_ pointer: String, wanted: String, got value: JSONValue) -> PayloadFault {
        PayloadFault(pointer: pointer, code: .wrongType, message: "must be \(wanted), not \(value.kind)")
    }

    static func tooLong(_ pointer: String, length: Int, limit: Int, unit: String) -> PayloadFault {
        PayloadFault(pointer: pointer, code: .tooLong, message: "has \(length) \(unit), at most \(limit) are allowed")
    }

    static func outOfRange(_ pointer: String, _ range: ClosedRange<Int64>) -> PayloadFault {
        PayloadFault(
            pointer: pointer,
            code: .outOfRange,
            message: "must be from \(range.lowerBound) to \(range.upperBound)"
        )
    }

    static func notAllowed(_ pointer: String, values: [String]) -> PayloadFault {
        PayloadFault(pointer: pointer, code: .notAllowed, message: "must be one of \(values.joined(separator: ", "))")
    }

    static func unsupportedLanguage(_ pointer: String, _ tag: String, _ supported: [LocaleTag]) -> PayloadFault {
        let list = supported.map(\.rawValue).joined(separator: ", ")
        // What comes from outside is only repeated when it is a language tag.
        let words = LocaleTag(tag).map { "holds words in \($0), which" } ?? "names a language that"
        return PayloadFault(
            pointer: pointer,
            code: .notAllowed,
            message: "\(words) the tenant doesn't support; it supports \(list)"
        )
    }

    static func badFormat(_ pointer: String, wanted: String) -> PayloadFault {
        PayloadFault(pointer: pointer, code: .badFormat, message: "must be \(wanted)")
    }

    static func badName(_ pointer: String) -> PayloadFault {
        let limit = ReservedDataNames.longestName
        return .badFormat(
            pointer,
            wanted: "named by a letter or _ and then at most \(limit - 1) letters, digits, _, - and ."
        )
    }

    static func reservedName(_ pointer: String) -> PayloadFault {
        PayloadFault(
            pointer: pointer,
            code: .notAllowed,
            message: "has a name that the event's own data, its message or a push provider keeps to itself"
        )
    }

    static func controlCharacter(_ pointer: String) -> PayloadFault {
        PayloadFault(
            pointer: pointer,
            code: .controlCharacter,
            message: "must not hold control characters other than line feed and tab"
        )
    }

    static func tooMany(_ pointer: String, count: Int, limit: Int) -> PayloadFault {
        PayloadFault(pointer: pointer, code: .tooMany, message: "has \(count) entries, at most \(limit) are allowed")
    }
}
