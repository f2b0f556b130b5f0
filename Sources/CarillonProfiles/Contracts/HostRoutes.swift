import CarillonModel

/// What the host itself answers at the root of every host name, where contracts' routes stand beside it.
///
/// A contract is proven before any host has seen it, and by programs that have no host in them. The host's own table of
/// routes is held to this list by a test.
public enum HostRoutes {
    /// Such as `GET /health/live`.
    public static let all =
        [
            "GET /health/live", "GET /health/ready", "GET /v1/tenants", "POST /v1/tenants/reload",
            "GET /v1/assets/{name}", "GET /v1/assets/{hash}/{name}",
            "GET /v1/{tenant}/inbox-words", "POST /v1/{tenant}/inbox/session", "GET /v1/{tenant}/inbox/session",
            "DELETE /v1/{tenant}/inbox/session",
            "GET /v1/{tenant}/client-profile", "GET /v1/{tenant}/openapi.json", "POST /v1/{tenant}/import",
            "GET /v1/{tenant}/unsubscribe/{token}", "POST /v1/{tenant}/unsubscribe/{token}",
        ]
        + Operation.allCases.compactMap(\.specification.route).map { "\($0.method.rawValue) \($0.path)" }

    /// The same by ``RouteShape``.
    static let byShape = Dictionary(
        uniqueKeysWithValues: all.map { text in
            let sides = text.split(separator: " ").map(String.init)
            guard let method = RequestMethod(rawValue: sides[0]), let path = PathTemplate(sides[1]) else {
                preconditionFailure("“\(text)” is no route")
            }
            return (RouteShape(method, path), text)
        }
    )
}

/// What decides which route a request meets: its method, and its path with all parameters alike.
struct RouteShape: Hashable {
    private let method: RequestMethod
    /// Nil for parameters.
    private let segments: [String?]

    init(_ method: RequestMethod, _ path: PathTemplate) {
        self.method = method
        segments = path.segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter: nil
            }
        }
    }
}
