/// How many columns text takes in a terminal.
package enum DisplayWidth {
    package static func columns(of text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + columns(of: $1) }
    }

    /// None for what only changes what is beside it, 2 for characters of East Asia and for pictures, 1 for others.
    ///
    /// Letters with what belongs to them take the sum of its parts, as terminals count it; a picture of several parts (a
    /// family, a flag) takes 2.
    package static func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        // Most text, and all of it printable.
        if first.value < 0x7F, scalars.count == 1 { return first.value < 0x20 ? 0 : 1 }
        if first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}") { return 2 }
        return scalars.reduce(0) { $0 + columns(of: $1) }
    }

    /// Whether a line may end before or behind it, though there is no blank.
    package static func isWide(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { isEastAsian($0) } ?? false
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .format, .control, .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        // Vowels and final consonants of Hangul that are written into a syllable's square.
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        return isEastAsian(scalar) ? 2 : 1
    }

    /// The blocks whose characters take two columns.
    ///
    /// Source: UAX #11, East_Asian_Width W and F, by block; pictures are known by Emoji_Presentation (UTS #51).
    private static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D7F, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
