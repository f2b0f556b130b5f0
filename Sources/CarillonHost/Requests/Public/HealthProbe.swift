import CarillonModel
import CarillonProfiles

/// What a load balancer asks: whether the process runs, and whether it serves.
enum HealthProbe: Sendable {
    case live
    case ready

    static let routes = [(HostRoute.live, live), (.ready, ready)].map { route, probe in
        DeclaredRoute(route.method, route.path, from: "the host's own health", probe)
    }

    func answer(_ readiness: Readiness) -> APIResponse {
        switch self {
        case .live: return APIResponse(json: ["status": "live"])
        case .ready: return APIResponse(status: readiness.isReady ? 200 : 503, json: readiness.json)
        }
    }
}

/// Whether the host serves, and what keeps tenants from being served.
struct Readiness: Sendable {
    let isReady: Bool
    let json: JSONValue
}
