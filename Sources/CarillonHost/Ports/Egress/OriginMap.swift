import CarillonPluginKit

/// `--egress-map`: what is meant for one origin goes to another.
public struct OriginMap: Sendable {
    private static let schemes: Set<String> = ["https", "http", "smtp", "smtps"]

    private var targets: [WebOrigin: WebOrigin] = [:]

    public init() {}

    /// Reads `https://exp.host=http://127.0.0.1:4001`.
    ///
    /// - Returns: false where either side is no origin.
    public mutating func add(_ rule: String) -> Bool {
        let sides = rule.split(separator: "=", maxSplits: 1)
        guard sides.count == 2, let from = Self.origin(String(sides[0])), let to = Self.origin(String(sides[1])) else {
            return false
        }
        targets[from] = to
        return true
    }

    /// Whether there is a rule for the origin.
    func holds(_ origin: WebOrigin) -> Bool { targets[origin] != nil }

    /// Where a request goes; nil where the URL names no origin of the web.
    func destination(of url: String) -> Destination? {
        guard let (origin, rest) = WebOrigin.split(url) else { return nil }
        let target = targets[origin] ?? origin
        // Put together again from what was read, so that whoever looks the host up and whoever connects mean the same one.
        let path = rest.hasPrefix("/") ? rest : "/" + rest
        return Destination(origin: origin, target: target, url: target.description + path)
    }

    /// Where a plain stream meant for `host:port` goes: rules for `smtp://host:port` and `smtps://host:port` apply.
    func address(host: String, port: Int) -> (host: String, port: Int) {
        for scheme in ["smtp", "smtps"] {
            if let from = Self.origin("\(scheme)://\(host):\(port)"), let to = targets[from] {
                return (to.host.withoutBrackets, to.port)
            }
        }
        return (host, port)
    }

    /// An origin with nothing behind it.
    private static func origin(_ text: String) -> WebOrigin? {
        guard let (origin, rest) = WebOrigin.split(text, schemes: schemes), rest.isEmpty || rest == "/" else {
            return nil
        }
        return origin
    }
}

/// What a URL comes to.
struct Destination: Sendable {
    /// What the URL names.
    let origin: WebOrigin
    /// What is connected to.
    let target: WebOrigin
    /// What is asked for there.
    let url: String
}

extension String {
    /// An IPv6 address as it stands in a URL, without its brackets; anything else as it is.
    var withoutBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
