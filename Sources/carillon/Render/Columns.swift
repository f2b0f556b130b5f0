import CarillonDiagnostics

/// Text for a terminal, of 80 columns where there is none: broken at spaces, measured in columns, each line safe from its neighbours' direction.
enum Columns {
    static var width: Int { Terminal.current.width }

    /// The lines of `text`, each at most `limit` columns wide, or 8 where that is less.
    ///
    /// Words that are wider (a URL) have a line of their own, but those of East Asia are broken where the line is full. What would
    /// steer the terminal is shown as a picture.
    static func lines(of text: String, limit: Int) -> [String] {
        let limit = max(limit, 2 * continuation.count)
        return Printable.message(text).split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            var lines: [String] = []
            var line = ""
            for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
                let parts = parts(of: word, limit: limit)
                if line.isEmpty {
                    line = parts[0]
                } else if DisplayWidth.columns(of: line) + 1 + DisplayWidth.columns(of: parts[0]) <= limit {
                    line += " " + parts[0]
                } else {
                    lines.append(line)
                    line = parts[0]
                }
                for part in parts.dropFirst() {
                    lines.append(line)
                    line = part
                }
            }
            return lines + [line]
        }
    }

    /// A word by lines.
    private static func parts(of word: Substring, limit: Int) -> [String] {
        guard DisplayWidth.columns(of: word) > limit, word.contains(where: DisplayWidth.isWide) else {
            return [String(word)]
        }
        var parts = [""]
        var width = 0
        var wasWide = false
        for character in word {
            let (own, isWide) = (DisplayWidth.columns(of: character), DisplayWidth.isWide(character))
            if width + own > limit, width > 0, isWide || wasWide {
                parts.append("")
                width = 0
            }
            parts[parts.count - 1].append(character)
            (width, wasWide) = (width + own, isWide)
        }
        return parts
    }

    /// A line as a window shows it whole: broken at spaces, between characters of East Asia, or where it is full, and indented where
    /// it goes on.
    ///
    /// Colours and links take no column, and go on in the next line.
    ///
    /// - Parameter breaksWords: whether a word that is wider than the line is broken, too. A terminal that breaks it itself
    ///   still knows it as one word, such as a path that can be copied.
    static func folded(_ line: String, limit: Int, breaksWords: Bool = true) -> [String] {
        let limit = max(limit, 2 * continuation.count)
        let pieces = pieces(of: line)
        var lines: [ArraySlice<Piece>] = []
        var (start, width, hasText) = (0, 0, false)
        /// Where the line may end, and the next one begin.
        var cut: (end: Int, next: Int)?
        for (index, piece) in pieces.enumerated() {
            if piece.isWide, hasText { cut = (index, index) }
            if width + piece.width > limit {
                if piece.text == " ", hasText { cut = (index, index + 1) }
                if let found = cut ?? (breaksWords ? (index, index) : nil) {
                    lines.append(pieces[start..<found.end])
                    start = found.next
                    let begun = pieces[min(start, index)..<index]
                    width = continuation.count + begun.reduce(0) { $0 + $1.width }
                    (cut, hasText) = (nil, begun.contains { $0.width > 0 })
                    if start > index { continue }
                }
            }
            // Early spaces are indentation, or would leave most of the line empty.
            if piece.text == " ", 2 * width > limit || hasText && !breaksWords { cut = (index, index + 1) }
            width += piece.width
            hasText = hasText || piece.width > 0 && piece.text != " "
        }
        if start < pieces.count || lines.isEmpty { lines.append(pieces[start...]) }
        return lines.enumerated().map { index, line in
            (index == 0 ? "" : continuation) + line.map(\.text).joined()
        }
    }

    /// As much of a line as fits, to its last whole word.
    static func clipped(_ line: String, limit: Int) -> String { folded(line, limit: limit).first ?? "" }

    private static let continuation = "    "

    /// A character or an escape sequence, with the columns that it takes.
    private struct Piece {
        let text: String
        var width = 0
        var isWide = false
    }

    /// Source: ECMA-48, CSI and OSC; "Hyperlinks in terminal emulators" for OSC 8.
    private static func pieces(of line: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = line[...]
        while let first = rest.first {
            let sequence =
                first == "\u{1B}"
                ? rest.prefixMatch(of: #/\x1B(?:\[[0-9;]*[A-Za-z]|\][^\x07\x1B]*(?:\x07|\x1B\\))/#) : nil
            if let sequence {
                pieces.append(Piece(text: String(sequence.0)))
                rest = rest[sequence.range.upperBound...]
            } else {
                let width = DisplayWidth.columns(of: first)
                pieces.append(Piece(text: String(first), width: width, isWide: DisplayWidth.isWide(first)))
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

    /// Hebrew, Arabic and their neighbours, with their presentation forms.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
