/// Curly quotes around strings, put there by a word processor in place of straight ones.
///
/// Such strings are read as intended, and one diagnostic with one fix is reported for the whole file.
struct CurlyQuotes {
    /// U+2018 to U+201F in UTF-8: E2 80 98 to E2 80 9F, the double ones from 9C.
    static let lead: UInt8 = 0xE2
    static let length = 3
    /// How many bytes a fix may replace; a longer one would help nobody.
    private static let longestFix = 1 << 20

    /// Offsets of the curly quotes that delimit strings.
    private var offsets: [Int] = []
    /// Offsets of straight double quotes within such strings, which the fix has to escape.
    private var inner: [Int] = []

    var count: Int { offsets.count }

    /// From the first to the last quote; nil where there are none.
    var range: Range<Int>? {
        guard let first = offsets.first, let last = offsets.last else { return nil }
        return first..<last + Self.length
    }

    mutating func add(_ offset: Int) { offsets.append(offset) }
    mutating func addInner(_ offset: Int) { inner.append(offset) }

    static func isOne(at offset: Int, in bytes: [UInt8]) -> Bool {
        offset + length <= bytes.count && bytes[offset] == lead && bytes[offset + 1] == 0x80
            && (0x98...0x9F).contains(bytes[offset + 2])
    }

    static func isDouble(at offset: Int, in bytes: [UInt8]) -> Bool { bytes[offset + 2] >= 0x9C }

    /// The text of the fix: straight quotes from the first curly one to the last; nil where that would be too long.
    func straightened(in bytes: [UInt8]) -> String? {
        guard let range, range.count <= Self.longestFix else { return nil }
        var text: [UInt8] = []
        var position = range.lowerBound
        let changes =
            offsets.map { ($0, Self.length, [UInt8(ascii: "\"")]) } + inner.map { ($0, 1, Array("\\\"".utf8)) }
        for (offset, length, replacement) in changes.sorted(by: { $0.0 < $1.0 }) where offset < range.upperBound {
            text += bytes[position..<offset] + replacement
            position = offset + length
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension JSONReader {
    /// A string that begins with a curly quote.
    mutating func curlyString() -> JSONNode {
        let start = position
        let isDouble = CurlyQuotes.isDouble(at: start, in: bytes)
        curlyQuotes.add(start)
        position += CurlyQuotes.length
        var cooked: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            if let length = closingQuote(isDouble: isDouble) {
                if length == CurlyQuotes.length { curlyQuotes.add(position) }
                position += length
                return JSONNode(
                    content: .string(String(decoding: cooked, as: UTF8.self)),
                    range: start..<position,
                    damage: .members
                )
            }
            switch byte {
            case 0x0A, 0x0D: return unclosedString(from: start, cooked)
            case UInt8(ascii: "\\"): escape(into: &cooked)
            default:
                if byte == UInt8(ascii: "\"") { curlyQuotes.addInner(position) }
                cooked.append(byte)
                position += 1
            }
        }
        return unclosedString(from: start, cooked)
    }

    /// The length of the quote at `position` where it ends the string, that is, where punctuation of JSON or the line's
    /// end follows.
    ///
    /// A curly quote between words belongs to the string's text.
    private func closingQuote(isDouble: Bool) -> Int? {
        let length: Int
        if bytes[position] == UInt8(ascii: "\"") {
            length = 1
        } else if CurlyQuotes.isOne(at: position, in: bytes),
            CurlyQuotes.isDouble(at: position, in: bytes) == isDouble
        {
            length = CurlyQuotes.length
        } else {
            return nil
        }
        var next = position + length
        while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
        guard next < bytes.count else { return length }
        return ",:]}\n\r".utf8.contains(bytes[next]) ? length : nil
    }
}
