import CarillonPluginKit

/// Words in headers that aren't ASCII.
///
/// Source: RFC 2047, the `B` encoding.
enum EncodedWord {
    /// A header's text: as it is where that is safe, else in encoded words.
    ///
    /// Never a line end of its own making.
    static func header(_ text: String) -> String {
        let line = singleLine(text)
        let isPlain =
            line.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !line.contains("=?") && line.utf8.count <= 60
        return isPlain ? line : Self.text(line)
    }

    /// Encoded words of at most 75 characters, a folded line each, cut between characters.
    static func text(_ text: String) -> String {
        // 45 bytes become 60 characters, and 12 are the frame.
        pieces(of: singleLine(text), bytes: 45).map { "=?UTF-8?B?\(Base64.encode(Array($0.utf8)))?=" }
            .joined(separator: "\r\n ")
    }

    /// Control characters, line ends above all, become spaces: a header has one line, and is the only one of its name.
    static func singleLine(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl =
                scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || [0x2028, 0x2029].contains(scalar.value)
            scalars.append(isControl ? " " : scalar)
        }
        return String(scalars)
    }

    private static func pieces(of text: String, bytes: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in text {
            // A character longer than a word, such as a pile of accents, is cut between its scalars.
            let parts =
                character.utf8.count <= bytes ? [String(character)] : character.unicodeScalars.map { String($0) }
            for part in parts {
                if piece.utf8.count + part.utf8.count > bytes {
                    pieces.append(piece)
                    piece = ""
                }
                piece += part
            }
        }
        return pieces + [piece]
    }
}
