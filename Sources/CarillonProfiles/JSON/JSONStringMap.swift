import CarillonModel

/// Maps bytes of a JSON string's value to their positions in the file, and back.
package struct JSONStringMap: Sendable {
    /// One entry for each escape: its offset and length in the value, and its offset and length in the file.
    private let escapes: [(value: Int, file: Int, valueLength: Int, fileLength: Int)]
    private let start: Int
    private let end: Int

    /// - Parameters:
    ///   - range: the string with its quotes.
    ///   - bytes: the file.
    package init(_ range: Range<Int>, in bytes: [UInt8]) {
        start = min(range.lowerBound + 1, range.upperBound)
        end = max(start, range.upperBound - 1)
        var escapes: [(value: Int, file: Int, valueLength: Int, fileLength: Int)] = []
        var (file, value) = (start, 0)
        while file < end {
            guard bytes[file] == UInt8(ascii: "\\"), file + 1 < end else {
                file += 1
                value += 1
                continue
            }
            let (fileLength, valueLength) = Self.lengths(JSONEscape(in: bytes, at: file))
            escapes.append((value, file, valueLength, fileLength))
            file += fileLength
            value += valueLength
        }
        self.escapes = escapes
    }

    /// The bytes of the file that encode the bytes `range` of the value, with escapes as a whole.
    package func fileRange(_ range: Range<Int>) -> Range<Int> {
        let lower = offset(range.lowerBound, roundsUp: false)
        return lower..<max(lower, offset(range.upperBound, roundsUp: true))
    }

    /// The byte of the value that the file has at `offset`; within an escape, where what it stands for begins.
    ///
    /// - Returns: nil outside the quotes.
    package func valueOffset(_ offset: Int) -> Int? {
        guard (start...end).contains(offset) else { return nil }
        guard let escape = escapes.last(where: { $0.file <= offset }) else { return offset - start }
        let inside = offset - escape.file
        if inside < escape.fileLength { return escape.value }
        return escape.value + escape.valueLength + inside - escape.fileLength
    }

    private func offset(_ value: Int, roundsUp: Bool) -> Int {
        guard let escape = escapes.last(where: { $0.value <= value && (!roundsUp || $0.value < value) }) else {
            return min(start + value, end)
        }
        let inside = value - escape.value
        if inside < escape.valueLength { return roundsUp ? escape.file + escape.fileLength : escape.file }
        return min(escape.file + escape.fileLength + inside - escape.valueLength, end)
    }

    /// The escape's length in the file, and the length of its UTF-8, which is zero for an invalid escape.
    private static func lengths(_ escape: JSONEscape) -> (file: Int, value: Int) {
        switch escape {
        case .scalar(let scalar, let length): (length, UTF8.width(scalar))
        case .unknown(let length), .loneSurrogate(let length): (length, 0)
        }
    }
}
