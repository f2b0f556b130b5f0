import CarillonPluginKit

/// Counts the requests that a handler answers, and how long it takes.
struct MeasuredHandler: RequestHandler {
    let handler: any RequestHandler
    let metrics: HostMetrics

    var readsContentCodings: Bool { handler.readsContentCodings }

    func resolve(_ request: APIRequest) -> any ResolvedRequest {
        MeasuredRequest(resolved: handler.resolve(request), metrics: metrics)
    }
}

private struct MeasuredRequest: ResolvedRequest {
    let resolved: any ResolvedRequest
    let metrics: HostMetrics

    var template: String? { resolved.template }
    var intake: BodyIntake { resolved.intake }
    var mayStay: Bool { resolved.mayStay }

    func refusal(_ problem: Problem, of request: APIRequest) -> APIResponse {
        resolved.refusal(problem, of: request)
    }

    func respond(to request: APIRequest) async -> APIResponse {
        let began = ContinuousClock.now
        let answer = await resolved.respond(to: request)
        let method = AllowedMethods.label(of: request.method)
        let route = template ?? "unmatched"
        metrics.requests.add(1, method, route, "\(answer.status)")
        metrics.requestTimes.add([began.duration(to: .now)], method, route)
        return answer
    }
}
