/// Reads single characters, white space, names and literals.
extension Parser {
    /// The next byte; 0 at the end, which no rule of the grammar accepts.
    @inline(__always)
    var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    var isAtEnd: Bool { position >= bytes.count }

    @inline(__always)
    func byte(_ distance: Int) -> UInt8 {
        position + distance < bytes.count ? bytes[position + distance] : 0
    }

    var isQuotedPatternStart: Bool { current == Byte.open && byte(1) == Byte.open }

    mutating func consume(_ byte: UInt8) -> Bool {
        guard !isAtEnd, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// Skips white space and bidi marks; returns whether there was white space, which separates tokens.
    @discardableResult
    mutating func skipSpace() -> Bool {
        var sawSpace = false
        while true {
            switch current {
            case Byte.space, Byte.tab, Byte.lineFeed, Byte.carriageReturn:
                position += 1
                sawSpace = true
            case 0xE3 where byte(1) == 0x80 && byte(2) == 0x80:
                position += 3
                sawSpace = true
            case 0xD8, 0xE2:
                let length = bidiMarkLength
                guard length > 0 else { return sawSpace }
                position += length
            default:
                return sawSpace
            }
        }
    }

    /// The length of the bidi mark at the position (U+061C, U+200E, U+200F, U+2066–2069), or 0.
    var bidiMarkLength: Int {
        switch current {
        case 0xD8: byte(1) == 0x9C ? 2 : 0
        case 0xE2:
            switch (byte(1), byte(2)) {
            case (0x80, 0x8E), (0x80, 0x8F), (0x81, 0xA6...0xA9): 3
            default: 0
            }
        default: 0
        }
    }

    /// The length of the character at the position if it is allowed in a name, else 0.
    @inline(__always)
    func nameCharacterLength(start: Bool) -> Int {
        let first = current
        if first < 0x80 {
            let allowed =
                start ? CharacterClass.isASCIINameStart(first) : CharacterClass.isASCIINameCharacter(first)
            return allowed ? 1 : 0
        }
        let (scalar, length) = wideScalar
        return CharacterClass.isWideNameScalar(scalar) ? length : 0
    }

    /// The non-ASCII scalar at the position, with its length.
    ///
    /// The text is valid UTF-8, because it came from a `String`.
    var wideScalar: (scalar: UInt32, length: Int) {
        let first = UInt32(current)
        let second = UInt32(byte(1)) & 0x3F
        if first < 0xE0 { return ((first & 0x1F) << 6 | second, 2) }
        let third = UInt32(byte(2)) & 0x3F
        if first < 0xF0 { return ((first & 0x0F) << 12 | second << 6 | third, 3) }
        return ((first & 0x07) << 18 | second << 12 | third << 6 | UInt32(byte(3)) & 0x3F, 4)
    }

    /// The range of the character at the position, for reporting it; empty at the end.
    var currentCharacterRange: Range<Int> {
        guard !isAtEnd else { return position..<position }
        let length = current < 0x80 ? 1 : wideScalar.length
        return position..<min(position + length, bytes.count)
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Reads a name with at most one bidi mark on each side, which isn't part of it; nil, with nothing consumed, where
    /// none begins.
    mutating func parseName() -> Range<Int>? {
        let start = position
        position += bidiMarkLength
        let lower = position
        var length = nameCharacterLength(start: true)
        guard length > 0 else {
            position = start
            return nil
        }
        repeat {
            position += length
            length = nameCharacterLength(start: false)
        } while length > 0
        let upper = position
        position += bidiMarkLength
        return lower..<upper
    }

    /// Reads `name` or `namespace:name`; nil after reporting what is missing.
    mutating func parseIdentifier(of thing: StaticString) -> String? {
        guard let first = parseName() else {
            report(currentCharacterRange, Self.missingName(of: thing, at: currentCharacter))
            return nil
        }
        guard current == Byte.colon else { return text(first) }
        position += 1
        guard let second = parseName() else {
            report(currentCharacterRange, Self.missingName(of: thing, at: currentCharacter))
            return nil
        }
        if second.lowerBound == first.upperBound + 1 { return text(first.lowerBound..<second.upperBound) }
        return text(first) + ":" + text(second)
    }

    /// Whether a literal, quoted or not, begins here.
    var isLiteralStart: Bool { current == Byte.pipe || nameCharacterLength(start: false) > 0 }

    /// Reads a literal, with escapes resolved; call it only where ``isLiteralStart``.
    mutating func parseLiteral() -> String {
        if current == Byte.pipe { return parseQuotedLiteral() }
        let start = position
        var length = nameCharacterLength(start: false)
        while length > 0 {
            position += length
            length = nameCharacterLength(start: false)
        }
        return text(start..<position)
    }

    private mutating func parseQuotedLiteral() -> String {
        let start = position
        position += 1
        let cooked = parseText { $0 == Byte.pipe }
        guard consume(Byte.pipe) else {
            reportUnclosed(from: start, Self.unclosedLiteral())
            return cooked
        }
        return cooked
    }

    /// Reads text, with escapes resolved, up to a byte that `stops` accepts, or to the end.
    mutating func parseText(until stops: (UInt8) -> Bool) -> String {
        var run = position
        var cooked: [UInt8] = []
        while !isAtEnd {
            let byte = bytes[position]
            if stops(byte) { break }
            if byte == Byte.backslash {
                cooked.append(contentsOf: bytes[run..<position])
                parseEscape()
                run = position
                // The escaped character begins the next run, because it is content in any case.
                if !isAtEnd { position += currentCharacterRange.count }
            } else {
                if byte == 0 { report(position..<position + 1, Self.nulCharacter()) }
                if !isAtEnd { position += 1 }
            }
        }
        if cooked.isEmpty { return text(run..<position) }
        cooked.append(contentsOf: bytes[run..<position])
        return String(decoding: cooked, as: UTF8.self)
    }

    /// Skips a backslash; reports one that isn't followed by `\`, `{`, `|` or `}`.
    private mutating func parseEscape() {
        let start = position
        position += 1
        switch current {
        case Byte.backslash, Byte.open, Byte.pipe, Byte.close: break
        default: report(start..<currentCharacterRange.upperBound, Self.unknownEscape(currentCharacter))
        }
    }

    /// The character at the position, for error messages; nil at the end.
    var currentCharacter: String? {
        isAtEnd ? nil : text(currentCharacterRange)
    }
}
