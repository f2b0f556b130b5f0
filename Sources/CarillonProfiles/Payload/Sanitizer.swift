/// Removes markup and control characters from texts that come from outside.
public enum Sanitizer {
    /// Removes markup (see ``MarkupStripper``), control characters but line feed and tab, and directional formatting
    /// that isn't closed or closes nothing, which would change the direction of the surrounding text.
    ///
    /// Line and paragraph separators become line feeds. No text is lost completely: where only markup would be left, it
    /// is kept, with a blank after each `<`, so that it is plain text. Applying it twice changes nothing more. Runs in
    /// linear time.
    public static func strippingTags(from text: String) -> String {
        // The UTF-8 of U+2028 to U+202E and of U+2066 to U+2069 begins with this byte.
        guard
            text.utf8.containsByte({ $0 == UInt8(ascii: "<") || $0 == 0xE2 }) || TextFormat.hasControlCharacter(text)
        else { return text }
        let scalars = text.unicodeScalars.lazy.filter { !TextFormat.isControl($0) }
            .map { $0 == "\u{2028}" || $0 == "\u{2029}" ? "\n" : $0 }
        let plain = balanced(MarkupStripper.stripped(scalars))
        guard plain.isBlank, text.utf8.contains(UInt8(ascii: "<")) else { return plain }
        return balanced(scalars.flatMap { $0 == "<" ? ["<", " "] : [$0] })
    }

    private static func balanced(_ scalars: [Unicode.Scalar]) -> String {
        String(String.UnicodeScalarView(DirectionalFormatting.balanced(scalars)))
    }
}
