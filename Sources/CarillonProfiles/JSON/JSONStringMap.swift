import CarillonModel

/// Where the bytes of a JSON string's value are in the file.
struct JSONStringMap: Sendable {
    /// For each escape: offset in the value, offset in the file, and how much longer it is in the file.
    private let escapes: [(value: Int, file: Int, valueLength: Int, fileLength: Int)]
    private let start: Int
    private let end: Int

    /// - Parameters:
    ///   - range: the string with its quotes.
    ///   - bytes: the file.
    init(_ range: Range<Int>, in bytes: [UInt8]) {
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

    /// The file's bytes that make up the value's bytes `range`, whole escapes.
    func fileRange(_ range: Range<Int>) -> Range<Int> {
        let lower = offset(range.lowerBound, roundsUp: false)
        return lower..<max(lower, offset(range.upperBound, roundsUp: true))
    }

    private func offset(_ value: Int, roundsUp: Bool) -> Int {
        guard let escape = escapes.last(where: { $0.value <= value && (!roundsUp || $0.value < value) }) else {
            return min(start + value, end)
        }
        let inside = value - escape.value
        if inside < escape.valueLength { return roundsUp ? escape.file + escape.fileLength : escape.file }
        return min(escape.file + escape.fileLength + inside - escape.valueLength, end)
    }

    /// How long the escape is in the file, and how many bytes of UTF-8 it stands for: none, where it is wrong.
    private static func lengths(_ escape: JSONEscape) -> (file: Int, value: Int) {
        switch escape {
        case .scalar(let scalar, let length): (length, UTF8.width(scalar))
        case .unknown(let length), .loneSurrogate(let length): (length, 0)
        }
    }
}
