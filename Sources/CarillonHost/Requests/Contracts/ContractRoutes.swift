import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Answers requests to one tenant's contract: authenticates and counts them, maps them to an operation, and maps its
/// result to the contract's answer.
struct ContractRoutes: Sendable {
    let host: HostContext
    let tenant: ActiveTenant
    let form: ContractAnswer
    let gatekeeper: Gatekeeper

    func answer(_ request: APIRequest, _ route: ContractRoute, _ parameters: [String: String]) async -> APIResponse {
        var limit: RateLimiter.State?
        var response: APIResponse
        do throws(Problem) {
            let caller = try gatekeeper.admit(request, to: tenant.access, as: Access(route.access))
            limit = await count(request, route, caller)
            if let wait = limit?.retryAfter {
                throw Problem(.rateLimited, "too many requests; try again in \(wait.wholeSeconds) s", retryAfter: wait)
            }
            response = try await perform(request, route, parameters, by: caller)
        } catch {
            response = form.response(error)
        }
        response.headers += limit?.headers() ?? []
        return response
    }

    private func count(_ request: APIRequest, _ route: ContractRoute, _ caller: Caller) async -> RateLimiter.State? {
        guard let limit = route.rateLimit, let limiter = host.limiter else { return nil }
        let key = RateLimiter.Key(
            tenant: tenant.runtime.profile.id,
            rule: "\(route.method.rawValue) \(route.path)",
            caller: caller.name(at: request.clientAddress)
        )
        return await limiter.count(key, limit, at: host.clock.now)
    }

    private func perform(
        _ request: APIRequest,
        _ route: ContractRoute,
        _ parameters: [String: String],
        by caller: Caller
    ) async throws(Problem) -> APIResponse {
        let mapping = RequestMapping(route: route, now: host.clock.now)
        if let login = route.login {
            let call = OperationCall(host: host, tenant: tenant, caller: caller, input: JSONObject())
            let pushRequest = LoginPushRequest(mapping, request, parameters, call.devicePlugins)
            return try await LoginForwarder(login: login, pushRequest: pushRequest, call: call, gatekeeper: gatekeeper)
                .answer(request)
        }
        let input = try mapping.input(from: request, parameters: parameters)
        var call = OperationCall(host: host, tenant: tenant, caller: caller, input: input.fields)
        call.onUnknown = route.onUnknown
        call.idempotencyKey = request.idempotencyKey
        call.clientAddress = request.clientAddress
        do throws(Problem) {
            switch try await route.operation.run(call, after: request.header("last-event-id")) {
            case .response(let response): return response
            case .result(let result): return try form.response(result, of: call, links: PageLinks(route, request))
            }
        } catch {
            throw error.relocated(input.places, as: .path)
        }
    }
}

extension Caller {
    /// Whose requests are counted together.
    fileprivate func name(at address: String?) -> String {
        switch self {
        case .user(let token): "user \(token.user)"
        case .service: "service"
        case .operator: "operator"
        case .anonymous: "address \(address ?? "")"
        }
    }
}
