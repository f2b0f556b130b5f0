/// What is wrong with a JSON text, and at which byte.
public struct JSONSyntaxError: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case empty
        case unexpectedByte
        case unexpectedEnd
        case trailingText
        case badNumber
        case badLiteral
        case badEscape
        case loneSurrogate
        case controlCharacter
        case notUTF8
        case byteOrderMark
        case duplicateName(String)
        case tooDeep(limit: Int)
    }

    public let kind: Kind
    /// Byte offset into the text.
    public let offset: Int

    public init(kind: Kind, offset: Int) {
        self.kind = kind
        self.offset = offset
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    public var description: String {
        "\(message) at byte \(offset)"
    }

    private var message: String {
        switch kind {
        case .empty: "there is no JSON value"
        case .unexpectedByte: "unexpected character"
        case .unexpectedEnd: "the JSON text ends too early"
        case .trailingText: "text after the JSON value"
        case .badNumber: "this is not a JSON number"
        case .badLiteral: "only true, false and null are words of JSON"
        case .badEscape: "unknown escape in a string"
        case .loneSurrogate: "half of a surrogate pair in a string"
        case .controlCharacter: "control character in a string, write it as an escape"
        case .notUTF8: "the text is not valid UTF-8"
        case .byteOrderMark: "a byte order mark before the JSON value"
        case .duplicateName(let name): "the name “\(name.prefix(64))” stands twice in one object"
        case .tooDeep(let limit): "more than \(limit) levels of nesting"
        }
    }
}

extension JSONValue {
    /// Reads exactly RFC 8259: UTF-8, no comments, no duplicate names, numbers kept as written.
    ///
    /// - Parameter depthLimit: how many arrays and objects may be nested.
    public init(parsing bytes: some Sequence<UInt8>, depthLimit: Int = 64) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes: Array(bytes), depthLimit: depthLimit)
        self = try parser.document()
    }
}

/// A strict, one-pass reader that stops at the first fault: for requests.
///
/// Tenant files have a recovering reader.
struct JSONParser {
    private let bytes: [UInt8]
    /// Asked of the whole text at once: then every string in it is, too.
    private let isUTF8: Bool
    private let depthLimit: Int
    private var position = 0

    init(bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        isUTF8 = bytes.isUTF8
        self.depthLimit = depthLimit
    }

    mutating func document() throws(JSONSyntaxError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw fault(.byteOrderMark) }
        skipSpace()
        guard position < bytes.count else { throw fault(.empty) }
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw fault(.trailingText) }
        return value
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard position < bytes.count else { throw fault(.unexpectedEnd) }
        switch bytes[position] {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return try word()
        default: throw fault(.unexpectedByte)
        }
    }

    /// Up to so many names, comparing is quicker than hashing.
    private static let smallObject = 16

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard depth <= depthLimit else { throw fault(.tooDeep(limit: depthLimit)) }
        position += 1
        var members: [JSONObject.Member] = []
        // Of a large object: looking through its members would take ever longer.
        var names: Set<ExactText> = []
        skipSpace()
        if take("}") { return .object(JSONObject()) }
        while true {
            skipSpace()
            let start = position
            guard position < bytes.count else { throw fault(.unexpectedEnd) }
            guard bytes[position] == UInt8(ascii: "\"") else { throw fault(.unexpectedByte) }
            let name = try string()
            if members.count == Self.smallObject { names = Set(members.map(\.name.exact)) }
            let isNew =
                members.count < Self.smallObject
                ? !members.contains { $0.name.exact == name.exact } : names.insert(name.exact).inserted
            guard isNew else { throw JSONSyntaxError(kind: .duplicateName(name), offset: start) }
            skipSpace()
            try expect(":")
            skipSpace()
            members.append(.init(name, try value(depth: depth)))
            skipSpace()
            if take("}") { return .object(JSONObject(members)) }
            try expect(",")
        }
    }

    private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard depth <= depthLimit else { throw fault(.tooDeep(limit: depthLimit)) }
        position += 1
        var elements: [JSONValue] = []
        skipSpace()
        if take("]") { return .array([]) }
        while true {
            skipSpace()
            elements.append(try value(depth: depth))
            skipSpace()
            if take("]") { return .array(elements) }
            try expect(",")
        }
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        position += 1
        let start = position
        position = bytes.plainEnd(from: start)
        guard position < bytes.count else { throw fault(.unexpectedEnd) }
        if bytes[position] == UInt8(ascii: "\"") {
            position += 1
            return try decoded(bytes, in: start..<position - 1, at: start)
        }
        var cooked = Array(bytes[start..<position])
        while true {
            guard position < bytes.count else { throw fault(.unexpectedEnd) }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return try decoded(cooked, in: cooked.indices, at: start)
            case UInt8(ascii: "\\"): try escape(into: &cooked)
            case 0..<0x20: throw fault(.controlCharacter)
            default:
                let end = bytes.plainEnd(from: position)
                cooked += bytes[position..<end]
                position = end
            }
        }
    }

    private func decoded(_ bytes: [UInt8], in range: Range<Int>, at start: Int) throws(JSONSyntaxError) -> String {
        // Escapes represent whole characters, and quotes are no part of any.
        guard let text = bytes.text(in: range, isChecked: isUTF8) else {
            throw JSONSyntaxError(kind: .notUTF8, offset: start)
        }
        return text
    }

    private mutating func escape(into cooked: inout [UInt8]) throws(JSONSyntaxError) {
        switch JSONEscape(in: bytes, at: position) {
        case .scalar(let scalar, let length):
            cooked += String(Character(scalar)).utf8
            position += length
        case .unknown(let length) where position + length == bytes.count:
            throw JSONSyntaxError(kind: .unexpectedEnd, offset: bytes.count)
        case .unknown: throw fault(.badEscape)
        case .loneSurrogate: throw fault(.loneSurrogate)
        }
    }

    private mutating func number() throws(JSONSyntaxError) -> String {
        guard let end = JSONNumber.end(in: bytes, from: position) else { throw fault(.badNumber) }
        defer { position = end }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    private mutating func word() throws(JSONSyntaxError) -> JSONValue {
        let start = position
        while position < bytes.count, (65...90).contains(bytes[position] & 0xDF) { position += 1 }
        switch String(decoding: bytes[start..<position], as: UTF8.self) {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .null
        default: throw JSONSyntaxError(kind: .badLiteral, offset: start)
        }
    }

    /// Called around each value and name of a text that mostly has no space: a call would cost more than it does.
    @inline(__always)
    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws(JSONSyntaxError) {
        guard position < bytes.count else { throw fault(.unexpectedEnd) }
        guard take(scalar) else { throw fault(.unexpectedByte) }
    }

    private func fault(_ kind: JSONSyntaxError.Kind) -> JSONSyntaxError {
        JSONSyntaxError(kind: kind, offset: position)
    }
}
