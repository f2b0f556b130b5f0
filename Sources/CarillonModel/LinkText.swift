extension String {
    /// Whether a careless reader of links would follow it: `//host`, or a scheme that acts with a colon and something after it.
    ///
    /// Readers of URLs ignore line feeds and tabs, and take a backslash for a slash. By bytes: to a text's characters, a colon with a mark
    /// that combines with it is no colon.
    ///
    /// Source: WHATWG URL, section 4.4, basic URL parser.
    package var resemblesLink: Bool {
        let value = utf8.filter { $0 != 0x0A && $0 != 0x09 }.map { $0 == 0x5C ? 0x2F : $0 }
        if value.starts(with: "//".utf8) || value.contains("://".utf8) { return true }
        guard let colon = value.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = String(decoding: value[..<colon], as: UTF8.self).unicodeScalars
            .drop { $0.properties.isWhitespace || $0 == "\u{FEFF}" }
        return ["javascript", "data", "vbscript", "file", "blob", "about", "intent"]
            .contains(String(scheme).asciiLowercased)
    }
}
