import CarillonModel
import CarillonProfiles

/// The admin port: health, metrics and what operators ask.
struct AdminSurface: RequestHandler {
    let api: API
    let metrics: MetricsPage

    func bodyLimit(for request: APIRequest) -> Int { 0 }

    func respond(to request: APIRequest) async -> APIResponse {
        if request.path == ["metrics"] { return await page(request) }
        guard request.path.first == "health" || request.path == ["v1", "tenants"] else {
            return APIResponse(Problem(.notFound, "the admin port answers /health, /metrics and /v1/tenants"))
        }
        return await api.respond(to: request)
    }

    private func page(_ request: APIRequest) async -> APIResponse {
        guard request.method == "GET" || request.method == "HEAD" else {
            let problem = Problem(
                code: .methodNotAllowed,
                "this path takes GET, HEAD",
                headers: ["allow": "GET, HEAD"]
            )
            return APIResponse(problem)
        }
        var answer = await metrics.response()
        answer.route = "/metrics"
        return answer
    }
}
