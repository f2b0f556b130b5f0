import CarillonModel
import Synchronization

extension Sandbox {
    /// `POST /webhook/…`: any path below it is a receiver, and any other where the headers of a webhook come.
    func webhook(_ request: SandboxRequest) -> SandboxResponse {
        let now = now
        guard request.method == "POST" else { return SandboxResponse(status: 405) }
        return state.withLock { state in
            let (answer, rule) = scripted(.webhook, tokens: [request.path], &state)
            if let answer { return answer }
            let key = state.credentials.webhookKeys[request.path]
            if let fault = WebhookCheck.fault(in: request, key: key, now: now) {
                state.log.refuse(.webhook, status: 401, reason: fault, at: now)
                return .json(401, ["error": .string(fault)])
            }
            guard request.mediaType == "application/json", let message = try? JSONValue(parsing: request.body) else {
                state.log.refuse(.webhook, status: 400, reason: "the body is no JSON", at: now)
                return .json(400, ["error": "the body is no JSON"])
            }
            let headers = request.headers.filter { $0.name.lowercased().hasPrefix("webhook-") }
            let error = state.script.error(.webhook, token: request.path, stage: nil)
            state.log.add(
                .webhook,
                token: request.path,
                outcome: error?.code ?? "ok",
                message: message,
                headers: headers,
                at: now
            )
            return (error.map(SandboxResponse.scripted) ?? SandboxResponse(status: 204)).carriedOut(rule)
        }
    }
}
