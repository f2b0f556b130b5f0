/// How an SMS is written and in how many parts it goes out.
///
/// Source: 3GPP TS 23.038, section 6.2, and TS 23.040, section 9.2.3.24.1.
public struct SMSLength: Sendable, Hashable {
    public enum Encoding: String, Sendable, Hashable {
        /// Seven bits a character, of an alphabet of 128 with ten more that take two places.
        case gsm7 = "GSM-7"
        /// Sixteen bits a character, for texts with any other.
        case ucs2 = "UCS-2"
    }

    public let encoding: Encoding
    /// Places that the text takes: of seven bits, or of sixteen.
    public let units: Int
    public let segments: Int
    /// The first character that seven bits don't have; nil where they have all.
    public let foreign: Unicode.Scalar?

    /// A text without characters has one segment.
    public init(_ text: String) {
        foreign = text.unicodeScalars.first { Self.septets(of: $0) == nil }
        let widths: [Int]
        if foreign == nil {
            encoding = .gsm7
            widths = text.unicodeScalars.map { Self.septets(of: $0) ?? 0 }
        } else {
            encoding = .ucs2
            widths = text.unicodeScalars.map { $0.value > 0xFFFF ? 2 : 1 }
        }
        units = widths.reduce(0, +)
        let (whole, part) = Self.room(encoding)
        segments = units <= whole ? 1 : Self.parts(widths, of: part)
    }

    /// Places in a message of one part, and in each of several, which have a header of six bytes.
    static func room(_ encoding: Encoding) -> (whole: Int, part: Int) {
        switch encoding {
        case .gsm7: (160, 153)
        case .ucs2: (70, 67)
        }
    }

    /// Nothing that takes two places is cut in two.
    private static func parts(_ widths: [Int], of room: Int) -> Int {
        var parts = 1
        var used = 0
        for width in widths {
            if used + width > room {
                parts += 1
                used = 0
            }
            used += width
        }
        return parts
    }

    /// Nil where the alphabet hasn't the character.
    private static func septets(of scalar: Unicode.Scalar) -> Int? {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", " ", "\n", "\r": 1
        default: basic.contains(scalar) ? 1 : extended.contains(scalar) ? 2 : nil
        }
    }

    private static let basic = Set("@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!\"#¤%&'()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà".unicodeScalars)
    private static let extended = Set("\u{0C}^{}\\[~]|€".unicodeScalars)
}

extension String {
    /// With plain quotes, dashes, blanks and dots, and without marks of direction, where that makes it a text of seven bits;
    /// else the text itself.
    var foldedForSMS: String {
        guard SMSLength(self).encoding == .ucs2 else { return self }
        var folded = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\u{00A0}", "\u{202F}", "\u{2007}", "\u{2009}": folded += " "
            case "‘", "’", "‚", "′": folded += "'"
            case "“", "”", "„", "″", "«", "»": folded += "\""
            case "‐", "‑", "–", "—", "−": folded += "-"
            case "…": folded += "..."
            case "\u{200B}"..."\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}": break
            default: folded.unicodeScalars.append(scalar)
            }
        }
        return SMSLength(folded).encoding == .gsm7 ? folded : self
    }

    /// As much of the text as goes out in so many parts, with dots that its alphabet has.
    func truncated(toSegments most: Int) -> String {
        guard SMSLength(self).segments > most else { return self }
        let end = SMSLength(self).encoding == .gsm7 ? "..." : "…"
        var fitting = 0
        var unfitting = count
        while unfitting - fitting > 1 {
            let middle = (fitting + unfitting) / 2
            if SMSLength(prefix(middle) + end).segments <= most { fitting = middle } else { unfitting = middle }
        }
        return prefix(fitting) + end
    }
}
