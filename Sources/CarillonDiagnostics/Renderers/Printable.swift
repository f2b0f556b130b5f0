/// What a file or its name holds cannot steer the terminal or the log that shows it.
package enum Printable {
    /// Tabs as one blank, other control characters as their pictures, those that turn the direction of text as U+FFFD.
    package static func text(_ text: String) -> String { text.mapped(by: replacement) }

    /// The same for text of several lines.
    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { self.text(String($0)) }.joined(
            separator: "\n"
        )
    }

    /// Words that people read, such as a rendered text: its line breaks stay, and isolates, which keep words of two directions in order.
    package static func message(_ text: String) -> String {
        text.mapped { scalar in
            switch scalar.value {
            case 0x0A, 0x2066...0x2069: scalar
            default: replacement(scalar)
            }
        }
    }

    private static func replacement(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09: " "
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: "\u{FFFD}"
        default: scalar
        }
    }
}

extension String {
    fileprivate func mapped(by replacement: (Unicode.Scalar) -> Unicode.Scalar) -> String {
        guard unicodeScalars.contains(where: { replacement($0) != $0 }) else { return self }
        return String(UnicodeScalarView(unicodeScalars.map(replacement)))
    }
}
