import CarillonModel
import Synchronization

extension Sandbox {
    /// `POST /token`: forms are what Google documents, JSON is what it takes as well.
    func fcmToken(_ request: SandboxRequest) -> SandboxResponse {
        guard request.method == "POST" else { return SandboxResponse(status: 405) }
        var fields: [String: String] = [:]
        switch request.mediaType {
        case "application/x-www-form-urlencoded":
            for field in FormText.fields(request.body) { fields[field.name] = field.value }
        case "application/json":
            let json = try? JSONValue(parsing: request.body)
            for member in json?.object?.members ?? [] { fields[member.name] = member.value.string }
        default: return FCMWording.invalidGrant("unknown content type")
        }
        let now = now
        return state.withLock { state in
            let (answer, rule) = scripted(.fcm, tokens: [], stage: .token, &state)
            if let answer { return answer }
            guard fields["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer" else {
                return .json(400, ["error": "unsupported_grant_type"])
            }
            switch state.fcm.grant(fields["assertion"] ?? "", credentials: state.credentials, now: now) {
            case .success(let token): return SandboxResponse.json(200, token).carriedOut(rule)
            case .failure(let fault):
                state.log.refuse(.fcm, status: 400, reason: fault.message, at: now)
                return FCMWording.invalidGrant(fault.message)
            }
        }
    }

    /// `POST /v1/projects/{project}/messages:send`.
    func fcmSend(_ request: SandboxRequest, project: String) -> SandboxResponse {
        guard request.method == "POST" else { return SandboxResponse(status: 405) }
        let now = now
        let json = try? JSONValue(parsing: request.body)
        let fault = fcmFault(in: request, json)
        let token = json?["message"]?["token"]?.string ?? ""
        return state.withLock { state in
            let (answer, rule) = scripted(.fcm, tokens: [token], &state)
            if let answer { return answer }
            let authorization = request.value(of: "authorization")
            if let refusal = state.fcm.accessFault(authorization, project: project, now: now) {
                state.log.refuse(.fcm, status: refusal.status, reason: "no access token for this project", at: now)
                return refusal
            }
            if let fault {
                state.log.refuse(.fcm, status: 400, reason: "\(fault.field): \(fault.message)", at: now)
                return FCMWording.invalid(fault)
            }
            let message = json?["message"] ?? .null
            guard state.fcm.isWithinQuota(project, now: now) else {
                return FCMWording.failure("QUOTA_EXCEEDED", retryAfter: 60)
            }
            if json?["validate_only"] == true || json?["validateOnly"] == true {
                return .json(200, ["name": .string("projects/\(project)/messages/fake_message_id")])
            }
            if let error = state.script.error(.fcm, token: token, stage: nil) {
                state.log.add(.fcm, token: token, outcome: error.code, message: message, at: now)
                return FCMWording.failure(error.code, retryAfter: error.retryAfter)
            }
            state.log.add(.fcm, token: token, outcome: "ok", message: message, at: now)
            let name = "projects/\(project)/messages/0:\(now.epochMilliseconds)%\(state.log.total)"
            return SandboxResponse.json(200, ["name": .string(name)]).carriedOut(rule)
        }
    }

    private func fcmFault(in request: SandboxRequest, _ json: JSONValue?) -> FCMFault? {
        guard request.mediaType == "application/json" else { return FCMFault("", "unknown content type") }
        guard let json else { return FCMFault("", "Invalid JSON payload received.") }
        return FCMMessageCheck.fault(in: json)
    }
}
