import CarillonModel

/// A link split strictly: only what all readers of URLs understand alike is taken.
///
/// Source: RFC 3986, sections 2 and 3.
struct LinkParts {
    /// Nil for a path within the app.
    let scheme: String?
    /// Host and port of a web link, the first path segment of an app's; empty for a path within the app.
    let authority: String
    /// Empty, or begins with `/`.
    let path: String
    /// Without `?`; nil where there is none.
    let query: String?

    init(_ text: String) throws(LinkFault) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= AppLinks.maxLength else { throw .tooLong }
        guard text.utf8.allSatisfy(Self.isAllowed) else { throw .forbiddenCharacter }
        guard !text.utf8.contains(UInt8(ascii: "#")) else { throw .fragment }
        if text.utf8.first == UInt8(ascii: "/") {
            guard !text.hasPrefix("//") else { throw .schemeRelative }
            (scheme, authority) = (nil, "")
            (path, query) = Self.splitQuery(text[...])
            return
        }
        guard let colon = text.firstIndex(of: ":"), Self.isScheme(text.utf8[..<colon]) else { throw .noScheme }
        let rest = text[text.index(after: colon)...]
        guard rest.hasPrefix("//") else { throw .unknownScheme }
        let hierarchy = rest.dropFirst(2)
        let end = hierarchy.firstIndex { $0 == "/" || $0 == "?" } ?? hierarchy.endIndex
        guard !hierarchy[..<end].contains("@") else { throw .userInfo }
        scheme = String(text[..<colon])
        authority = String(hierarchy[..<end])
        (path, query) = Self.splitQuery(hierarchy[end...])
    }

    private static func splitQuery(_ text: Substring) -> (path: String, query: String?) {
        guard let mark = text.firstIndex(of: "?") else { return (String(text), nil) }
        return (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }

    /// Printable ASCII without what RFC 3986 excludes, and without the backslash, which some readers take for a slash.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !#"\"<>^`{|}"#.utf8.contains(byte)
    }

    private static func isScheme(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first, (97...122).contains(first | 0x20) else { return false }
        return text.allSatisfy { $0.isAlphanumeric || "+-.".utf8.contains($0) }
    }
}
