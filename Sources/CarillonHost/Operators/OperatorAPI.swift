import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// What operators ask and order: the same routes for the operator key on the admin port, for the socket in the data folder,
/// and for `carillond`'s commands when no host runs.
struct OperatorAPI: Sendable {
    /// Nil where no host runs.
    let directory: TenantDirectory?
    let store: any Store
    /// Nil where the tenants don't come from a folder.
    let reloader: TenantReloader?
    /// Nil where no host runs.
    var alerts: AlertService?
    let registry: ChannelRegistry
    /// Where no host runs: the profiles that its tenants would have.
    var profiles: [TenantID: TenantProfile] = [:]
    let audit: AuditTrail
    let clock: any WallClock
    /// Nil where no host runs: nobody asks for its metrics.
    let observer: (any PipelineObserver)?
    let key: Secret?

    /// Answers a request of somebody who comes with a key, or without.
    ///
    /// - Returns: nil where there is no such route for operators.
    func answer(_ request: APIRequest) async -> APIResponse? {
        guard OperatorRoute.isPath(request.path) else { return nil }
        do {
            try admit(request)
        } catch {
            var refusal = APIResponse(error)
            refusal.route = OperatorRoute.matching(request).first { $0.route.takes(request.method) }?.route.template
            return refusal
        }
        return await answer(request, by: .operatorKey)
    }

    /// Whether the request comes with the operator key.
    func admits(_ request: APIRequest) -> Bool { (try? admit(request)) != nil }

    private func admit(_ request: APIRequest) throws(Problem) {
        do throws(Problem) {
            _ = try Gatekeeper(operatorKey: key, now: clock.now).admitOperator(request)
        } catch {
            if request.header("authorization") != nil { audit.keyRefused(at: clock.now) }
            throw error
        }
    }

    /// Answers a request of somebody who is known to be an operator.
    func answer(_ request: APIRequest, by actor: AuditTrail.Actor) async -> APIResponse {
        let matching = OperatorRoute.matching(request)
        guard !matching.isEmpty else { return APIResponse(Problem(.notFound, "there is nothing at this path")) }
        guard let (route, parameters) = matching.first(where: { $0.route.takes(request.method) }) else {
            let list = matching.flatMap(\.route.methods).sorted().joined(separator: ", ")
            return APIResponse(Problem(.methodNotAllowed, "this path takes \(list)", headers: ["allow": list]))
        }
        var answer: APIResponse
        do {
            try request.refuseRepeatedQuery()
            answer = try await route.answer(
                OperatorCall(api: self, request: request, parameters: parameters, actor: actor)
            )
        } catch {
            answer = APIResponse(error)
        }
        answer.route = route.template
        return answer
    }
}

/// One route for operators.
struct OperatorRoute: Sendable {
    let method: String
    let path: PathTemplate
    let template: String
    let answer: @Sendable (OperatorCall) async throws(Problem) -> APIResponse

    init(
        _ method: String,
        _ path: String,
        answer: @escaping @Sendable (OperatorCall) async throws(Problem) -> APIResponse
    ) {
        guard let template = PathTemplate(path) else { preconditionFailure("“\(path)” is no path template") }
        self.method = method
        self.path = template
        self.template = path
        self.answer = answer
    }

    /// HEAD is answered as GET is; the server leaves the body out (RFC 9110, section 9.3.2).
    var methods: [String] { method == "GET" ? ["GET", "HEAD"] : [method] }

    func takes(_ method: String) -> Bool { methods.contains(method) }

    /// Fixed paths before those with parameters: the first that matches answers.
    static let all = tenants + [alerts] + views + channels + users + maintenance + [bulkImport]

    static func intake(of request: APIRequest) -> BodyIntake {
        let isImport = request.method == bulkImport.method && bulkImport.path.match(request.path) != nil
        return isImport ? .streamed(limit: BulkImport.bodyLimit) : .whole(limit: NativeRoute.bodyLimit)
    }

    /// Those at the path of a request, whatever their method.
    static func matching(_ request: APIRequest) -> [(route: OperatorRoute, parameters: [String: String])] {
        all.compactMap { route in route.path.match(request.path).map { (route, $0) } }
    }

    /// Whether this is for operators only, also where there is no such route.
    static func isPath(_ path: [String]) -> Bool {
        path.starts(with: ["v1", "tenants"]) || alerts.path.match(path) != nil
    }

    private static let alerts = OperatorRoute("GET", "/v1/alerts") { call throws(Problem) in
        guard let alerts = call.api.alerts else {
            throw Problem(.notFound, "no host has the data folder, and only a running one knows of alerts")
        }
        return APIResponse(json: ["alerts": .array(await alerts.active.map { .object($0.members) })])
    }

    private static let tenants = [
        OperatorRoute("GET", "/v1/tenants") { call throws(Problem) in
            if let directory = call.api.directory { return APIResponse(json: ["tenants": directory.json]) }
            let stored = try await call.stored { store throws(StoreFailure) in try await store.tenants() }
            let tenants = stored.map { tenant -> JSONValue in ["id": .string(tenant.rawValue), "status": "stored"] }
            return APIResponse(json: ["tenants": .array(tenants)])
        },
        OperatorRoute("POST", "/v1/tenants/reload") { call throws(Problem) in
            guard let reloader = call.api.reloader else {
                throw Problem(.notFound, "there is no folder of tenants to be looked at again")
            }
            return APIResponse(json: await reloader.reload(by: call.actor).json)
        },
    ]
}
