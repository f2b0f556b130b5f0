import CarillonModel
import CarillonProfiles

/// Where a tenant's contract stands, and what else its profile declares: under the tenant's name, and at the root of the tenant's
/// hosts beside the host's own routes.
struct TenantRoutes: Sendable {
    /// For what follows the tenant's name in a path.
    let underName: RouteTable<PublicEndpoint>
    /// For whole paths; nil where the tenant has no host of its own.
    let atRoot: RouteTable<PublicEndpoint>?

    /// - Throws: where two routes of the contract match the same requests, or one matches a native route on the
    ///   tenant's hosts.
    init(_ profile: TenantProfile) throws(RouteClash) {
        let own =
            (profile.contract.map(Self.routes) ?? [])
            + SupabaseEndpoint.routes(of: profile).map { $0.map(PublicEndpoint.supabase) }
            + Self.inboxPage(of: profile)
        underName = try RouteTable(own)
        atRoot = profile.hosts.isEmpty ? nil : try RouteTable(PublicEndpoint.everywhere + own)
    }

    private static func inboxPage(of profile: TenantProfile) -> [DeclaredRoute<PublicEndpoint>] {
        guard let page = (profile.inbox?.page).flatMap({ PathTemplate($0) }) else { return [] }
        return [
            DeclaredRoute(.get, page, template: "/{tenant}\(page)", from: "profile.json at /inbox/page", .inboxPage)
        ]
    }

    private static func routes(of contract: Contract) -> [DeclaredRoute<PublicEndpoint>] {
        contract.routes.enumerated().flatMap { index, route in
            contract.paths(of: route).map { path in
                DeclaredRoute(
                    route.method,
                    path,
                    template: "/{tenant}\(route.path)",
                    from: "contract.json at /routes/\(index)",
                    .contract(route)
                )
            }
        }
    }
}
