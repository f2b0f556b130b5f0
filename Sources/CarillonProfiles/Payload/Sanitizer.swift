/// Takes markup and control characters out of words that come from outside.
public enum Sanitizer {
    /// Removes everything that reads as a tag, control characters but line feed and tab, and what turns the direction of
    /// the words around it: directional formatting that isn't closed, or closes nothing.
    ///
    /// `<` begins a tag where an HTML tokenizer takes it for one, before a letter of ASCII, `/`, `!` or `?`; any other stays
    /// (`a < b`, `3 <4`). So does one that no `>` answers (`a<b`); where more follows that an attribute could be, a blank
    /// parts it from the name. What is left holds no tag, also when tags were put together from pieces. Line and paragraph
    /// separators become line feeds. Linear. Source: WHATWG HTML, section 13.2.5.6.
    public static func strippingTags(from text: String) -> String {
        // U+2028 to U+202E and U+2066 to U+2069 begin with this byte.
        guard
            text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == 0xE2 }) || TextFormat.hasControlCharacter(text)
        else { return text }
        let kept = DirectionalFormatting.balanced(withoutTags(text.unicodeScalars))
        return String(String.UnicodeScalarView(kept))
    }

    private static func withoutTags(_ scalars: String.UnicodeScalarView) -> [Unicode.Scalar] {
        var kept: [Unicode.Scalar] = []
        /// Where in `kept` a `<` stands that no `>` has answered yet.
        var openings: [Int] = []
        for scalar in scalars {
            guard !TextFormat.isControl(scalar) else { continue }
            if scalar == "<" { openings.append(kept.count) }
            guard scalar == ">" else {
                kept.append(scalar == "\u{2028}" || scalar == "\u{2029}" ? "\n" : scalar)
                continue
            }
            if let tag = lastTag(in: kept, openings: &openings) {
                kept.removeSubrange(tag...)
            } else {
                kept.append(scalar)
            }
        }
        return parted(kept, at: openings.filter { beginsTag(kept, at: $0) })
    }

    /// The last opening that begins a tag, taken from the list together with those after it.
    private static func lastTag(in scalars: [Unicode.Scalar], openings: inout [Int]) -> Int? {
        while let opening = openings.popLast() {
            if beginsTag(scalars, at: opening) { return opening }
        }
        return nil
    }

    /// Directional formatting in between counts for nothing: it may be taken away yet.
    private static func beginsTag(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        guard let next = scalars[(index + 1)...].first(where: { !DirectionalFormatting.contains($0) }) else {
            return false
        }
        return next.isASCII && (next.properties.isAlphabetic || "/!?".unicodeScalars.contains(next))
    }

    /// With a blank behind the openings, where what follows isn't just the name of an element: whoever puts the words into
    /// a page would close the tag with the page's next `>`.
    private static func parted(_ scalars: [Unicode.Scalar], at openings: [Int]) -> [Unicode.Scalar] {
        guard let first = openings.first,
            scalars[(first + 1)...].contains(where: { $0 == "/" || $0.properties.isWhitespace })
        else { return scalars }
        var parted = Array(scalars[..<first])
        parted.reserveCapacity(scalars.count + openings.count)
        var rest = openings[...]
        for index in first..<scalars.count {
            parted.append(scalars[index])
            guard rest.first == index else { continue }
            rest.removeFirst()
            parted.append(" ")
        }
        return parted
    }
}
