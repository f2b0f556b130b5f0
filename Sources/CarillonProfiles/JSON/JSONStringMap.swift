/// Where the bytes of a JSON string's value stand in the file.
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
            let (fileLength, valueLength) = Self.lengths(bytes[file..<end])
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

    /// How long the escape at the beginning is in the file, and how many bytes of UTF-8 it stands for.
    private static func lengths(_ bytes: ArraySlice<UInt8>) -> (file: Int, value: Int) {
        let text = Array(bytes.prefix(12))
        guard text[1] == UInt8(ascii: "u"), text.count >= 6 else { return (2, 1) }
        guard let code = UInt32(String(decoding: text[2..<6], as: UTF8.self), radix: 16) else { return (2, 0) }
        switch code {
        case 0..<0x80: return (6, 1)
        case 0x80..<0x800: return (6, 2)
        case 0xD800..<0xDC00: return (12, 4)
        default: return (6, 3)
        }
    }
}
