extension String {
    /// Nothing but blanks and characters that are never seen, such as a zero-width space or an empty Braille cell.
    public var isBlank: Bool {
        unicodeScalars.allSatisfy { scalar in
            // Of ASCII, no need to look into Unicode's tables.
            if scalar.isASCII { return scalar == " " || (0x09...0x0D).contains(scalar.value) }
            return scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
                || Self.emptyGlyphs.contains(scalar)
        }
    }

    /// What Unicode counts as a letter, a mark or a symbol, and draws as nothing: BRAILLE PATTERN BLANK, KHITAN SMALL SCRIPT
    /// FILLER, EGYPTIAN HIEROGLYPH FULL BLANK and HALF BLANK, MUSICAL SYMBOL NULL NOTEHEAD.
    ///
    /// The fillers of Hangul and the like are default ignorable. Source: the Unicode Standard, code charts.
    private static let emptyGlyphs: Set<Unicode.Scalar> = [
        "\u{2800}", "\u{16FE4}", "\u{13441}", "\u{13442}", "\u{1D159}",
    ]
}
