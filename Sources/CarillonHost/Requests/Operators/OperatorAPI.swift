import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// What operators ask and order: the same routes for the operator key on the admin port, for the socket in the data folder,
/// and for `carillond`'s commands when no host runs.
struct OperatorAPI: Sendable {
    /// Reloads the tenants' folders.
    ///
    /// - Returns: what changed, as JSON.
    typealias Reload = @Sendable (AuditTrail.Actor) async -> JSONValue

    /// Nil where no host runs.
    let tenants: (any OperatedTenants)?
    let store: any Store
    /// Nil where the tenants don't come from a folder.
    let reload: Reload?
    /// Nil where no host runs.
    var alerts: AlertService?
    let registry: ChannelRegistry
    /// Where no host runs: the profiles that its tenants would have.
    var profiles: [TenantID: TenantProfile] = [:]
    let audit: AuditTrail
    let clock: any WallClock
    /// Nil where no host runs: nobody asks for its metrics.
    let observer: (any PipelineObserver)?
    /// How long the code in a link to the studio is good.
    var studioCodeLifetime = StaffSessions.codeLifetime
    /// Makes the ids of what the studio keeps.
    var identifiers: any IdentifierMaker = OrderedIdentifiers(SystemIdentifiers { SystemClock().now })
    let key: Secret?

    /// The hosts that share the store; beside this one, where this is one.
    var others: OtherHosts { OtherHosts(store.membership) }

    /// Whether the request comes with the operator key.
    func admits(_ request: APIRequest) -> Bool { (try? admit(request)) != nil }

    /// - Throws: where the request doesn't come with the operator key.
    func admit(_ request: APIRequest) throws(Problem) {
        do throws(Problem) {
            _ = try Gatekeeper(operatorKey: key, now: clock.now).admitOperator(request)
        } catch {
            if request.header("authorization") != nil { audit.keyRefused(at: clock.now) }
            throw error
        }
    }

    /// Answers a request of an authenticated operator.
    func answer(
        _ request: APIRequest,
        at match: RouteTable<OperatorRoute>.Match,
        by actor: AuditTrail.Actor
    ) async throws(Problem) -> APIResponse {
        try request.refuseRepeatedQuery()
        let call = OperatorCall(api: self, request: request, parameters: match.parameters, actor: actor)
        return try await match.route.endpoint.answer(call)
    }
}

/// The tenants that a host runs, as operators see and change them.
protocol OperatedTenants: RunningTenants {
    func tenant(_ id: TenantID) -> ActiveTenant?
    /// Stops a tenant that its store withholds.
    @discardableResult
    func withhold(_ id: TenantID, _ why: Withholding) -> Bool
    /// Waits for what a tenant that was stopped has in flight.
    func ended(_ id: TenantID) async
    /// Every tenant with its state.
    var json: JSONValue { get }
}

/// One route for operators.
struct OperatorRoute: Sendable {
    let method: RequestMethod
    let path: PathTemplate
    let intake: BodyIntake
    /// All that its problems may be.
    let errors: Set<CanonicalError>
    let answer: @Sendable (OperatorCall) async throws(Problem) -> APIResponse

    init(
        _ method: RequestMethod,
        _ path: String,
        intake: BodyIntake = .whole(limit: NativeRoute.bodyLimit),
        errors: Set<CanonicalError> = [],
        answer: @escaping @Sendable (OperatorCall) async throws(Problem) -> APIResponse
    ) {
        self.method = method
        self.path = PathTemplate(declared: path)
        self.intake = intake
        self.errors = errors.union(Self.usualErrors)
        self.answer = answer
    }

    init(_ route: HostRoute, answer: @escaping @Sendable (OperatorCall) async throws(Problem) -> APIResponse) {
        method = route.method
        path = route.path
        intake = .whole(limit: NativeRoute.bodyLimit)
        errors = Self.usualErrors
        self.answer = answer
    }

    private static let usualErrors = CanonicalError.ofAnyRequest.union([.unauthenticated, .validation])

    /// Every route under `/v1/tenants`, and what else only operators see.
    static let routes = routes(
        tenants + [alerts, hosts] + views + channels + users + maintenance + moving + studio + [bulkImport]
    )
    /// Those that the port for apps and services has too.
    static let publicRoutes = routes(tenants)

    private static func routes(_ all: [OperatorRoute]) -> [DeclaredRoute<OperatorRoute>] {
        all.map { DeclaredRoute($0.method, $0.path, from: "the operators' \($0.method.rawValue) \($0.path)", $0) }
    }

    /// Whether this is for operators only, also where nothing stands: who has no key needn't know what does.
    static func isPath(_ path: [String]) -> Bool { path.starts(with: ["v1", "tenants"]) }

    private static let alerts = OperatorRoute(.get, "/v1/alerts") { call throws(Problem) in
        guard let alerts = call.api.alerts else {
            throw Problem(
                .notFound,
                call.api.store.membership == nil
                    ? "no host has the data folder, and only a running one knows of alerts"
                    : "only a running host knows of alerts: ask each on its admin port, GET /v1/alerts"
            )
        }
        return APIResponse(json: ["alerts": .array(await alerts.active.map { .object($0.members) })])
    }

    private static let tenants = [
        OperatorRoute(.tenants) { call throws(Problem) in
            if let tenants = call.api.tenants { return APIResponse(json: ["tenants": tenants.json]) }
            let stored = try await call.stored { store throws(StoreFailure) in try await store.tenants() }
            let tenants = stored.map { tenant -> JSONValue in ["id": .string(tenant.rawValue), "status": "stored"] }
            return APIResponse(json: ["tenants": .array(tenants)])
        },
        OperatorRoute(.reload) { call throws(Problem) in
            guard let reload = call.api.reload else {
                throw Problem(.notFound, "there is no folder of tenants to be looked at again")
            }
            return APIResponse(json: await reload(call.actor))
        },
    ]
}
