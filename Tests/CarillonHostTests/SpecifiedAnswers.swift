import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Synchronization
import Testing

@testable import CarillonHost

/// The port for apps and services as tests see it: every answer is held to what is specified of the operation that gave it.
struct SpecifiedAPI: RequestHandler {
    let api: API

    func resolve(_ request: APIRequest) -> any ResolvedRequest {
        let target = RequestTarget(of: request, in: api.directory)
        return SpecifiedRequest(
            resolved: PublicRequest(request, to: api),
            specified: SpecifiedAnswer(target, registry: api.host.registry)
        )
    }
}

private struct SpecifiedRequest: ResolvedRequest {
    let resolved: PublicRequest
    let specified: SpecifiedAnswer?

    var template: String? { resolved.template }
    var intake: BodyIntake { resolved.intake }

    func refusal(_ problem: Problem, of request: APIRequest) -> APIResponse { resolved.refusal(problem, of: request) }

    func respond(to request: APIRequest) async -> APIResponse {
        let answer = await resolved.respond(to: request)
        specified?.check(answer, to: request)
        return answer
    }
}

extension API {
    /// Goes before the one that all request handlers have, so that no test goes around the check.
    func respond(to request: APIRequest) async -> APIResponse {
        await SpecifiedAPI(api: self).resolve(request).respond(to: request)
    }
}

/// What the specification of an operation says of an answer where all went well.
struct SpecifiedAnswer {
    /// Such as `devices.register at POST /v1/{tenant}/devices`.
    let place: String
    let status: Int
    let schema: JSONValue

    /// Nil where no operation answers with JSON.
    init?(_ target: RequestTarget, registry: ChannelRegistry) {
        guard case .match(let match) = target.found, let profile = target.tenant?.runtime.profile else { return nil }
        let operation: Operation
        switch match.route.endpoint {
        case .native(let route):
            guard let bound = route.operation, bound.operation.specification.answer != .stream else { return nil }
            operation = bound.operation
            status = route.status
            schema = NativeDescription(route: route, profile: profile, registry: registry).answered
        case .contract(let route):
            guard let contract = profile.contract else { return nil }
            operation = route.operation
            status = route.response.status
            let path = match.route.path.description
            let description = ContractDescription(
                route: route,
                path: path,
                contract: contract,
                profile: profile,
                registry: registry
            )
            let success = description.responses["\(status)"]
            guard let own = success?["content"]?["application/json"]?["schema"] else { return nil }
            schema = own
        case .health, .operators, .supabase, .supabaseByKey, .webFile, .inboxPage: return nil
        }
        place = "\(operation.rawValue) at \(match.route.method.rawValue) \(match.route.template)"
    }

    /// Errors have a form of their own, and tests of their own.
    func check(_ answer: APIResponse, to request: APIRequest) {
        guard answer.status < 400, request.method != "HEAD", request.method != "OPTIONS" else { return }
        guard answer.status == status else {
            Issue.record("the answer of \(place) is \(answer.status), not \(status)")
            return
        }
        guard let json = try? JSONValue(parsing: answer.bytes) else {
            Issue.record("the answer of \(place) is no JSON")
            return
        }
        for fault in json.faults(against: schema) { Issue.record("the answer of \(place): \(fault)") }
    }
}
