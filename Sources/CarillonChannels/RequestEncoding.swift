import CarillonModel

/// How values are written into headers, paths, queries and forms.
extension String {
    /// Visible ASCII and blanks between: nothing that could begin another header.
    var isHeaderSafe: Bool {
        utf8.allSatisfy { (0x20...0x7E).contains($0) } && utf8.first != 0x20 && utf8.last != 0x20
    }

    /// All but unreserved characters and the colon, which stands for itself in a path.
    ///
    /// Source: RFC 3986, sections 2.3 and 3.3.
    var stepEncoded: String {
        PercentEncoding.encode(self) { PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: ":") }
    }

    /// A URL with a further query, behind the one that it has.
    func adding(query: String) -> String {
        query.isEmpty ? self : "\(self)\(contains("?") ? "&" : "?")\(query)"
    }
}
