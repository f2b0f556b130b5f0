import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// A request whose target is known: its caller is authenticated, its operation run, problems are answered in the
/// route's form.
struct PublicRequest: ResolvedRequest {
    let api: API
    let target: RequestTarget
    let intake: BodyIntake

    init(_ request: APIRequest, to api: API) {
        self.api = api
        target = RequestTarget(of: request, in: api.directory)
        intake = target.intake(of: request)
    }

    var template: String? { target.found.template }

    var mayStay: Bool {
        guard case .match(let match) = target.found else { return false }
        return switch match.route.endpoint {
        case .native(let route): route.isStream
        case .contract(let route): route.operation.isStream
        case .supabase(.socket), .supabaseByKey(.socket): true
        case .health, .operators, .supabase(.rows), .supabaseByKey(.rows), .webFile, .inboxPage: false
        }
    }

    /// The CORS headers; nil where the tenant lets no page in.
    private var browsers: CrossOriginAccess? { target.tenant?.access.browsers }

    /// The answer to a browser that asks before it sends; nil where it doesn't.
    private func preflight(_ request: APIRequest) -> APIResponse? {
        if target.tenant == nil, case .otherMethods(_, nearest: let match) = target.found,
            case .supabaseByKey(.rows) = match.route.endpoint
        {
            return api.directory.pagesOfRows?.preflight(request)
        }
        return browsers?.preflight(request)
    }

    func refusal(_ problem: Problem, of request: APIRequest) -> APIResponse {
        var answer = response(problem)
        browsers?.mark(&answer, of: request)
        return answer
    }

    func respond(to request: APIRequest) async -> APIResponse {
        await withTaskExecutorPreference(target.tenant?.runtime.executor) {
            if let preflight = preflight(request) { return preflight }
            var answer = await answer(request)
            browsers?.mark(&answer, of: request)
            return answer
        }
    }

    private func response(_ problem: Problem) -> APIResponse {
        target.contractAnswer?.response(problem) ?? APIResponse(problem)
    }

    private func answer(_ request: APIRequest) async -> APIResponse {
        do throws(Problem) {
            switch target.found {
            case .match(let match): return try await answer(request, at: match)
            case .otherMethods(let methods, nearest: let match):
                if case .operators = match.route.endpoint { try api.operators.admit(request) }
                return try methods.answer(to: request.method)
            case .nothing:
                let failure = request.path.first.flatMap { api.directory.storeFailure(of: $0) }
                throw failure.map(Problem.storeFailed) ?? .nothingHere
            }
        } catch {
            return response(error)
        }
    }

    private func answer(
        _ request: APIRequest,
        at match: RouteTable<PublicEndpoint>.Match
    ) async throws(Problem) -> APIResponse {
        switch match.route.endpoint {
        case .health(let probe): return probe.answer(api.directory.readiness)
        case .operators(let route):
            try api.operators.admit(request)
            return try await api.operators.answer(request, at: match.map { _ in route }, by: .operatorKey)
        case .native(let route): return try await answer(request, at: route, match.parameters)
        case .supabase(let endpoint):
            guard let tenant = target.tenant else { throw .nothingHere }
            return await endpoint.answer(request, of: tenant, at: api.host, match.parameters)
        case .supabaseByKey(let endpoint):
            guard let tenant = target.tenant else { throw .noSuchApp }
            return await endpoint.answer(request, of: tenant, at: api.host, match.parameters)
        case .webFile:
            return try api.webFiles.response(
                to: request,
                match.parameters["name"] ?? "",
                hash: match.parameters["hash"]
            )
        case .inboxPage:
            guard let tenant = target.tenant, let page = tenant.inboxPage(for: request, at: api.host, api.webFiles)
            else {
                throw .nothingHere
            }
            return page.response
        case .contract(let route):
            guard let tenant = target.tenant, let form = target.contractAnswer else { throw .nothingHere }
            let routes = ContractRoutes(host: api.host, tenant: tenant, form: form, gatekeeper: api.gatekeeper)
            return await routes.answer(request, route, match.parameters)
        }
    }

    private func answer(
        _ request: APIRequest,
        at route: NativeRoute,
        _ parameters: [String: String]
    ) async throws(Problem) -> APIResponse {
        guard let tenant = target.tenant else {
            let name = parameters["tenant"] ?? ""
            if let failure = api.directory.storeFailure(of: name) { throw .storeFailed(failure) }
            throw Problem(.notFound, "this host has no tenant called “\(name.prefix(63))”")
        }
        if route.isStream, let stream = route.operation, let handshake = try WebSocketHandshake(request) {
            try request.refuseRepeatedQuery()
            return handshake.response(try socket(request, of: tenant, at: stream, parameters))
        }
        let caller = try admit(request, to: tenant, as: route.access)
        let call = call(request, parameters, by: caller, to: tenant)
        try request.refuseRepeatedQuery()
        return try await route.answer(call)
    }

    private func call(
        _ request: APIRequest,
        _ parameters: [String: String],
        by caller: Caller,
        to tenant: ActiveTenant
    ) -> NativeCall {
        NativeCall(
            request: request,
            parameters: parameters,
            caller: caller,
            tenant: tenant,
            host: api.host,
            gatekeeper: api.gatekeeper
        )
    }

    /// A WebSocket for the caller's own stream; browsers can send no token with the request, and name it then.
    ///
    /// A cookie doesn't count: any page's script can open a WebSocket, and the browser adds it.
    private func socket(
        _ request: APIRequest,
        of tenant: ActiveTenant,
        at stream: NativeRoute.Bound,
        _ parameters: [String: String]
    ) throws(Problem) -> FeedSocket {
        var asked = request
        asked.headers.removeAll { $0.name == "cookie" }
        let caller = try api.gatekeeper.admit(asked, to: tenant.access, as: .optionalUser)
        let call = call(asked, parameters, by: caller, to: tenant)
        let fields = try stream.fields(of: call)
        guard case .user(let token) = caller else { return FeedSocket(nil, of: tenant, at: api.host, fields) }
        let start = FeedSocket.Start(token: token, lastEventID: request.header("last-event-id"))
        return FeedSocket(start, of: tenant, at: api.host, fields)
    }

    private func admit(
        _ request: APIRequest,
        to tenant: ActiveTenant,
        as access: Access
    ) throws(Problem) -> Caller {
        do throws(Problem) {
            return try api.gatekeeper.admit(request, to: tenant.access, as: access)
        } catch {
            if access == .service, error.code == .canonical(.unauthenticated), request.header("authorization") != nil {
                api.host.audit.keyRefused(tenant: tenant.runtime.profile.id.rawValue, at: api.host.clock.now)
            }
            throw error
        }
    }
}

extension Problem {
    fileprivate static let noSuchApp = Problem(
        .notFound,
        "the key in apikey isn't that of one tenant: bring the app's own, or ask at its tenant's host or below its name"
    )
}
