import Foundation

/// Scheme, host and port: where a request goes, whatever its path.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// Lower-case, a default port left out: `https://exp.host`, `http://127.0.0.1:4001`.
    public let text: String

    /// Reads `scheme://host[:port]`, with nothing after it.
    public init?(_ text: String) {
        guard let parts = Self.split(text), parts.rest.isEmpty || parts.rest == "/" else { return nil }
        self.text = parts.origin
    }

    public init?(ofURL url: String) {
        guard let parts = Self.split(url) else { return nil }
        text = parts.origin
    }

    public var description: String { text }

    /// Nil for an IPv6 literal without port, which no rule of ours needs.
    var hostAndPort: (host: String, port: Int)? {
        guard let colon = text.range(of: "://") else { return nil }
        let authority = text[colon.upperBound...]
        guard let colon = authority.lastIndex(of: ":"), let port = Int(authority[authority.index(after: colon)...])
        else {
            let ports = ["https": 443, "http": 80, "smtps": 465]
            return (String(authority), ports[String(text[..<colon.lowerBound])] ?? 25)
        }
        return (String(authority[..<colon]), port)
    }

    static func split(_ url: String) -> (origin: String, rest: Substring)? {
        guard let colon = url.range(of: "://") else { return nil }
        let scheme = url[..<colon.lowerBound].lowercased()
        let rest = url[colon.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        var authority = rest[..<end].lowercased()
        let defaults = ["http": ":80", "https": ":443", "smtp": ":25", "smtps": ":465"]
        guard let port = defaults[scheme], !authority.isEmpty, !authority.contains("@"), !authority.contains("\\")
        else {
            return nil
        }
        if authority.hasSuffix(port) { authority.removeLast(port.count) }
        return ("\(scheme)://\(authority)", rest[end...])
    }
}

/// `--egress-map`: what is meant for one origin goes to another.
public struct OriginMap: Sendable {
    private var targets: [Origin: Origin] = [:]

    public init() {}

    /// Reads `https://exp.host=http://127.0.0.1:4001`.
    ///
    /// - Returns: false where either side is no origin.
    public mutating func add(_ rule: String) -> Bool {
        let sides = rule.split(separator: "=", maxSplits: 1)
        guard sides.count == 2, let from = Origin(String(sides[0])), let to = Origin(String(sides[1])) else {
            return false
        }
        targets[from] = to
        return true
    }

    /// Where a plain stream meant for `host:port` goes: rules for `smtp://host:port` and `smtps://host:port` apply.
    func address(host: String, port: Int) -> (host: String, port: Int) {
        for scheme in ["smtp", "smtps"] {
            guard let from = Origin("\(scheme)://\(host):\(port)"), let to = targets[from],
                let (name, number) = to.hostAndPort
            else { continue }
            return (name, number)
        }
        return (host, port)
    }

    /// Whether there is a rule for the origin.
    func holds(_ origin: String) -> Bool {
        Origin(origin).map { targets[$0] != nil } ?? false
    }

    func target(of url: String) -> String {
        guard let (origin, rest) = Origin.split(url), let from = Origin(origin), let to = targets[from] else {
            return url
        }
        return to.text + rest
    }
}
