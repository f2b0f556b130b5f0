/// In what a client counts columns.
public enum PositionEncoding: String, Sendable, Hashable, CaseIterable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case utf32 = "utf-32"

    /// The units of a character that begins with `lead`; a byte that can't begin one counts like a character.
    func width(of lead: UInt8) -> Int {
        switch self {
        case .utf8: UTF8Bytes.length(lead)
        case .utf16: lead >= 0xF0 ? 2 : 1
        case .utf32: 1
        }
    }
}

/// A place in a text as clients name it, counted from 0.
public struct TextPosition: Sendable, Hashable, Comparable {
    public var line: Int
    /// In units of the client's ``PositionEncoding``.
    public var character: Int

    public init(line: Int, character: Int) {
        self.line = line
        self.character = character
    }

    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.character) < (right.line, right.character)
    }
}

/// The lines of a text, and the way between bytes and positions.
///
/// Lines end with `\n`, `\r\n` or `\r`. Any position has a byte and any byte a position: beyond a line's end is its end, beyond
/// the last line is the text's end, and inside a character is before it.
public struct TextLines: Sendable {
    public let bytes: [UInt8]
    /// Offsets of the first bytes of all lines.
    private let starts: [Int]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        for (offset, byte) in bytes.enumerated() {
            switch byte {
            case 0x0A: starts.append(offset + 1)
            case 0x0D where offset + 1 == bytes.count || bytes[offset + 1] != 0x0A: starts.append(offset + 1)
            default: break
            }
        }
        self.starts = starts
    }

    public var count: Int { starts.count }

    /// The line's bytes without its end.
    public func range(ofLine line: Int) -> Range<Int> {
        guard starts.indices.contains(line) else { return bytes.count..<bytes.count }
        let start = starts[line]
        var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
        while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return start..<end
    }

    public func offset(of position: TextPosition, _ encoding: PositionEncoding) -> Int {
        guard position.line >= 0 else { return 0 }
        guard position.line < starts.count else { return bytes.count }
        let line = range(ofLine: position.line)
        var (offset, units) = (line.lowerBound, 0)
        while offset < line.upperBound {
            let width = encoding.width(of: bytes[offset])
            guard units + width <= position.character else { break }
            units += width
            offset = UTF8Bytes.end(ofCharacterAt: offset, in: bytes, before: line.upperBound)
        }
        return offset
    }

    public func position(of offset: Int, _ encoding: PositionEncoding) -> TextPosition {
        let offset = min(max(offset, 0), bytes.count)
        let line = self.line(at: offset)
        let range = range(ofLine: line)
        var (position, units) = (range.lowerBound, 0)
        while position < min(offset, range.upperBound) {
            let end = UTF8Bytes.end(ofCharacterAt: position, in: bytes, before: range.upperBound)
            guard end <= offset else { break }
            units += encoding.width(of: bytes[position])
            position = end
        }
        return TextPosition(line: line, character: units)
    }

    /// The line, from 0, that holds a byte.
    public func line(at offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}

enum UTF8Bytes {
    /// Of a character by its first byte.
    static func length(_ lead: UInt8) -> Int {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    /// Where the character that begins at `offset` ends; one that is cut short ends where the next begins.
    static func end(ofCharacterAt offset: Int, in bytes: [UInt8], before limit: Int) -> Int {
        let last = min(offset + length(bytes[offset]), limit)
        var end = offset + 1
        while end < last, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }
}
