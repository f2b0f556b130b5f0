/// The character classes of the MessageFormat 2 grammar (`spec/message.abnf`, LDML 48.2), on UTF-8 bytes.
enum CharacterClass {
    /// ASCII bytes that can begin a name: letters, `+` and `_`.
    @inline(__always)
    static func isASCIINameStart(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte == 0x2B || byte == 0x5F
    }

    /// ASCII bytes that can continue a name: also digits, `-` and `.`.
    @inline(__always)
    static func isASCIINameCharacter(_ byte: UInt8) -> Bool {
        isASCIINameStart(byte) || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x2E
    }

    /// Non-ASCII scalars that are allowed in a name: all but controls, white space, bidi controls and noncharacters.
    static func isWideNameScalar(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xA1...0x61B, 0x61D...0x167F, 0x1681...0x1FFF, 0x200B...0x200D, 0x2010...0x2027, 0x2030...0x205E,
            0x2060...0x2065, 0x206A...0x2FFF, 0x3001...0xD7FF, 0xE000...0xFDCF, 0xFDF0...0xFFFD:
            true
        case 0x10000...0x10FFFF:
            scalar & 0xFFFE != 0xFFFE
        default:
            false
        }
    }

    /// Whether a whole text is valid as a name (`nameStart`) or as an unquoted literal.
    static func isName(_ text: String, requiringNameStart nameStart: Bool) -> Bool {
        var isFirst = true
        for scalar in text.unicodeScalars {
            let allowed =
                if scalar.isASCII {
                    isFirst && nameStart
                        ? isASCIINameStart(UInt8(scalar.value)) : isASCIINameCharacter(UInt8(scalar.value))
                } else {
                    isWideNameScalar(scalar.value)
                }
            guard allowed else { return false }
            isFirst = false
        }
        return !isFirst
    }

    /// Whether a text is an identifier: a name, or two joined by `:`.
    ///
    /// By scalars, because a colon before a combining mark, which may begin a name, isn't a `Character` of its own.
    static func isIdentifier(_ text: String) -> Bool {
        let parts = text.unicodeScalars.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.allSatisfy { isName(String($0), requiringNameStart: true) }
    }
}
