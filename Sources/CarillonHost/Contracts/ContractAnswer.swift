import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Turns results and problems into the answers that a contract promises.
struct ContractAnswer: Sendable {
    let contract: Contract
    /// Nil where no route was found.
    let route: ContractRoute?

    func response(
        _ result: JSONObject,
        of call: OperationCall
    ) throws(Problem) -> APIResponse {
        guard let response = route?.response, let template = response.body else {
            return APIResponse(status: route?.response.status ?? 204)
        }
        var root = result
        root["tenant"] = .string(call.profile.id.rawValue)
        root["now"] = .string(call.host.clock.now.rfc3339)
        if root["user"] == nil, case .user(let token) = call.caller {
            root["user"] = ["id": .string(token.user.rawValue)]
        }
        guard let body = template.resolved(in: scope(root, call), wholeValues: .asJSON) else {
            throw Problem(.internal, "the answer can't be made")
        }
        return APIResponse(status: response.status, json: body)
    }

    /// Days are those of the reader, as far as their token says where they are.
    private func scope(_ root: JSONObject, _ call: OperationCall) -> TemplateScope {
        let own: String? = if case .user(let token) = call.caller { token.facts.timeZone } else { nil }
        return TemplateScope(root) { [zones = call.host.timeZones, zone = call.profile.timeZone] instant in
            own.flatMap { zones.offset(of: $0, at: instant) } ?? zones.offset(of: zone, at: instant) ?? 0
        }
    }

    func response(_ problem: Problem) -> APIResponse {
        let canonical = problem.code.canonical
        guard let body = route.map({ contract.body(on: $0) }) ?? contract.errors.body else {
            return APIResponse(problem)
        }
        let mapping =
            route.map { contract.mapping(of: canonical, on: $0) } ?? contract.errors.codes[canonical]
            ?? ErrorMapping(status: canonical.status, code: canonical.rawValue)
        // What only HTTP knows keeps its status: clients' libraries act on it.
        let isOfHTTP = problem.code == .methodNotAllowed || problem.code == .requestTimeout
        let status = isOfHTTP ? problem.code.status : mapping.status
        let code = isOfHTTP ? problem.code.name(like: mapping.code) : mapping.code
        var error = JSONObject([
            .init("code", .string(code)), .init("status", JSONValue(status)),
            .init("message", .string(problem.detail)),
        ])
        error["retryAfter"] = problem.retryAfter.map { JSONValue($0.wholeSeconds) }
        let scope = { TemplateScope(JSONObject([.init("error", .object(error))])) }
        if let message = mapping.message?.resolved(in: scope()) { error["message"] = .string(message) }
        var response = APIResponse(
            status: status,
            json: body.resolved(in: scope(), wholeValues: .asJSON) ?? .object(JSONObject())
        )
        response.headers += problem.answerHeaders
        return response
    }
}
