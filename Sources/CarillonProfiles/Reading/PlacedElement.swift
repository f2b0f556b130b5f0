import MessageFormat

/// A piece of a pattern, and where it is in the message's source.
///
/// A parsed message has escapes resolved and no places: what is reported of texts needs both.
struct PlacedElement {
    let element: Message.PatternElement
    /// Bytes of the source; of a placeholder with its braces.
    let range: Range<Int>
}

extension WrittenText {
    /// The patterns that can be shown, piece by piece; none of a text that can't be parsed.
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

/// Where patterns, and the pieces of them, are in a source without faults.
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

    /// Runs of text, and placeholders between them.
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

    /// Whether there are declarations or a pattern within braces, rather than a pattern alone.
    private var isComplex: Bool {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }) else { return false }
        return bytes[first] == UInt8(ascii: ".")
            || bytes[first] == UInt8(ascii: "{") && byte(first + 1) == UInt8(ascii: "{")
    }

    private func byte(_ position: Int) -> UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Behind a literal between bars.
    private func endOfQuoted(_ start: Int) -> Int {
        var position = start + 1
        while let byte = byte(position), byte != UInt8(ascii: "|") {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position + 1, bytes.count)
    }

    /// Behind its closing brace.
    private func endOfPlaceholder(_ start: Int) -> Int {
        var position = start + 1
        while let byte = byte(position), byte != UInt8(ascii: "}") {
            position = byte == UInt8(ascii: "|") ? endOfQuoted(position) : position + 1
        }
        return min(position + 1, bytes.count)
    }

    /// Before the two braces that close it.
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
