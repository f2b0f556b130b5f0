extension String {
    /// Bytes without blanks, control characters and invisible ones at the end.
    ///
    /// HMAC fills a key up with zeros (RFC 2104, section 2): with zeros at its end a short key, or an empty one, is the same.
    var meaningfulBytes: Int {
        let scalars = unicodeScalars.reversed().drop { scalar in
            let properties = scalar.properties
            return properties.isWhitespace || properties.generalCategory == .control
                || properties.generalCategory == .format
        }
        return scalars.reduce(0) { $0 + UTF8.width($1) }
    }
}
