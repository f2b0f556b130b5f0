import CarillonPluginKit

/// Counts the requests that a handler answers, and how long it takes.
struct MeasuredHandler: RequestHandler {
    let handler: any RequestHandler
    let metrics: HostMetrics

    /// What a client may call a method isn't ours to bound.
    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    var readsContentCodings: Bool { handler.readsContentCodings }

    func intake(of request: APIRequest) -> BodyIntake { handler.intake(of: request) }

    func refusal(_ problem: Problem, of request: APIRequest) -> APIResponse { handler.refusal(problem, of: request) }

    func respond(to request: APIRequest) async -> APIResponse {
        let began = ContinuousClock.now
        let answer = await handler.respond(to: request)
        let method = Self.methods.contains(request.method) ? request.method : "other"
        let route = answer.route ?? "unmatched"
        metrics.requests.add(1, method, route, "\(answer.status)")
        metrics.requestTimes.add([began.duration(to: .now)], method, route)
        return answer
    }
}
