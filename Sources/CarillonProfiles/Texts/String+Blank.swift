extension String {
    /// Whether it contains only blanks and invisible characters, such as a zero-width space or an empty Braille cell.
    public var isBlank: Bool {
        unicodeScalars.allSatisfy { scalar in
            // ASCII needs no look-up in Unicode's tables.
            if scalar.isASCII { return scalar == " " || (0x09...0x0D).contains(scalar.value) }
            return scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
                || Self.emptyGlyphs.contains(scalar)
        }
    }

    /// Characters that Unicode classes as letters, marks or symbols, but whose glyph is empty: BRAILLE PATTERN BLANK,
    /// KHITAN SMALL SCRIPT FILLER, EGYPTIAN HIEROGLYPH FULL BLANK and HALF BLANK, MUSICAL SYMBOL NULL NOTEHEAD.
    ///
    /// Hangul fillers and the like are default ignorable. Source: the Unicode Standard, code charts.
    private static let emptyGlyphs: Set<Unicode.Scalar> = [
        "\u{2800}", "\u{16FE4}", "\u{13441}", "\u{13442}", "\u{1D159}",
    ]
}
