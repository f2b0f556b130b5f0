import CarillonModel

/// Splits a link strictly: only links that all readers of URLs understand alike are accepted.
///
/// ASCII without space, control characters and backslash; no user info; no fragment. Everything is kept as written.
/// Source: RFC 3986, sections 2 and 3.
struct URLParts: Hashable {
    /// Nil for a path within the app.
    let scheme: String?
    /// Host and port of a web URL, the first path segment of an app link; empty for a path within the app.
    let authority: String
    /// Empty, or begins with `/`.
    let path: String
    /// Without `?`; nil when there is none.
    let query: String?

    init(reading text: String) throws(DeepLinkFault) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= DeepLinks.maxLength else { throw .tooLong(limit: DeepLinks.maxLength) }
        guard text.utf8.allSatisfy(TextFormat.isAllowedInURL) else { throw .forbiddenCharacter }
        guard !text.utf8.contains(UInt8(ascii: "#")) else { throw .fragment }
        if text.utf8.first == UInt8(ascii: "/") {
            guard !text.hasPrefix("//") else { throw .schemeRelative }
            (scheme, authority) = (nil, "")
            (path, query) = Self.splitQuery(text[...])
            return
        }
        // All of it is ASCII, so bytes are characters.
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(bytes[..<colon]) else {
            throw .noScheme
        }
        let rest = bytes[bytes.index(after: colon)...]
        guard rest.starts(with: "//".utf8) else { throw .unknownScheme(String(text[..<colon])) }
        let hierarchy = rest.dropFirst(2)
        let end = hierarchy.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? hierarchy.endIndex
        guard !hierarchy[..<end].contains(UInt8(ascii: "@")) else { throw .userInfo }
        scheme = String(text[..<colon])
        authority = String(Substring(hierarchy[..<end]))
        (path, query) = Self.splitQuery(Substring(hierarchy[end...]))
    }

    private static func splitQuery(_ text: Substring) -> (path: String, query: String?) {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return (String(text), nil) }
        return (String(text[..<mark]), String(text[text.utf8.index(after: mark)...]))
    }

    private static func isScheme(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first, (97...122).contains(first | 0x20) else { return false }
        return text.allSatisfy { $0.isAlphanumeric || "+-.".utf8.contains($0) }
    }
}
