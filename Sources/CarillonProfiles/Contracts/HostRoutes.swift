public import CarillonModel

/// A route at the root of every host name that is no operation's: its method and where it stands.
///
/// Declared here, because contracts are validated before any host runs, and by programs that contain no host. The host
/// binds to each what answers.
public enum HostRoute: String, Sendable, Hashable, CaseIterable {
    case live = "GET /health/live"
    case ready = "GET /health/ready"
    case tenants = "GET /v1/tenants"
    case reload = "POST /v1/tenants/reload"
    case asset = "GET /v1/assets/{name}"
    case hashedAsset = "GET /v1/assets/{hash}/{name}"
    case inboxWords = "GET /v1/{tenant}/inbox-words"
    case beginInboxSession = "POST /v1/{tenant}/inbox/session"
    case inboxSession = "GET /v1/{tenant}/inbox/session"
    case endInboxSession = "DELETE /v1/{tenant}/inbox/session"
    case offerTestPairing = "POST /v1/{tenant}/test-pairings"
    case endTestPairings = "DELETE /v1/{tenant}/test-pairings"
    case clientProfile = "GET /v1/{tenant}/client-profile"
    case openAPI = "GET /v1/{tenant}/openapi.json"
    case bulkImport = "POST /v1/{tenant}/import"
    case unsubscribePage = "GET /v1/{tenant}/unsubscribe/{token}"
    case unsubscribe = "POST /v1/{tenant}/unsubscribe/{token}"
    case callback = "POST /v1/{tenant}/callbacks/{channel}/{reference}"
    case accountCallback = "POST /v1/{tenant}/callbacks/{channel}"
    case callbackChallenge = "GET /v1/{tenant}/callbacks/{channel}"

    public var method: RequestMethod { parts.method }
    public var path: PathTemplate { parts.path }

    private var parts: (method: RequestMethod, path: PathTemplate) {
        let sides = rawValue.split(separator: " ").map(String.init)
        guard let method = RequestMethod(rawValue: sides[0]), let path = PathTemplate(sides[1]) else {
            preconditionFailure("“\(rawValue)” is no route")
        }
        return (method, path)
    }
}

/// The host's own routes at the root of every host name, where a contract's routes are served as well.
public enum HostRoutes {
    private static let all =
        HostRoute.allCases.map { ($0.method, $0.path) }
        + Operation.allCases.compactMap(\.specification.route).map { ($0.method, $0.path) }

    /// Such as `GET /health/live`, by ``RouteShape``.
    static let byShape = Dictionary(
        uniqueKeysWithValues: all.map { (RouteShape($0, $1), "\($0.rawValue) \($1)") }
    )

    /// Such as `GET /health/live`.
    public static let names: Set<String> = Set(byShape.values)
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
