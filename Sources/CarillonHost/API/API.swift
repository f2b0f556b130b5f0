import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// The host's HTTP API: routes to operations, callers to their rights, problems to answers.
public struct API: RequestHandler {
    private let directory: TenantDirectory
    private let registry: ChannelRegistry
    private let clock: any CarillonPluginKit.Clock
    private let observer: any PipelineObserver
    private let operatorKey: Secret?
    let operators: OperatorAPI
    private let audit: AuditTrail

    init(
        directory: TenantDirectory,
        registry: ChannelRegistry,
        clock: any CarillonPluginKit.Clock,
        observer: any PipelineObserver,
        operatorKey: Secret?,
        reloader: TenantReloader? = nil,
        audit: AuditTrail = AuditTrail(nil)
    ) {
        self.directory = directory
        self.registry = registry
        self.clock = clock
        self.observer = observer
        self.operatorKey = operatorKey
        self.audit = audit
        operators = OperatorAPI(
            directory: directory,
            store: directory.store,
            reloader: reloader,
            audit: audit,
            clock: clock,
            key: operatorKey
        )
    }

    public func bodyLimit(for request: APIRequest) -> Int {
        let route = NativeRoute.all.first { $0.method == request.method && $0.path.match(request.path) != nil }
        let isBatch = request.mediaType == NativeRoute.cloudEventBatch
        return isBatch ? route?.bodyLimit ?? NativeRoute.bodyLimit : NativeRoute.bodyLimit
    }

    public func respond(to request: APIRequest) async -> APIResponse {
        var route: String?
        var answer: APIResponse
        do {
            answer = try await self.answer(request, route: &route)
        } catch {
            answer = APIResponse(error)
        }
        answer.route = route
        return answer
    }

    /// - Parameter route: set to the template of the route that answers, as soon as it is known.
    private func answer(_ request: APIRequest, route template: inout String?) async throws(Problem) -> APIResponse {
        if let answer = try health(request) {
            template = "/health/\(request.path[1])"
            return answer
        }
        if request.path == ["v1", "tenants"] || request.path == ["v1", "tenants", "reload"],
            let answer = await operators.answer(request)
        {
            template = answer.route
            return answer
        }
        let matching = NativeRoute.all.compactMap { route in route.path.match(request.path).map { (route, $0) } }
        guard let (route, parameters) = matching.first(where: { $0.0.method == request.method }) else {
            throw notHere(request, allowed: matching.map(\.0.method))
        }
        template = route.template
        let name = parameters["tenant"] ?? ""
        guard let tenant = TenantID(name).flatMap({ directory.tenant($0) }) else {
            throw Problem(.notFound, "this host has no tenant called “\(name.prefix(63))”")
        }
        let caller: Caller
        do {
            caller = try await Gatekeeper(operatorKey: operatorKey, now: clock.now)
                .admit(request, to: tenant.runtime, as: route.access)
        } catch {
            if route.access == .service, error.code == .canonical(.unauthenticated),
                request.header("authorization") != nil
            {
                audit.keyRefused(tenant: tenant.runtime.profile.id.rawValue, at: clock.now)
            }
            throw error
        }
        let call = NativeCall(
            request: request,
            parameters: parameters,
            caller: caller,
            tenant: tenant,
            registry: registry,
            clock: clock,
            observer: observer
        )
        return try await route.answer(call)
    }

    private func health(_ request: APIRequest) throws(Problem) -> APIResponse? {
        guard request.path.first == "health", request.path.count == 2 else { return nil }
        guard request.method == "GET" || request.method == "HEAD" else {
            throw notHere(request, allowed: ["GET", "HEAD"])
        }
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
        return Problem(code: .methodNotAllowed, "this path takes \(list)", headers: ["allow": list])
    }
}
