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

    /// The host's own routes, on every host name.
    static let table = RouteTable<PublicEndpoint>(
        declared: HealthProbe.routes.map { $0.map(PublicEndpoint.health) }
            + OperatorRoute.publicRoutes.map { $0.map(PublicEndpoint.operators) }
            + NativeRoute.routes.map { $0.map(PublicEndpoint.native) }
    )
}
