/// Finds HTML's character references in texts that aren't read as HTML, where people would see `&nbsp;`.
extension HTMLReferences {
    /// A reference with its semicolon, and the character it stands for.
    struct Written {
        /// Bytes of the text.
        let range: Range<Int>
        let scalar: Unicode.Scalar
    }

    /// The references in a text, in their order.
    ///
    /// `AT&T;` and `R&D` are none.
    static func written(in text: String) -> [Written] {
        var written: [Written] = []
        var rest = text.unicodeScalars[...]
        while let mark = rest.firstIndex(of: "&") {
            rest = rest[rest.index(after: mark)...]
            guard let (scalar, end) = complete(rest) else { continue }
            let start = text.utf8.distance(from: text.startIndex, to: mark)
            written.append(Written(range: start..<text.utf8.distance(from: text.startIndex, to: end), scalar: scalar))
            rest = rest[end...]
        }
        return written
    }

    private static func complete(_ text: Substring.UnicodeScalarView) -> Found? {
        guard let semicolon = text.prefix(longest).firstIndex(of: ";") else { return nil }
        let end = text.index(after: semicolon)
        if let found = numeric(text) { return found.end == end ? found : nil }
        let name = String(text[..<semicolon])
        let scalar = names[name] ?? bare.first { $0.key == name }?.value ?? characters[name]
        return scalar.map { ($0, end) }
    }

    private static let longest = 32

    /// The references that people use in prose.
    ///
    /// Source: HTML 4.01, section 24, without mathematics and Greek.
    private static let characters: [String: Unicode.Scalar] = [
        "apos": "'", "copy": "©", "reg": "®", "trade": "™", "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘",
        "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«", "raquo": "»", "lsaquo": "‹",
        "rsaquo": "›", "euro": "€", "pound": "£", "yen": "¥", "cent": "¢", "curren": "¤", "sect": "§", "para": "¶",
        "deg": "°", "middot": "·", "bull": "•", "times": "×", "divide": "÷", "plusmn": "±", "frac12": "½",
        "frac14": "¼",
        "frac34": "¾", "sup1": "¹", "sup2": "²", "sup3": "³", "micro": "µ", "permil": "‰", "prime": "′", "Prime": "″",
        "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔", "hearts": "♥", "star": "☆", "check": "✓",
        "ordf": "ª", "ordm": "º", "iexcl": "¡", "iquest": "¿", "lbrace": "{", "lcub": "{", "rbrace": "}", "rcub": "}",
        "Agrave": "À", "Aacute": "Á", "Acirc": "Â", "Atilde": "Ã", "Auml": "Ä", "Aring": "Å", "AElig": "Æ",
        "Ccedil": "Ç",
        "Egrave": "È", "Eacute": "É", "Ecirc": "Ê", "Euml": "Ë", "Igrave": "Ì", "Iacute": "Í", "Icirc": "Î",
        "Iuml": "Ï",
        "ETH": "Ð", "Ntilde": "Ñ", "Ograve": "Ò", "Oacute": "Ó", "Ocirc": "Ô", "Otilde": "Õ", "Ouml": "Ö",
        "Oslash": "Ø", "Ugrave": "Ù", "Uacute": "Ú", "Ucirc": "Û", "Uuml": "Ü", "Yacute": "Ý", "THORN": "Þ",
        "szlig": "ß", "agrave": "à", "aacute": "á", "acirc": "â", "atilde": "ã", "auml": "ä", "aring": "å",
        "aelig": "æ", "ccedil": "ç", "egrave": "è", "eacute": "é", "ecirc": "ê", "euml": "ë", "igrave": "ì",
        "iacute": "í", "icirc": "î", "iuml": "ï", "eth": "ð", "ntilde": "ñ", "ograve": "ò", "oacute": "ó", "ocirc": "ô",
        "otilde": "õ", "ouml": "ö", "oslash": "ø", "ugrave": "ù", "uacute": "ú", "ucirc": "û", "uuml": "ü",
        "yacute": "ý", "thorn": "þ", "yuml": "ÿ", "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ",
    ]
}
