import MessageFormat

/// A piece of a pattern with its position in the message's source.
///
/// Parsed messages have no positions, and their escapes are resolved, but diagnostics need both.
struct PlacedElement {
    let element: Message.PatternElement
    /// A range of bytes in the source; for a placeholder, including its braces.
    let range: Range<Int>
}

extension WrittenText {
    /// The patterns that can be shown, as pieces; empty for a text that can't be parsed.
    var placedPatterns: [[PlacedElement]] {
        guard problems.isEmpty, let message else { return [] }
        let bytes = Array(source.utf8)
        let ranges = PatternRanges(bytes)
        let patterns = message.patterns
        guard ranges.patterns.count == patterns.count else { return [] }
        return zip(ranges.patterns, patterns).map { range, pattern in
            let pieces = ranges.pieces(of: range)
            guard pieces.count == pattern.count else { return [] }
            return zip(pattern, pieces).map { PlacedElement(element: $0, range: $1) }
        }
    }
}

/// Positions of patterns and their pieces in a source without errors.
struct PatternRanges {
    let bytes: [UInt8]
    /// In the order written.
    private(set) var patterns: [Range<Int>] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard isComplex else {
            patterns = [0..<bytes.count]
            return
        }
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "|"): position = endOfQuoted(position)
            case UInt8(ascii: "{"):
                guard byte(position + 1) == UInt8(ascii: "{") else {
                    position = endOfPlaceholder(position)
                    continue
                }
                let end = endOfPattern(position + 2)
                patterns.append(position + 2..<end)
                position = end + 2
            default: position += 1
            }
        }
    }

    /// The pieces of a pattern: text and placeholders by turns.
    func pieces(of pattern: Range<Int>) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var (start, position) = (pattern.lowerBound, pattern.lowerBound)
        while position < pattern.upperBound {
            switch bytes[position] {
            case UInt8(ascii: "\\"): position += 2
            case UInt8(ascii: "{"):
                if start < position { pieces.append(start..<position) }
                let end = min(endOfPlaceholder(position), pattern.upperBound)
                pieces.append(position..<end)
                (start, position) = (end, end)
            default: position += 1
            }
        }
        if start < pattern.upperBound { pieces.append(start..<pattern.upperBound) }
        return pieces
    }

    /// Whether the source has declarations or a quoted pattern, rather than being a pattern itself.
    private var isComplex: Bool {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }) else { return false }
        return bytes[first] == UInt8(ascii: ".")
            || bytes[first] == UInt8(ascii: "{") && byte(first + 1) == UInt8(ascii: "{")
    }

    private func byte(_ position: Int) -> UInt8? { position < bytes.count ? bytes[position] : nil }

    /// The index after a literal between bars.
    private func endOfQuoted(_ start: Int) -> Int {
        var position = start + 1
        while let byte = byte(position), byte != UInt8(ascii: "|") {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position + 1, bytes.count)
    }

    /// The index after a placeholder's closing brace.
    private func endOfPlaceholder(_ start: Int) -> Int {
        var position = start + 1
        while let byte = byte(position), byte != UInt8(ascii: "}") {
            position = byte == UInt8(ascii: "|") ? endOfQuoted(position) : position + 1
        }
        return min(position + 1, bytes.count)
    }

    /// The index of the two braces that close a pattern.
    private func endOfPattern(_ start: Int) -> Int {
        var position = start
        while let byte = byte(position), byte != UInt8(ascii: "}") {
            switch byte {
            case UInt8(ascii: "\\"): position += 2
            case UInt8(ascii: "{"): position = endOfPlaceholder(position)
            default: position += 1
            }
        }
        return min(position, bytes.count)
    }
}
