/// HTML's character references, as far as they can hide a link: `javascript&colon;`, `&#x6A;avascript:`.
///
/// An app that shows a text as HTML follows the decoded link. Source: WHATWG HTML, sections 13.2.5.72 to 13.2.5.80.
enum HTMLReferences {
    /// The text with its references decoded, repeatedly, because decoding `&amp;colon;` gives another one.
    static func decoded(_ text: String) -> String {
        var text = text
        for _ in 0..<deepest where text.utf8.contains(UInt8(ascii: "&")) { text = decodedOnce(text) }
        return text
    }

    /// How often a text is decoded at most.
    private static let deepest = 3

    private static func decodedOnce(_ text: String) -> String {
        var decoded = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let mark = rest.firstIndex(of: "&") {
            decoded += rest[..<mark]
            let behind = rest[rest.index(after: mark)...]
            if let (scalar, end) = numeric(behind) ?? named(behind) {
                decoded.append(scalar)
                rest = rest[end...]
            } else {
                decoded.append("&")
                rest = behind
            }
        }
        decoded += rest
        return String(decoded)
    }

    typealias Found = (scalar: Unicode.Scalar, end: String.Index)

    /// `#58;` or `#x3A;`; browsers also accept them without the semicolon.
    static func numeric(_ text: Substring.UnicodeScalarView) -> Found? {
        guard text.first == "#" else { return nil }
        var digits = text.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        if isHexadecimal { digits = digits.dropFirst() }
        let number = digits.prefix { isHexadecimal ? $0.properties.isASCIIHexDigit : ("0"..."9").contains($0) }
        guard let value = UInt32(String(Substring(number)), radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(value)
        else { return nil }
        return (scalar, end(number.endIndex, in: text))
    }

    private static func named(_ text: Substring.UnicodeScalarView) -> Found? {
        let name = text.prefix { $0.isASCII && $0.properties.isAlphabetic }
        if let scalar = names[String(Substring(name))], text[name.endIndex...].first == ";" {
            return (scalar, end(name.endIndex, in: text))
        }
        // For these few, the semicolon may be missing, and letters may follow.
        for (known, scalar) in bare where text.starts(with: known.unicodeScalars) {
            return (scalar, end(text.index(text.startIndex, offsetBy: known.unicodeScalars.count), in: text))
        }
        return nil
    }

    private static func end(_ index: String.Index, in text: Substring.UnicodeScalarView) -> String.Index {
        text[index...].first == ";" ? text.index(after: index) : index
    }

    static let bare: KeyValuePairs<String, Unicode.Scalar> = [
        "amp": "&", "AMP": "&", "nbsp": "\u{A0}", "shy": "\u{AD}", "lt": "<", "LT": "<", "gt": ">", "GT": ">",
        "quot": "\"", "QUOT": "\"",
    ]

    /// Those that can occur at a link's beginning, and those that are invisible.
    static let names: [String: Unicode.Scalar] = [
        "colon": ":", "sol": "/", "bsol": "\\", "Tab": "\t", "NewLine": "\n", "period": ".", "plus": "+", "num": "#",
        "quest": "?", "commat": "@", "percnt": "%", "NonBreakingSpace": "\u{A0}", "ensp": "\u{2002}",
        "emsp": "\u{2003}",
        "numsp": "\u{2007}", "puncsp": "\u{2008}", "thinsp": "\u{2009}", "ThinSpace": "\u{2009}",
        "hairsp": "\u{200A}", "VeryThinSpace": "\u{200A}", "MediumSpace": "\u{205F}", "ZeroWidthSpace": "\u{200B}",
        "NegativeThinSpace": "\u{200B}", "NegativeMediumSpace": "\u{200B}", "NegativeThickSpace": "\u{200B}",
        "NegativeVeryThinSpace": "\u{200B}", "zwnj": "\u{200C}", "zwj": "\u{200D}", "lrm": "\u{200E}",
        "rlm": "\u{200F}", "NoBreak": "\u{2060}", "ApplyFunction": "\u{2061}", "af": "\u{2061}",
        "InvisibleTimes": "\u{2062}", "it": "\u{2062}", "InvisibleComma": "\u{2063}", "ic": "\u{2063}",
    ]
}
