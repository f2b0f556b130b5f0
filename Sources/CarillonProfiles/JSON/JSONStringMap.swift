import CarillonModel

/// Maps bytes of a JSON string's value to their positions in the file, and back.
package struct JSONStringMap: Sendable {
    /// The offset and length of an escape in the value, and its offset and length in the file.
    private typealias Escape = (value: Int, file: Int, valueLength: Int, fileLength: Int)

    private let escapes: [Escape]
    private let start: Int
    private let end: Int

    /// - Parameters:
    ///   - range: the string with its quotes.
    ///   - bytes: the file.
    package init(_ range: Range<Int>, in bytes: [UInt8]) {
        start = min(range.lowerBound + 1, range.upperBound)
        end = max(start, range.upperBound - 1)
        var escapes: [Escape] = []
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
        guard let escape = lastEscape(where: { $0.file <= offset }) else { return offset - start }
        let inside = offset - escape.file
        if inside < escape.fileLength { return escape.value }
        return escape.value + escape.valueLength + inside - escape.fileLength
    }

    private func offset(_ value: Int, roundsUp: Bool) -> Int {
        guard let escape = lastEscape(where: { $0.value <= value && (!roundsUp || $0.value < value) }) else {
            return min(start + value, end)
        }
        let inside = value - escape.value
        if inside < escape.valueLength { return roundsUp ? escape.file + escape.fileLength : escape.file }
        return min(escape.file + escape.fileLength + inside - escape.valueLength, end)
    }

    /// The last escape before a place; they stand in their order.
    private func lastEscape(where isBefore: (Escape) -> Bool) -> Escape? {
        var (low, high) = (0, escapes.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(escapes[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? escapes[low - 1] : nil
    }

    /// The escape's length in the file, and the length of its UTF-8, which is zero for an invalid escape.
    private static func lengths(_ escape: JSONEscape) -> (file: Int, value: Int) {
        switch escape {
        case .scalar(let scalar, let length): (length, UTF8.width(scalar))
        case .unknown(let length), .loneSurrogate(let length): (length, 0)
        }
    }
}
