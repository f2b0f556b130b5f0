import CarillonPluginKit

/// `--egress-map`: requests to one origin are sent to another.
public struct OriginMap: Sendable {
    private static let schemes: Set<String> = ["https", "http", "smtp", "smtps"]

    private var targets: [WebOrigin: WebOrigin] = [:]
    /// Where requests go that no rule names; nil: to their own origin.
    private var rest: Rest?

    /// Where all other origins are mapped to, so that nothing leaves the machine.
    public struct Rest: Sendable {
        private let web: WebOrigin
        private let smtp: WebOrigin
        private let smtps: WebOrigin

        /// Reads `http://127.0.0.1:4001`, `smtp://localhost:4003` and `smtps://localhost:4004`.
        ///
        /// - Parameters:
        ///   - smtp: for streams that begin in the clear.
        ///   - smtps: for those with TLS from the first byte.
        /// - Returns: nil where one of them is no origin.
        public init?(web: String, smtp: String, smtps: String) {
            guard let web = OriginMap.origin(web), let smtp = OriginMap.origin(smtp),
                let smtps = OriginMap.origin(smtps)
            else { return nil }
            self.web = web
            self.smtp = smtp
            self.smtps = smtps
        }

        fileprivate func target(of origin: WebOrigin) -> WebOrigin? {
            origin.scheme == "https" || origin.scheme == "http" ? web : nil
        }

        fileprivate func stream(_ security: StreamSecurity) -> WebOrigin {
            switch security {
            case .plain: smtp
            case .tls: smtps
            }
        }
    }

    public init() {}

    /// Sends there whatever no rule names.
    public mutating func sendOthers(to rest: Rest) { self.rest = rest }

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
    func holds(_ origin: WebOrigin) -> Bool { target(of: origin) != nil }

    private func target(of origin: WebOrigin) -> WebOrigin? { targets[origin] ?? rest?.target(of: origin) }

    /// Where a request goes; nil where the URL names no origin of the web.
    func destination(of url: String) -> Destination? {
        guard let (origin, rest) = WebOrigin.split(url) else { return nil }
        let target = target(of: origin) ?? origin
        // Rebuilt from the parsed parts, so that name resolution and the connection use the same host.
        let path = rest.hasPrefix("/") ? rest : "/" + rest
        return Destination(origin: origin, target: target, url: target.description + path)
    }

    /// Where a plain stream meant for `host:port` goes: rules for `smtp://host:port` and `smtps://host:port` apply.
    func address(host: String, port: Int, security: StreamSecurity) -> (host: String, port: Int) {
        for scheme in ["smtp", "smtps"] {
            if let from = Self.origin("\(scheme)://\(host):\(port)"), let to = targets[from] {
                return (to.host.withoutBrackets, to.port)
            }
        }
        return rest.map { rest in
            let target = rest.stream(security)
            return (target.host.withoutBrackets, target.port)
        } ?? (host, port)
    }

    /// An origin with nothing behind it.
    fileprivate static func origin(_ text: String) -> WebOrigin? {
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
    /// The origin to connect to.
    let target: WebOrigin
    /// The URL to request there.
    let url: String
}

extension String {
    /// An IPv6 address as in a URL, without its brackets; anything else as it is.
    var withoutBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
