import CarillonModel
import CarillonProfiles

/// Whose request it is and what stands at its path, looked up once.
///
/// A whole path is looked for in one table: that of the tenant whose host was asked, where the host's own routes stand
/// beside the tenant's contract, or that of the host's own routes alone. Where nothing stands there, the path may begin with
/// a tenant's name: the rest is looked for in the table of that tenant's contract. Of the host's own routes some name their
/// tenant in the path, and those of Supabase's clients by a key.
struct RequestTarget: Sendable {
    /// Whose API was asked, whether anything stands at the path or not.
    let tenant: ActiveTenant?
    let found: RouteTable<PublicEndpoint>.Resolution

    init(of request: APIRequest, in directory: TenantDirectory) {
        let atHost = request.host.flatMap { directory.served(at: $0) }
        let found = (atHost?.routes.atRoot ?? PublicEndpoint.table).resolve(request)
        switch found {
        case .match(let match), .otherMethods(_, nearest: let match):
            self.found = found
            switch match.route.endpoint {
            case .native: tenant = match.parameters["tenant"].flatMap { directory.served(named: $0)?.tenant }
            case .supabaseByKey: tenant = directory.tenant(of: SupabaseKey(request))
            case .health, .operators, .contract, .supabase, .webFile, .inboxPage: tenant = atHost?.tenant
            }
        case .nothing:
            if let named = request.path.first.flatMap({ directory.served(named: $0) }),
                !named.routes.underName.routes.isEmpty
            {
                tenant = named.tenant
                self.found = named.routes.underName.resolve(request.method, request.path.dropFirst())
            } else {
                tenant = atHost?.tenant
                self.found = .nothing
            }
        }
    }

    /// How the answer is put: by the contract whose route stands there, or under whose tenant nothing does.
    var contractAnswer: ContractAnswer? {
        guard let contract = tenant?.runtime.profile.contract else { return nil }
        switch found {
        case .match(let match):
            guard case .contract(let route) = match.route.endpoint else { return nil }
            return ContractAnswer(contract: contract, route: route)
        case .otherMethods(_, nearest: let match):
            guard case .contract = match.route.endpoint else { return nil }
            return ContractAnswer(contract: contract, route: nil)
        case .nothing: return ContractAnswer(contract: contract, route: nil)
        }
    }

    /// How the body of the request is taken in.
    func intake(of request: APIRequest) -> BodyIntake {
        guard case .match(let match) = found else { return .whole(limit: NativeRoute.bodyLimit) }
        switch match.route.endpoint {
        case .health: return .whole(limit: NativeRoute.bodyLimit)
        case .operators(let route): return route.intake
        case .native(let route): return route.intake(of: request)
        case .supabase, .supabaseByKey, .webFile, .inboxPage: return .whole(limit: NativeRoute.bodyLimit)
        case .contract(let route):
            let isPassedOn = route.login != nil
            return isPassedOn ? .passedOn(limit: LoginForwarder.bodyLimit) : .whole(limit: NativeRoute.bodyLimit)
        }
    }
}

extension TenantDirectory {
    fileprivate func served(named name: String) -> ServedTenant? { TenantID(name).flatMap { served($0) } }

    fileprivate func tenant(of key: SupabaseKey) -> ActiveTenant? {
        supabaseKeys.tenant(of: key.value).flatMap { tenant($0) }
    }
}
