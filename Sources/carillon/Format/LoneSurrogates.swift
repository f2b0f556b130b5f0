import CarillonModel

/// Lines with `\uD800` or another half of a surrogate pair alone, which the grammar of JSON allows and no text can hold.
///
/// Source: RFC 8259, section 8.2; the conformance suite requires a message with one to be a syntax error.
enum LoneSurrogates {
    /// The line with U+FFFD for each half, but U+0000 in the message, where that is a syntax error just as well.
    static func line(_ line: String) throws -> JSONValue {
        var value = try JSONValue(parsing: replaced(in: line, by: "fffd").utf8)
        if case .object(var object) = value {
            object["src"] = try JSONValue(parsing: replaced(in: line, by: "0000").utf8)["src"]
            value = .object(object)
        }
        return value
    }

    /// The line with the digits of each half replaced.
    static func replaced(in line: String, by digits: String) -> String {
        var bytes = Array(line.utf8)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            let half = surrogate(bytes, at: index)
            if half == .high, surrogate(bytes, at: index + 6) == .low {
                index += 12
            } else if half != nil {
                bytes.replaceSubrange(index + 2..<index + 6, with: digits.utf8)
                index += 6
            } else {
                // A backslash is followed by what it escapes, be it another one.
                index += 2
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private enum Half {
        case high
        case low
    }

    /// The half that is escaped at an offset; nil where there is another escape, or none.
    private static func surrogate(_ bytes: [UInt8], at index: Int) -> Half? {
        guard index + 6 <= bytes.count, bytes[index...].starts(with: "\\u".utf8) else { return nil }
        let digits = String(decoding: bytes[index + 2..<index + 6], as: UTF8.self)
        return switch UInt16(digits, radix: 16) {
        case (0xD800...0xDBFF)?: .high
        case (0xDC00...0xDFFF)?: .low
        default: nil
        }
    }
}
