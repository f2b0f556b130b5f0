import CarillonModel
import Synchronization

extension Sandbox {
    func expoSend(_ request: SandboxRequest) -> SandboxResponse {
        let now = now
        let batch: ExpoBatch
        switch expoBody(of: request) {
        case .failure(let refusal): return refuseExpo(refusal, now)
        case .success(let json):
            do throws(ExpoBatchFault) {
                batch = try ExpoBatch(json)
            } catch {
                return refuseExpo(ExpoBodyFault(response: error.response, reason: error.reason), now)
            }
        }
        return state.withLock { state in
            let (answer, rule) = scripted(.expo, tokens: batch.recipients.map(\.token), &state)
            if let answer { return answer }
            switch state.expo.accept(batch, script: &state.script, log: &state.log, now: now) {
            case .failure(let refusal):
                state.log.refuse(.expo, status: refusal.response.status, reason: refusal.reason, at: now)
                return refusal.response.carriedOut(rule)
            case .success(var tickets):
                if rule?.losesTicket == true { tickets.removeLast() }
                let data = batch.isSingle ? tickets.first ?? .array([]) : .array(tickets)
                return SandboxResponse.json(200, ["data": data]).carriedOut(rule)
            }
        }
    }

    func expoReceipts(_ request: SandboxRequest) -> SandboxResponse {
        let now = now
        switch expoBody(of: request) {
        case .failure(let refusal): return refuseExpo(refusal, now)
        case .success(let json):
            guard let ids = json["ids"]?.array, ids.allSatisfy({ $0.string != nil }) else {
                return refuseExpo(ExpoBodyFault(invalid: "\"ids\" must be a list of strings"), now)
            }
            guard ids.count <= 1000 else {
                return refuseExpo(
                    ExpoBodyFault(
                        response: ExpoWording.problem(
                            400,
                            "PUSH_TOO_MANY_RECEIPTS",
                            "1000 ids are allowed in a request"
                        ),
                        reason: "\(ids.count) receipts in a request"
                    ),
                    now
                )
            }
            return state.withLock { .json(200, $0.expo.receipts(for: ids, now: now)) }
        }
    }

    /// Method, media type, credentials, compression, JSON: what is checked before the content.
    private func expoBody(of request: SandboxRequest) -> Result<JSONValue, ExpoBodyFault> {
        guard request.method == "POST" else { return .failure(ExpoBodyFault(invalid: "only POST is allowed")) }
        guard request.mediaType == "application/json" else {
            return .failure(ExpoBodyFault(invalid: "the content type must be application/json"))
        }
        if let fault = state.withLock({ $0.expo.credentialFault(in: request, known: $0.credentials.expoTokens) }) {
            return .failure(ExpoBodyFault(response: fault, reason: "no access token, or a wrong one"))
        }
        var body = request.body
        switch request.value(of: "content-encoding") {
        case nil where request.values(of: "content-encoding").isEmpty: break
        case "gzip":
            guard let plain = try? Gzip.decompressed(body, limit: configuration.bodyLimit) else {
                return .failure(ExpoBodyFault(invalid: "the body is no gzip"))
            }
            body = plain
        default: return .failure(ExpoBodyFault(invalid: "unknown content encoding"))
        }
        guard let json = try? JSONValue(parsing: body) else {
            return .failure(ExpoBodyFault(invalid: "the body is no JSON"))
        }
        return .success(json)
    }

    private func refuseExpo(_ fault: ExpoBodyFault, _ now: Instant) -> SandboxResponse {
        state.withLock { $0.log.refuse(.expo, status: fault.response.status, reason: fault.reason, at: now) }
        return fault.response
    }
}

/// A request of which only the outside was checked.
private struct ExpoBodyFault: Error {
    let response: SandboxResponse
    let reason: String

    init(response: SandboxResponse, reason: String) {
        self.response = response
        self.reason = reason
    }

    init(invalid message: String) {
        response = ExpoWording.invalid(message)
        reason = message
    }
}
