/// A request target in absolute form, as clients write it to proxies: `http://api.example/v1`.
///
/// Source: RFC 9112, section 3.2.2.
struct AbsoluteTarget: Hashable {
    /// Host and port; empty where it names nobody, or a user besides (RFC 9110, section 4.2.4).
    let authority: String
    /// Path and query.
    let rest: String

    /// Nil for a target in another form.
    init?(_ target: String) {
        let bytes = target.utf8
        guard bytes.first != UInt8(ascii: "/") else { return nil }
        let schemes = ["http://", "https://"]
        guard let scheme = schemes.first(where: { bytes.prefix($0.utf8.count).lowercased == $0 }) else { return nil }
        let hierarchy = bytes.dropFirst(scheme.utf8.count)
        let end = hierarchy.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? hierarchy.endIndex
        let authority = String(Substring(hierarchy[..<end]))
        self.authority = authority.contains("@") ? "" : authority
        let rest = String(Substring(hierarchy[end...]))
        self.rest = rest.hasPrefix("/") ? rest : "/" + rest
    }
}

extension Substring.UTF8View {
    fileprivate var lowercased: String { String(Substring(self)).lowercased() }
}
