import CarillonModel
import CarillonPluginKit

/// Text in headers: folded where it is long, encoded where it isn't ASCII.
///
/// Source: RFC 5322, section 2.2.3, and RFC 2047, the `B` encoding.
enum EncodedWord {
    /// What a line may hold that has an encoded word in it; the header's name counts.
    ///
    /// Source: RFC 2047, section 2.
    static let lineLength = 76

    /// A header's text: as it is where that is safe, else in encoded words.
    ///
    /// Never a line end that begins anything but the same header's next line.
    ///
    /// - Parameter column: how much of the first line is taken, by the header's name as a rule.
    static func header(_ text: String, at column: Int) -> String {
        let line = singleLine(text)
        let isPlain = line.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !line.contains("=?")
        return (isPlain ? folded(line, at: column) : nil) ?? Self.text(line, at: column)
    }

    /// Encoded words of at most 75 characters, a line each, split between characters.
    static func text(_ text: String, at column: Int) -> String {
        // A word's frame is 12 characters, the space before it on the next line another; three bytes become four.
        let first = max((lineLength - column - 12) / 4 * 3, 4)
        return pieces(of: singleLine(text), first: first, then: (lineLength - 1 - 12) / 4 * 3)
            .map { "=?UTF-8?B?\(Base64.encode(Array($0.utf8)))?=" }
            .joined(separator: "\r\n ")
    }

    /// Split before spaces, which stay: who joins the lines has the same text.
    ///
    /// Nil where a word is too long for a line.
    static func folded(_ line: String, at column: Int) -> String? {
        var output = ""
        var width = column
        for word in words(of: line) {
            if width + word.utf8.count > lineLength, !output.isEmpty {
                output += "\r\n"
                width = 0
            }
            width += word.utf8.count
            guard width <= lineLength else { return nil }
            output += word
        }
        return output
    }

    /// Each with the spaces before it, the last one with those behind it: a line of spaces alone is none.
    private static func words(of line: String) -> [Substring] {
        var words: [Substring] = []
        var start = line.startIndex
        while start < line.endIndex {
            let letters = line[start...].drop { $0 == " " }
            var end = letters.firstIndex(of: " ") ?? line.endIndex
            if line[end...].allSatisfy({ $0 == " " }) { end = line.endIndex }
            words.append(line[start..<end])
            start = end
        }
        return words
    }

    /// Control characters, line ends above all, become spaces: a header is the only one of its name.
    static func singleLine(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl =
                scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || [0x2028, 0x2029].contains(scalar.value)
            scalars.append(isControl ? " " : scalar)
        }
        return String(scalars)
    }

    private static func pieces(of text: String, first: Int, then limit: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in text {
            // A character longer than a word, such as a pile of accents, is split between its scalars.
            let parts =
                character.utf8.count <= first ? [String(character)] : character.unicodeScalars.map { String($0) }
            for part in parts {
                if piece.utf8.count + part.utf8.count > (pieces.isEmpty ? first : limit) {
                    pieces.append(piece)
                    piece = ""
                }
                piece += part
            }
        }
        return pieces + [piece]
    }
}
