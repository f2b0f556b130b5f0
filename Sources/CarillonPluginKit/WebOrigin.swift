/// Scheme, host and port of an `https` URL: where a request goes, and nothing else of it.
///
/// Deliberately stricter than the URL standard: what is unusual enough to be read differently by two readers
/// (user info, backslashes, control characters, an empty host) is no URL here.
public struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    /// Lower case; an IPv6 address keeps its brackets.
    public let host: String
    public let port: Int

    public init?(url: String) {
        let scheme = "https://"
        guard url.utf8.count > scheme.utf8.count, url.prefix(8).lowercased() == scheme else { return nil }
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
        let rest = url.dropFirst(8)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.contains("@") else { return nil }
        var host = authority
        var port = 443
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            guard let number = Int(authority[authority.index(after: colon)...]), (1...65535).contains(number) else {
                return nil
            }
            host = authority[..<colon]
            port = number
        }
        guard !host.isEmpty, host.utf8.allSatisfy(Self.isHostByte) else { return nil }
        self.host = host.lowercased()
        self.port = port
    }

    /// RFC 6454, section 6.2: without the default port.
    public var description: String { port == 443 ? "https://\(host)" : "https://\(host):\(port)" }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: ".-[]:_".utf8.contains(byte)
        }
    }
}
