import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Turns results and problems into the answers that a contract promises.
struct ContractAnswer: Sendable {
    let contract: Contract
    /// Nil where no route was found.
    let route: ContractRoute?

    /// - Parameter links: the pages around the answer's.
    func response(
        _ result: JSONObject,
        of call: OperationCall,
        links: PageLinks? = nil
    ) throws(Problem) -> APIResponse {
        guard let response = route?.response else { return .noContent }
        guard response.body != nil || !response.headers.isEmpty else { return APIResponse(status: response.status) }
        var root = result
        root["links"] = links.map { .object($0.json(around: result)) }
        root["tenant"] = .string(call.profile.id.rawValue)
        root["now"] = .string(call.host.clock.now.rfc3339)
        if root["user"] == nil, case .user(let token) = call.caller {
            root["user"] = ["id": .string(token.user.rawValue)]
        }
        let scope = scope(root, call)
        var answer = APIResponse(status: response.status)
        if let template = response.body {
            guard let body = template.resolved(in: scope, wholeValues: .asJSON) else {
                throw Problem(.internal, "the answer can't be made")
            }
            answer = APIResponse(status: response.status, json: body)
        }
        answer.headers += response.headers.compactMap { header in
            header.resolved(in: scope).map { (name: header.name.lowercased(), value: $0.asFieldValue) }
        }
        return answer
    }

    /// Days are those of the reader, as far as their token says where they are.
    private func scope(_ root: JSONObject, _ call: OperationCall) -> TemplateScope {
        let own: String? = if case .user(let token) = call.caller { token.facts.timeZone } else { nil }
        return TemplateScope(root) { [zones = call.host.timeZones, zone = call.profile.timeZone] instant in
            own.flatMap { zones.offset(of: $0, at: instant) } ?? zones.offset(of: zone, at: instant) ?? 0
        }
    }

    func response(_ problem: Problem) -> APIResponse {
        guard let body = contract.body(on: route) else { return APIResponse(problem) }
        let mapping = contract.mapping(of: problem.code.canonical, on: route)
        var error = JSONObject([
            .init("code", mapping.code), .init("status", JSONValue(mapping.status)),
            .init("message", .string(problem.detail)), .init("errors", .array(problem.faults.map(\.json))),
        ])
        error["retryAfter"] = problem.retryAfter.map { JSONValue($0.wholeSeconds) }
        let scope = { TemplateScope(JSONObject([.init("error", .object(error))])) }
        if let message = mapping.message?.resolved(in: scope()) { error["message"] = .string(message) }
        var response = APIResponse(
            status: mapping.status,
            json: body.resolved(in: scope(), wholeValues: .asJSON) ?? .object(JSONObject())
        )
        response.headers += problem.answerHeaders
        return response
    }
}

extension String {
    /// What a header can hold: whatever isn't visible ASCII or a space is percent-encoded.
    ///
    /// Source: RFC 9110, section 5.5.
    fileprivate var asFieldValue: String {
        PercentEncoding.encode(self) { (0x20...0x7E).contains($0) }
    }
}
