/// Takes markup and control characters out of words that come from outside.
public enum Sanitizer {
    /// Removes everything that reads as a tag, and control characters but line feed and tab.
    ///
    /// `<` that begins no tag stays (`a < b`). What is left holds no tag, also when tags were put together from pieces;
    /// an unclosed tag takes the rest with it. One pass, linear.
    public static func strippingTags(from text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "<")) || TextFormat.hasControlCharacter(text) else { return text }
        var kept: [Unicode.Scalar] = []
        /// Where in `kept` a `<` stands that no `>` has answered yet.
        var openings: [Int] = []
        for scalar in text.unicodeScalars {
            guard !TextFormat.isControl(scalar) else { continue }
            if scalar == "<" { openings.append(kept.count) }
            guard scalar == ">" else {
                kept.append(scalar)
                continue
            }
            if let tag = lastTag(in: kept, openings: &openings) {
                kept.removeSubrange(tag...)
            } else {
                kept.append(scalar)
            }
        }
        if let unclosed = openings.first(where: { beginsTag(kept, at: $0) }) { kept.removeSubrange(unclosed...) }
        return String(String.UnicodeScalarView(kept))
    }

    /// The last opening that begins a tag, taken from the list together with those after it.
    private static func lastTag(in scalars: [Unicode.Scalar], openings: inout [Int]) -> Int? {
        while let opening = openings.popLast() {
            if beginsTag(scalars, at: opening) { return opening }
        }
        return nil
    }

    private static func beginsTag(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        guard index + 1 < scalars.count else { return false }
        let next = scalars[index + 1]
        return next.properties.isAlphabetic || next == "/" || next == "!" || next == "?"
    }
}
