import CarillonModel

/// URLs with https in texts, which recipients follow.
enum WebAddress {
    /// Whether `text` begins with `https://` and a host, and all readers find the same host in it.
    ///
    /// Stricter than browsers, which forgive missing and further slashes, backslashes, and a user's name before the host;
    /// no stricter about path, query and fragment, which lead nowhere else. Source: WHATWG URL, section 4.4.
    static func isOne(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard String(text.prefix(8)).asciiLowercased == "https://", !scalars.contains(where: { $0.value < 0x20 }) else {
            return false
        }
        let authority = scalars.dropFirst(8).prefix { !"/?#\\".unicodeScalars.contains($0) }
        guard !authority.contains("@"), scalars.dropFirst(8 + authority.count).first != "\\" else { return false }
        // Prose may follow the address.
        let parts = authority.prefix { $0 != " " }.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, parts.count <= 2 else { return false }
        return TextFormat.isDomain(Substring(host), minimumLabels: 1) && (parts.count == 1 || isPort(parts[1]))
    }

    private static func isPort(_ digits: Substring.UnicodeScalarView) -> Bool {
        (1...5).contains(digits.count) && UInt16(String(Substring(digits))) != nil
    }
}
