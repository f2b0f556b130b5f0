import CarillonDiagnostics

/// Text for a terminal, of 80 columns where there is none: broken at spaces, measured in columns, each line safe from its neighbours' direction.
enum Columns {
    static var width: Int { Terminal.current.width }

    /// The lines of `text`, each at most `limit` columns wide.
    ///
    /// Words that are wider (a URL) have a line of their own. What would steer the terminal is shown as a picture.
    static func lines(of text: String, limit: Int) -> [String] {
        Printable.message(text).split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            var lines: [String] = []
            var line = ""
            for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
                if line.isEmpty {
                    line = String(word)
                } else if columns(of: line) + 1 + columns(of: word) <= limit {
                    line += " " + word
                } else {
                    lines.append(line)
                    line = String(word)
                }
            }
            return lines + [line]
        }
    }

    /// A line as a window shows it whole: broken at spaces, or where it is full, and indented where it goes on.
    ///
    /// Colours and links take no column, and go on in the next line.
    static func folded(_ line: String, limit: Int) -> [String] {
        let limit = max(limit, 2 * continuation.count)
        let pieces = pieces(of: line)
        var lines: [ArraySlice<(text: String, width: Int)>] = []
        var (start, width) = (0, 0)
        var space: Int?
        for (index, piece) in pieces.enumerated() {
            if width + piece.width > limit {
                let end = space ?? index
                lines.append(pieces[start..<end])
                start = space.map { $0 + 1 } ?? index
                width = continuation.count + pieces[start..<index].reduce(0) { $0 + $1.width }
                space = nil
            }
            // Early spaces are indentation, or would leave most of the line empty.
            if piece.text == " ", 2 * width > limit { space = index }
            width += piece.width
        }
        lines.append(pieces[start...])
        return lines.enumerated().map { index, line in
            (index == 0 ? "" : continuation) + line.map(\.text).joined()
        }
    }

    private static let continuation = "    "

    /// Characters and escape sequences with the columns that they take.
    ///
    /// Source: ECMA-48, CSI and OSC; "Hyperlinks in terminal emulators" for OSC 8.
    private static func pieces(of line: String) -> [(text: String, width: Int)] {
        var pieces: [(text: String, width: Int)] = []
        var rest = line[...]
        while let first = rest.first {
            let sequence =
                first == "\u{1B}"
                ? rest.prefixMatch(of: #/\x1B(?:\[[0-9;]*[A-Za-z]|\][^\x07\x1B]*(?:\x07|\x1B\\))/#) : nil
            if let sequence {
                pieces.append((String(sequence.0), 0))
                rest = rest[sequence.range.upperBound...]
            } else {
                pieces.append((String(first), columns(of: first)))
                rest.removeFirst()
            }
        }
        return pieces
    }

    /// The line between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE when it holds right-to-left letters, so that
    /// what precedes it keeps its place.
    ///
    /// Source: UAX #9, section 2.4.2.
    static func isolated(_ line: String) -> String {
        line.unicodeScalars.contains(where: isRightToLeft) ? "\u{2068}\(line)\u{2069}" : line
    }

    static func columns(of text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + columns(of: $1) }
    }

    private static func columns(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.properties.generalCategory {
        case .format, .control, .nonspacingMark, .enclosingMark: return 0
        default: return isWide(scalar) || character.unicodeScalars.contains("\u{FE0F}") ? 2 : 1
        }
    }

    /// The blocks whose characters take two columns.
    ///
    /// Source: UAX #11, East_Asian_Width W and F, by block.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// Hebrew, Arabic and their neighbours, with their presentation forms.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
