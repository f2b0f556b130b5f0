/// Removes markup and control characters from texts that come from outside.
public enum Sanitizer {
    /// Removes what ``MarkupStripper`` takes for markup, control characters but line feed and tab, and what turns the
    /// direction of the words around it: directional formatting that isn't closed, or closes nothing.
    ///
    /// Line and paragraph separators become line feeds. No text is lost for good: where nothing else would be left, the
    /// markup stays, with a blank behind each `<`, which makes text of it. Asked again, it changes nothing. Linear.
    public static func strippingTags(from text: String) -> String {
        // U+2028 to U+202E and U+2066 to U+2069 begin with this byte.
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
