/// Curly quotes around strings, where a word processor put them in place of straight ones.
///
/// Such strings are read as they were meant, and one diagnostic with one fix stands for all of a file.
struct CurlyQuotes {
    /// U+2018 to U+201F in UTF-8: E2 80 98 to E2 80 9F, the double ones from 9C.
    static let lead: UInt8 = 0xE2
    static let length = 3
    /// A fix longer than this helps nobody.
    private static let longestFix = 1 << 20

    /// Where they stand.
    private var offsets: [Int] = []
    /// Straight double quotes within such strings, which have to be escaped.
    private var inner: [Int] = []

    var count: Int { offsets.count }

    /// From the first to the last; nil where there are none.
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

    /// The file from the first of them to the last, with straight quotes; nil where that is too much.
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

    /// The length of the quote at `position`, where that ends the string: behind it comes structure, or the line's end.
    ///
    /// What stands between words is one of the words' own quotes.
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
