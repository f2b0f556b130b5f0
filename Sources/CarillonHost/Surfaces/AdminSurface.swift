import CarillonModel
import CarillonProfiles

/// The admin port: health, metrics, what operators ask, and the studio where there is one.
struct AdminSurface: RequestHandler {
    let api: API
    let metrics: MetricsPage

    enum Endpoint: Sendable {
        case health(HealthProbe)
        case metrics
        case operators(OperatorRoute)
        case studio(StudioRoute)
        /// The scripts and styles of the studio's page.
        case webFile
    }

    static let table = RouteTable<Endpoint>(
        declared: HealthProbe.routes.map { $0.map(Endpoint.health) } + [metricsRoute]
            + OperatorRoute.routes.map { $0.map(Endpoint.operators) }
    )

    /// The same, with the studio's.
    static let tableWithStudio = RouteTable<Endpoint>(
        declared: table.routes + StudioRoute.routes.map { $0.map(Endpoint.studio) } + webFiles
    )

    private static let webFiles = [HostRoute.asset, .hashedAsset].map { route in
        DeclaredRoute(route.method, route.path, from: "the studio's page", Endpoint.webFile)
    }

    private static let metricsRoute = DeclaredRoute<Endpoint>(
        .get,
        PathTemplate(declared: "/metrics"),
        from: "the host's own metrics",
        .metrics
    )

    func resolve(_ request: APIRequest) -> any ResolvedRequest {
        let table = api.studio == nil ? Self.table : Self.tableWithStudio
        return AdminRequest(surface: self, found: table.resolve(request))
    }

    fileprivate func page(_ request: APIRequest) async throws(Problem) -> APIResponse {
        // A page that a browser shows can have its own name lead to this machine (DNS rebinding), but no number.
        guard request.isForAddress || request.isUnnamedFromHere || api.operators.admits(request) else {
            throw Problem(.forbidden, "ask for /metrics by an address or as localhost, or bring the operator key")
        }
        return await metrics.response()
    }
}

private struct AdminRequest: ResolvedRequest {
    let surface: AdminSurface
    let found: RouteTable<AdminSurface.Endpoint>.Resolution

    var template: String? { found.template }

    var intake: BodyIntake {
        guard case .match(let match) = found else { return .whole(limit: NativeRoute.bodyLimit) }
        return switch match.route.endpoint {
        case .operators(let route): route.intake
        case .studio: .whole(limit: StudioRoute.bodyLimit)
        case .health, .metrics, .webFile: .whole(limit: NativeRoute.bodyLimit)
        }
    }

    func respond(to request: APIRequest) async -> APIResponse {
        do throws(Problem) {
            return try await answer(request)
        } catch {
            return APIResponse(error)
        }
    }

    private func answer(_ request: APIRequest) async throws(Problem) -> APIResponse {
        let operators = surface.api.operators
        switch found {
        case .match(let match):
            switch match.route.endpoint {
            case .health(let probe): return probe.answer(surface.api.directory.readiness)
            case .metrics: return try await surface.page(request)
            case .operators(let route):
                try operators.admit(request)
                return try await operators.answer(request, at: match.map { _ in route }, by: .operatorKey)
            case .studio(let route):
                guard let studio = surface.api.studio else { throw .nothingHere }
                return try await studio.answer(request, at: match.map { _ in route })
            case .webFile:
                let (name, hash) = (match.parameters["name"] ?? "", match.parameters["hash"])
                return try surface.api.webFiles.response(to: request, name, hash: hash)
            }
        case .otherMethods(let methods, nearest: let match):
            if case .operators = match.route.endpoint { try operators.admit(request) }
            return try methods.answer(to: request.method)
        case .nothing:
            guard OperatorRoute.isPath(request.path) else {
                throw Problem(
                    .notFound,
                    "the admin port answers /health/live, /health/ready, /metrics, /v1/alerts, /v1/hosts and /v1/tenants"
                )
            }
            try operators.admit(request)
            throw .nothingHere
        }
    }
}

extension APIRequest {
    /// Whether it names no host, as HTTP/1.0 needn't, and comes from this machine.
    ///
    /// A browser always names one, and RFC 6761, section 6.4, has no name server answer for the name that stands for none.
    fileprivate var isUnnamedFromHere: Bool {
        host == HTTP10Compatibility.unnamed && clientAddress.flatMap { InternetAddress($0) }?.isLoopback == true
    }

    /// Whether `Host` is an address or `localhost`, so no name that another party could own (RFC 6761, section 6.3).
    fileprivate var isForAddress: Bool {
        guard let authority = header("host") else { return false }
        if authority.hasPrefix("[") {
            let parts = authority.dropFirst().split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].isEmpty || parts[1].hasPrefix(":") else { return false }
            return InternetAddress(String(parts[0])) != nil
        }
        return host == "localhost" || host.flatMap { InternetAddress($0) } != nil
    }
}
