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
