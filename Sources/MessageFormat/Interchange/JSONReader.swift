/// Reads JSON text.
///
/// The nesting depth is limited, so that no input can exhaust the stack.
struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0

    /// More than the data model needs, which has seven levels.
    private static let deepest = 64

    /// The value in `text`.
    ///
    /// - Throws: where the text isn't JSON, as an offset into its UTF-8.
    static func read(_ text: String) throws(JSONFault) -> InterchangeJSON {
        var reader = JSONReader(bytes: Array(text.utf8))
        let value = try reader.readValue(depth: 0)
        reader.skipSpace()
        guard reader.position == reader.bytes.count else { throw reader.fault("nothing may follow the value") }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private func fault(_ description: String) -> JSONFault {
        JSONFault(offset: position, description: description)
    }

    private mutating func skipSpace() {
        while [0x20, 0x09, 0x0A, 0x0D].contains(current) { position += 1 }
    }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(JSONFault) {
        guard consume(byte) else { throw fault("`\(Character(Unicode.Scalar(byte)))` is needed") }
    }

    private mutating func readValue(depth: Int) throws(JSONFault) -> InterchangeJSON {
        guard depth < Self.deepest else { throw fault("the text nests too deeply") }
        skipSpace()
        switch current {
        case UInt8(ascii: "{"): return try readObject(depth: depth)
        case UInt8(ascii: "["): return try readArray(depth: depth)
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readWord("true", .boolean(true))
        case UInt8(ascii: "f"): return try readWord("false", .boolean(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        default: return try readNumber()
        }
    }

    private mutating func readWord(_ word: StaticString, _ value: InterchangeJSON) throws(JSONFault) -> InterchangeJSON
    {
        for index in 0..<word.utf8CodeUnitCount { try expect(word.utf8Start[index]) }
        return value
    }

    private mutating func readObject(depth: Int) throws(JSONFault) -> InterchangeJSON {
        position += 1
        var members: [(key: String, value: InterchangeJSON)] = []
        skipSpace()
        if consume(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw fault("a key in quotes is needed") }
            let key = try readString()
            skipSpace()
            try expect(UInt8(ascii: ":"))
            members.append((key, try readValue(depth: depth + 1)))
            skipSpace()
        } while consume(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
        return .object(members)
    }

    private mutating func readArray(depth: Int) throws(JSONFault) -> InterchangeJSON {
        position += 1
        var elements: [InterchangeJSON] = []
        skipSpace()
        if consume(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            elements.append(try readValue(depth: depth + 1))
            skipSpace()
        } while consume(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
        return .array(elements)
    }

    private mutating func readNumber() throws(JSONFault) -> InterchangeJSON {
        let start = position
        while CharacterClass.isASCIINameCharacter(current) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        // JSON and the number literals of MessageFormat have the same grammar.
        guard MessageNumberShape.isNumber(text) else {
            position = start
            throw fault("a JSON value is needed")
        }
        return .number(text)
    }

    private mutating func readString() throws(JSONFault) -> String {
        position += 1
        var text: [UInt8] = []
        while true {
            guard position < bytes.count else { throw fault("a string needs `\"` at its end") }
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                position += 1
                text.append(contentsOf: try readEscape().utf8)
            case 0..<0x20:
                throw fault("a control character needs an escape")
            default:
                text.append(byte)
                position += 1
            }
        }
    }

    private mutating func readEscape() throws(JSONFault) -> String {
        let byte = current
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(byte))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return String(Character(try readUnicodeEscape()))
        default:
            position -= 1
            throw fault("there is no such escape")
        }
    }

    /// A scalar from one `\uXXXX`, or from two that form a surrogate pair.
    private mutating func readUnicodeEscape() throws(JSONFault) -> Unicode.Scalar {
        let first = try readHex()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) else {
            throw fault("half of a surrogate pair is no character")
        }
        let second = try readHex()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw fault("half of a surrogate pair is no character") }
        return scalar
    }

    private mutating func readHex() throws(JSONFault) -> UInt32 {
        guard position + 4 <= bytes.count else { throw fault("an escape needs four hexadecimal digits") }
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
                throw fault("an escape needs four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}

/// The first place where a text isn't JSON.
struct JSONFault: Error, Hashable, Sendable {
    /// Offset into the text's UTF-8.
    let offset: Int
    /// One clause for people.
    let description: String
}

/// The grammar that JSON numbers and the number literals of MessageFormat share:
/// `-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?`.
enum MessageNumberShape {
    static func isNumber(_ text: String) -> Bool {
        var bytes = Array(text.utf8)[...]
        func digits(_ bytes: inout ArraySlice<UInt8>) -> Int {
            let count = bytes.prefix { $0 &- 0x30 < 10 }.count
            bytes = bytes.dropFirst(count)
            return count
        }
        if bytes.first == UInt8(ascii: "-") { bytes = bytes.dropFirst() }
        let startsWithZero = bytes.first == UInt8(ascii: "0")
        let integer = digits(&bytes)
        guard integer > 0, !startsWithZero || integer == 1 else { return false }
        if bytes.first == UInt8(ascii: ".") {
            bytes = bytes.dropFirst()
            guard digits(&bytes) > 0 else { return false }
        }
        if let byte = bytes.first, byte | 0x20 == UInt8(ascii: "e") {
            bytes = bytes.dropFirst()
            if let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
                bytes = bytes.dropFirst()
            }
            guard digits(&bytes) > 0 else { return false }
        }
        return bytes.isEmpty
    }
}
