import CarillonModel
import Synchronization

extension Sandbox {
    /// `POST /3/device/{token}`, over HTTP/2 only.
    func apnsPush(_ request: SandboxRequest) -> SandboxResponse {
        let now = now
        guard request.version == .http2 else {
            state.withLock { $0.log.refuse(.apns, status: 0, reason: "APNs speaks HTTP/2 only", at: now) }
            return SandboxResponse(status: 0, dropsConnection: true)
        }
        let id = request.value(of: "apns-id") ?? messageID()
        var response = answer(to: request, now)
        response.headers.append(.init("apns-id", id))
        return response
    }

    private func answer(to request: SandboxRequest, _ now: Instant) -> SandboxResponse {
        do throws(APNsFault) {
            guard request.method == "POST" else { throw "MethodNotAllowed" }
            let token = try APNsRequestCheck.token(inPath: request.path)
            if let (answer, rule) = scriptedRequest(token) {
                guard let answer else { return try push(request, token, now).carriedOut(rule) }
                return answer
            }
            return try push(request, token, now)
        } catch {
            let response = APNsWording.failure(error.reason, now: now)
            state.withLock { $0.log.refuse(.apns, status: response.status, reason: error.reason, at: now) }
            return response
        }
    }

    private func scriptedRequest(_ token: String) -> (SandboxResponse?, ScriptRule?)? {
        let (answer, rule) = state.withLock { scripted(.apns, tokens: [token], &$0) }
        return rule == nil ? nil : (answer, rule)
    }

    private func push(_ request: SandboxRequest, _ token: String, _ now: Instant) throws(APNsFault) -> SandboxResponse {
        let topic = try APNsRequestCheck.topic(in: request)
        let authentication = state.withLock { state in
            Result { () throws(APNsFault) in
                try state.apns.authenticate(
                    request.value(of: "authorization"),
                    topic: topic,
                    connection: request.connection,
                    credentials: state.credentials,
                    now: now
                )
            }
        }
        try authentication.get()
        let payload = try APNsRequestCheck.payload(of: request)
        let headers = request.headers.filter { $0.name.lowercased().hasPrefix("apns-") }
        return state.withLock { state in
            let error = state.script.error(.apns, token: token, stage: nil)
            state.log.add(
                .apns,
                token: token,
                outcome: error?.code ?? "ok",
                message: payload,
                headers: headers,
                connection: request.connection,
                at: now
            )
            guard let error else { return SandboxResponse(status: 200) }
            return APNsWording.failure(error.code, now: now, retryAfter: error.retryAfter)
        }
    }

    /// A UUID of the request's running number: the same in every run.
    private func messageID() -> String {
        let digits = String(state.withLock { $0.apns.nextNumber() }, radix: 16)
        return "5a4db0c5-0000-4000-8000-" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }
}
