/// Scheme, host and port of a URL: where a request goes, and nothing else of it.
///
/// Deliberately stricter than the URL standard: what is unusual enough to be read differently by two readers
/// (user info, backslashes, control characters, an empty host) is no URL here.
public struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    /// Lower case.
    public let scheme: String
    /// Lower case; an IPv6 address keeps its brackets.
    public let host: String
    public let port: Int

    /// Reads the beginning of a URL that has one of these schemes.
    public init?(url: String, schemes: Set<String> = ["https"]) {
        guard let (origin, _) = Self.split(url, schemes: schemes) else { return nil }
        self = origin
    }

    private init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// The origin, and what follows it: path, query and fragment.
    public static func split(
        _ url: String,
        schemes: Set<String> = ["https"]
    ) -> (origin: WebOrigin, rest: Substring)? {
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return nil }
        let scheme = url[..<colon].lowercased()
        guard schemes.contains(scheme), let usual = defaultPorts[scheme] else { return nil }
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
        let rest = url[colon...].dropFirst(3)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.contains("@") else { return nil }
        var host = authority
        var port = usual
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            guard let number = Int(authority[authority.index(after: colon)...]), (1...65535).contains(number) else {
                return nil
            }
            host = authority[..<colon]
            port = number
        }
        guard !host.isEmpty, host.utf8.allSatisfy(isHostByte) else { return nil }
        let origin = WebOrigin(scheme: scheme, host: host.lowercased(), port: port)
        return (origin, rest.dropFirst(authority.count))
    }

    /// RFC 6454, section 6.2: without the default port.
    public var description: String {
        port == Self.defaultPorts[scheme] ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }

    private static let defaultPorts = ["https": 443, "http": 80, "smtp": 25, "smtps": 465]

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: ".-[]:_".utf8.contains(byte)
        }
    }
}
