import CarillonModel

/// Faults of a payload, worded alike in `problem+json` and in `carillon validate`.
extension Fault {
    static func unknownField(_ pointer: String, known: [String]) -> Fault {
        let list = known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"
        return Fault(pointer: pointer, code: .unknownField, message: "is no field of this event; \(list)")
    }

    static func tooLong(_ pointer: String, length: Int, limit: Int, unit: String) -> Fault {
        Fault(pointer: pointer, code: .tooLong, message: "has \(length) \(unit), at most \(limit) are allowed")
    }

    static func outOfRange(_ pointer: String, _ range: ClosedRange<Int64>) -> Fault {
        Fault(
            pointer: pointer,
            code: .outOfRange,
            message: "must be from \(range.lowerBound) to \(range.upperBound)"
        )
    }

    static func unsupportedLanguage(_ pointer: String, _ tag: String, _ supported: [LocaleTag]) -> Fault {
        let list = supported.map(\.rawValue).joined(separator: ", ")
        // Input is repeated in a message only where it is a valid language tag.
        let message = LocaleTag(tag).map { "holds words in \($0), which" } ?? "names a language that"
        return Fault(
            pointer: pointer,
            code: .notAllowed,
            message: "\(message) the tenant doesn't support; it supports \(list)"
        )
    }

    static func badName(_ pointer: String) -> Fault {
        let limit = ReservedDataNames.longestName
        return .badFormat(
            pointer,
            wanted: "named by a letter or _ and then at most \(limit - 1) letters, digits, _, - and ."
        )
    }

    static func reservedName(_ pointer: String) -> Fault {
        Fault(
            pointer: pointer,
            code: .notAllowed,
            message: "has a name that the event's own data, its message or a push provider keeps to itself"
        )
    }

    static func controlCharacter(_ pointer: String) -> Fault {
        Fault(
            pointer: pointer,
            code: .controlCharacter,
            message: "must not hold control characters other than line feed and tab"
        )
    }
}
