import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// The host's HTTP API: routes to operations, callers to their rights, problems to answers.
///
/// What stands at a path is looked for in this order: health, the host's own routes under `/v1`, the contract of the tenant
/// whose host was asked, the contract of the tenant that the path begins with.
public struct API: RequestHandler {
    private let directory: TenantDirectory
    private let host: HostContext
    private let operatorKey: Secret?
    let operators: OperatorAPI

    init(
        directory: TenantDirectory,
        host: HostContext,
        operatorKey: Secret?,
        reloader: TenantReloader? = nil,
        alerts: AlertService? = nil
    ) {
        self.directory = directory
        self.host = host
        self.operatorKey = operatorKey
        operators = OperatorAPI(
            directory: directory,
            store: directory.store,
            reloader: reloader,
            alerts: alerts,
            registry: host.registry,
            audit: host.audit,
            clock: host.clock,
            observer: host.observer,
            key: operatorKey
        )
    }

    public func intake(of request: APIRequest) -> BodyIntake {
        guard request.path.first == "v1", let route = NativeRoute.route(request.method, request.path)?.route else {
            return passesOn(request) ? .passedOn(limit: LoginForwarder.bodyLimit) : .whole(limit: NativeRoute.bodyLimit)
        }
        if route.streamedType != nil { return .streamed(limit: route.bodyLimit) }
        let isBatch = request.mediaType == NativeRoute.cloudEventBatch
        return .whole(limit: isBatch ? route.bodyLimit : NativeRoute.bodyLimit)
    }

    /// Whether a contract has the request passed on as it is.
    private func passesOn(_ request: APIRequest) -> Bool {
        guard let (_, contract, path) = contract(for: request), contract.routes.contains(where: { $0.login != nil }),
            case .route(let route, _) = contract.place(of: request.method, path)
        else { return false }
        return route.login != nil
    }

    public func respond(to request: APIRequest) async -> APIResponse {
        let asked = tenant(asked: request)
        return await withTaskExecutorPreference(asked?.runtime.executor) { await answer(request, from: asked) }
    }

    private func answer(_ request: APIRequest, from asked: ActiveTenant?) async -> APIResponse {
        var request = request
        let browsers = asked.flatMap { CrossOriginAccess($0.runtime.profile) }
        if let preflight = browsers?.preflight(request) { return preflight }
        // RFC 9110, section 9.3.2: the same head; the server leaves the content out.
        if request.method == "HEAD" { request.method = "GET" }
        var route: String?
        var answer: APIResponse
        do {
            if let own = try await ownAnswer(request, route: &route) {
                answer = own
            } else {
                answer = await contractAnswer(request, route: &route)
            }
        } catch {
            answer = APIResponse(error)
        }
        answer.route = route
        browsers?.mark(&answer, of: request)
        return answer
    }

    /// In the words of the contract, where the path is one's.
    public func refusal(_ problem: Problem, of request: APIRequest) -> APIResponse {
        var answer = APIResponse(problem)
        if !NativeRoute.isPath(request.path), let (_, contract, path) = contract(for: request) {
            var route: ContractRoute?
            if case .route(let found, _) = contract.place(of: request.method, path) { route = found }
            answer = ContractAnswer(contract: contract, route: route).response(problem)
        }
        tenant(asked: request).flatMap { CrossOriginAccess($0.runtime.profile) }?.mark(&answer, of: request)
        return answer
    }

    /// Whose API a request is meant for, whatever stands at its path.
    private func tenant(asked request: APIRequest) -> ActiveTenant? {
        if request.path.count > 1, NativeRoute.isPath(request.path) {
            return TenantID(request.path[1]).flatMap { directory.tenant($0) }
        }
        return contract(for: request)?.0
    }

    // MARK: the host's own routes

    /// Nil: nothing of the host's own stands there.
    ///
    /// - Parameter template: set to the template of the route that answers, as soon as it is known.
    private func ownAnswer(_ request: APIRequest, route template: inout String?) async throws(Problem) -> APIResponse? {
        if let answer = try health(request) {
            template = "/health/\(request.path[1])"
            return answer
        }
        guard request.path.first == "v1" else { return nil }
        if request.path == ["v1", "tenants"] || request.path == ["v1", "tenants", "reload"],
            let answer = await operators.answer(request)
        {
            template = answer.route
            return answer
        }
        guard let (route, parameters) = NativeRoute.route(request.method, request.path) else {
            if request.host.flatMap({ directory.tenant(at: $0) }) != nil { return nil }
            throw notHere(request, allowed: NativeRoute.methods(at: request.path))
        }
        template = route.template
        let name = parameters["tenant"] ?? ""
        guard let tenant = TenantID(name).flatMap({ directory.tenant($0) }) else {
            if let failure = directory.storeFailure(of: name) { throw .storeFailed(failure) }
            throw Problem(.notFound, "this host has no tenant called “\(name.prefix(63))”")
        }
        let caller: Caller
        do throws(Problem) {
            caller = try gatekeeper.admit(request, to: tenant.runtime, as: route.access)
        } catch {
            if route.access == .service, error.code == .canonical(.unauthenticated),
                request.header("authorization") != nil
            {
                host.audit.keyRefused(tenant: tenant.runtime.profile.id.rawValue, at: host.clock.now)
            }
            throw error
        }
        try request.refuseRepeatedQuery()
        let call = NativeCall(
            request: request,
            parameters: parameters,
            caller: caller,
            tenant: tenant,
            host: host,
            gatekeeper: gatekeeper
        )
        return try await route.answer(call)
    }

    private var gatekeeper: Gatekeeper { Gatekeeper(operatorKey: operatorKey, now: host.clock.now) }

    private func health(_ request: APIRequest) throws(Problem) -> APIResponse? {
        guard request.path.first == "health", request.path.count == 2 else { return nil }
        guard request.method == "GET" else { throw notHere(request, allowed: ["GET", "HEAD"]) }
        switch request.path[1] {
        case "live": return APIResponse(json: ["status": "live"])
        case "ready":
            let readiness = directory.readiness
            return APIResponse(status: readiness.isReady ? 200 : 503, json: readiness.json)
        default: return nil
        }
    }

    private func notHere(_ request: APIRequest, allowed: [String]) -> Problem {
        guard !allowed.isEmpty else { return Problem(.notFound, "there is nothing at this path") }
        let list = allowed.sorted().joined(separator: ", ")
        return Problem(.methodNotAllowed, "this path takes \(list)", headers: ["allow": list])
    }

    // MARK: contracts

    private func contractAnswer(_ request: APIRequest, route template: inout String?) async -> APIResponse {
        guard let (tenant, contract, path) = contract(for: request) else {
            let failure = request.path.first.flatMap { directory.storeFailure(of: $0) }
            return APIResponse(failure.map(Problem.storeFailed) ?? notHere(request, allowed: []))
        }
        switch contract.place(of: request.method, path) {
        case .route(let route, let parameters):
            template = "/{tenant}\(route.path)"
            let routes = ContractRoutes(host: host, tenant: tenant, contract: contract, gatekeeper: gatekeeper)
            return await routes.answer(request, route, parameters)
        case .otherMethods(let methods):
            return ContractAnswer(contract: contract, route: nil).response(notHere(request, allowed: methods))
        case .nothing: return ContractAnswer(contract: contract, route: nil).response(notHere(request, allowed: []))
        }
    }

    /// The contract at the root of the host asked for, or under the name of its tenant.
    private func contract(for request: APIRequest) -> (ActiveTenant, Contract, path: [String])? {
        if let tenant = request.host.flatMap({ directory.tenant(at: $0) }),
            let contract = tenant.runtime.profile.contract
        {
            if case .nothing = contract.place(of: request.method, request.path) {
            } else {
                return (tenant, contract, request.path)
            }
        }
        if let tenant = request.path.first.flatMap({ TenantID($0) }).flatMap({ directory.tenant($0) }),
            let contract = tenant.runtime.profile.contract
        {
            return (tenant, contract, Array(request.path.dropFirst()))
        }
        guard let tenant = request.host.flatMap({ directory.tenant(at: $0) }),
            let contract = tenant.runtime.profile.contract
        else { return nil }
        return (tenant, contract, request.path)
    }
}
