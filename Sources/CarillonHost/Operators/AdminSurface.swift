import CarillonModel
import CarillonProfiles

/// The admin port: health, metrics and what operators ask.
struct AdminSurface: RequestHandler {
    let api: API
    let metrics: MetricsPage

    func intake(of request: APIRequest) -> BodyIntake { OperatorRoute.intake(of: request) }

    func respond(to request: APIRequest) async -> APIResponse {
        if request.path == ["metrics"] { return await page(request) }
        if request.path.first == "health" { return await api.respond(to: request) }
        return await api.operators.answer(request)
            ?? APIResponse(Problem(.notFound, "the admin port answers /health, /metrics, /v1/alerts and /v1/tenants"))
    }

    private func page(_ request: APIRequest) async -> APIResponse {
        guard request.method == "GET" || request.method == "HEAD" else {
            let problem = Problem(
                .methodNotAllowed,
                "this path takes GET, HEAD",
                headers: ["allow": "GET, HEAD"]
            )
            return APIResponse(problem)
        }
        // A page that a browser shows can have its own name lead to this machine (DNS rebinding), but no number.
        guard request.isForAddress || request.isUnnamedFromHere || api.operators.admits(request) else {
            let problem = Problem(
                .forbidden,
                "ask for /metrics by an address or as localhost, or bring the operator key"
            )
            var refusal = APIResponse(problem)
            refusal.route = "/metrics"
            return refusal
        }
        var answer = await metrics.response()
        answer.route = "/metrics"
        return answer
    }
}

extension APIRequest {
    /// Whether it names no host, as HTTP/1.0 needn't, and comes from this machine.
    ///
    /// A browser always names one, and RFC 6761, section 6.4, has no name server answer for the name that stands for none.
    fileprivate var isUnnamedFromHere: Bool {
        host == HTTP10Compatibility.unnamed && clientAddress.flatMap { InternetAddress($0) }?.isLoopback == true
    }

    /// Whether `Host` names no name that somebody else could have: an address, or `localhost` (RFC 6761, section 6.3).
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
