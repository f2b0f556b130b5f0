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
    /// Within lines that are long, in their order: nobody counts a million columns for each question.
    private let marks: [Mark]

    /// Where a character begins, with the columns before it in its line.
    private struct Mark {
        let offset: Int
        var utf8 = 0
        var utf16 = 0
        var utf32 = 0

        func units(_ encoding: PositionEncoding) -> Int {
            switch encoding {
            case .utf8: utf8
            case .utf16: utf16
            case .utf32: utf32
            }
        }
    }

    /// Bytes between marks.
    private static let stride = 1024

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        var marks: [Mark] = []
        bytes.withUnsafeBufferPointer { buffer in
            var start = 0
            for (offset, byte) in buffer.enumerated() where byte == 0x0A || byte == 0x0D {
                guard byte == 0x0A || offset + 1 == buffer.count || buffer[offset + 1] != 0x0A else { continue }
                if offset - start > Self.stride { Self.mark(start..<offset, in: bytes, &marks) }
                start = offset + 1
                starts.append(start)
            }
            if buffer.count - start > Self.stride { Self.mark(start..<buffer.count, in: bytes, &marks) }
        }
        self.starts = starts
        self.marks = marks
    }

    private static func mark(_ line: Range<Int>, in bytes: [UInt8], _ marks: inout [Mark]) {
        var place = Mark(offset: line.lowerBound)
        var next = line.lowerBound + stride
        while place.offset < line.upperBound {
            let lead = bytes[place.offset]
            place = Mark(
                offset: UTF8Bytes.end(ofCharacterAt: place.offset, in: bytes, before: line.upperBound),
                utf8: place.utf8 + PositionEncoding.utf8.width(of: lead),
                utf16: place.utf16 + PositionEncoding.utf16.width(of: lead),
                utf32: place.utf32 + 1
            )
            guard place.offset >= next else { continue }
            marks.append(place)
            next = place.offset + stride
        }
    }

    /// The last mark of a line that isn't behind what is looked for; the line's beginning where there is none.
    private func mark(in line: Range<Int>, where isBefore: (Mark) -> Bool) -> Mark {
        var (low, high) = (-1, marks.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            let mark = marks[middle]
            let isLow = mark.offset < line.lowerBound || mark.offset <= line.upperBound && isBefore(mark)
            if isLow { low = middle } else { high = middle }
        }
        return low >= 0 && marks[low].offset > line.lowerBound ? marks[low] : Mark(offset: line.lowerBound)
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
        let mark = mark(in: line) { $0.units(encoding) <= position.character }
        var (offset, units) = (mark.offset, mark.units(encoding))
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
        let mark = mark(in: range) { $0.offset <= offset }
        var (position, units) = (mark.offset, mark.units(encoding))
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

/// Positions of bytes that are asked for one after the other: what was counted of a line isn't counted again.
public struct PositionReader {
    private let lines: TextLines
    private let encoding: PositionEncoding
    private var line = 0..<0
    private var offset = 0
    private var position: TextPosition?

    public init(_ lines: TextLines, _ encoding: PositionEncoding) {
        self.lines = lines
        self.encoding = encoding
    }

    public mutating func position(of wanted: Int) -> TextPosition {
        guard var known = position, wanted >= offset, wanted <= line.upperBound else {
            let found = lines.position(of: wanted, encoding)
            line = lines.range(ofLine: found.line)
            // Within a character the next begins before what was asked for.
            guard line.contains(wanted) || wanted == line.upperBound, wanted == lines.offset(of: found, encoding) else {
                position = nil
                return found
            }
            (offset, position) = (wanted, found)
            return found
        }
        while offset < wanted {
            let end = UTF8Bytes.end(ofCharacterAt: offset, in: lines.bytes, before: line.upperBound)
            guard end <= wanted else { break }
            known.character += encoding.width(of: lines.bytes[offset])
            offset = end
        }
        position = known
        return known
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
