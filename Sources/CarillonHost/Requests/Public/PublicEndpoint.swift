import CarillonModel
import CarillonProfiles

/// What stands at a path of the port for apps and services.
///
/// Indirect, because every request is handed one, and a route has many parts.
indirect enum PublicEndpoint: Sendable {
    case health(HealthProbe)
    case operators(OperatorRoute)
    case native(NativeRoute)
    case contract(ContractRoute)
    case supabase(SupabaseEndpoint)
    /// The same of a tenant that the path doesn't name: the client's key does.
    case supabaseByKey(SupabaseEndpoint)
    case webFile
    case inboxPage

    /// Who may ask there.
    var access: Access {
        switch self {
        case .health, .webFile, .inboxPage: .anyone
        case .operators: .operator
        case .native(let route): route.access
        case .contract(let route): Access(route.access)
        case .supabase(let endpoint), .supabaseByKey(let endpoint): endpoint.access
        }
    }

    /// The host's own routes, on every host name.
    static let everywhere =
        HealthProbe.routes.map { $0.map(PublicEndpoint.health) }
        + OperatorRoute.publicRoutes.map { $0.map(PublicEndpoint.operators) }
        + webFiles + NativeRoute.routes.map { $0.map(PublicEndpoint.native) }

    /// What stands at the root of a host name that is no tenant's.
    static let table = RouteTable<PublicEndpoint>(
        declared: everywhere + SupabaseEndpoint.routes.map { $0.map(PublicEndpoint.supabaseByKey) }
    )

    /// The inbox's scripts and styles, which are no tenant's.
    private static let webFiles = [HostRoute.asset, .hashedAsset].map { route in
        DeclaredRoute(route.method, route.path, from: "the host's own inbox", PublicEndpoint.webFile)
    }
}
