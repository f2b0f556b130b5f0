import CarillonDiagnostics

/// Puts text from outside on one line, so that it can neither start lines of its own nor move the cursor.
enum SingleLineText {
    /// Replaces line ends by blanks, and other control characters by visible symbols.
    static func text(_ text: String) -> String { joined(text, by: " ") }

    /// The same, with `separator` in place of line ends.
    static func joined(_ text: String, by separator: String) -> String {
        let lines = text.unicodeScalars.split { Self.isEnd($0) }.map { String(Substring($0)) }
        return Printable.text(lines.joined(separator: separator))
    }

    private static func isEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}
