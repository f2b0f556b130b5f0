import CarillonModel

/// The host's own routes at the root of every host name, where a contract's routes are served as well.
///
/// A contract is validated before any host runs, and by programs that contain no host. So the list is repeated here,
/// and a test compares it with the host's route table.
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
            "POST /v1/{tenant}/callbacks/{channel}/{reference}",
        ]
        + Operation.allCases.compactMap(\.specification.route).map { "\($0.method.rawValue) \($0.path)" }

    /// The same routes, by ``RouteShape``.
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

/// What decides which route a request matches: the method, and the path with all parameters treated alike.
struct RouteShape: Hashable {
    private let method: RequestMethod
    /// Nil stands for a parameter.
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
