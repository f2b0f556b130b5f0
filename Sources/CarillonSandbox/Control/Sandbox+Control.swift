import CarillonModel
import Synchronization

/// `/sandbox/…`: requests of people and tests to the sandbox itself.
extension Sandbox {
    func control(_ request: SandboxRequest) -> SandboxResponse {
        switch (request.method, request.path) {
        case ("GET", "/sandbox/messages"): messages(request)
        case ("DELETE", "/sandbox/messages"): clearMessages()
        case ("POST", "/sandbox/script"): extendScript(request)
        case ("GET", "/sandbox/script"): .json(200, script)
        case ("DELETE", "/sandbox/script"): clearScript()
        case ("POST", "/sandbox/credentials"): addCredentials(request)
        case ("POST", "/sandbox/subscriptions"): subscribe(request)
        case (_, "/sandbox/messages"), (_, "/sandbox/script"), (_, "/sandbox/credentials"),
            (_, "/sandbox/subscriptions"):
            .json(405, ["error": "this method isn't served here"])
        default:
            .json(404, ["error": "there are messages, script, credentials and subscriptions under /sandbox"])
        }
    }

    private var providers: [Provider] { Provider.builtIn + standIns.map { .declared($0.name) } }

    private func messages(_ request: SandboxRequest) -> SandboxResponse {
        var provider: Provider?
        if let name = request.parameter("provider") {
            guard let known = providers.first(where: { $0.name == name }) else {
                let names = providers.map(\.name).joined(separator: ", ")
                return .json(400, ["error": .string("provider is one of \(names)")])
            }
            provider = known
        }
        var limit: Int?
        if let text = request.parameter("limit") {
            guard let number = Int(text), number >= 0 else {
                return .json(400, ["error": "limit is an integer of at least 0"])
            }
            limit = number
        }
        var shape: HandedShape?
        if let name = request.parameter("as") {
            guard let known = HandedShape(rawValue: name) else {
                let names = HandedShape.allCases.map(\.rawValue).joined(separator: ", ")
                return .json(400, ["error": .string("as is one of \(names)")])
            }
            shape = known
            provider = provider ?? known.provider
        }
        let (messages, summary, reports) = state.withLock { state in
            let messages = state.log.messages(provider: provider, token: request.parameter("token"), limit: limit)
            return (messages, state.log.summary, state.reports.json)
        }
        var answer = summary
        answer["reports"] = reports
        answer["messages"] = .array(messages.map { $0.json(handedAs: shape) })
        return .json(200, .object(answer))
    }

    private func clearMessages() -> SandboxResponse {
        state.withLock { state in
            state.log.clear()
            state.reports = ReportLog()
        }
        return SandboxResponse(status: 204)
    }

    private var script: JSONValue {
        ["rules": .array(state.withLock { $0.script.rules }.map(\.json))]
    }

    /// One rule, a list of them, or `{"rules": […], "replace": true}`.
    ///
    /// All of them are taken, or none.
    private func extendScript(_ request: SandboxRequest) -> SandboxResponse {
        guard let json = try? JSONValue(parsing: request.body) else {
            return .json(400, ["error": "the body is no JSON"])
        }
        let wrapped = json["rules"]?.array
        let standIns = standIns
        var rules: [ScriptRule] = []
        for (index, element) in (wrapped ?? json.array ?? [json]).enumerated() {
            do throws(ScriptFault) {
                rules.append(try ScriptRule(element, among: standIns))
            } catch {
                return .json(400, ["error": .string("rule \(index + 1): \(error.message)")])
            }
        }
        state.withLock { state in
            if wrapped != nil, json["replace"] == true { state.script.clear() }
            state.script.add(rules)
        }
        return .json(200, script)
    }

    private func clearScript() -> SandboxResponse {
        state.withLock { $0.script.clear() }
        return SandboxResponse(status: 204)
    }

    private func addCredentials(_ request: SandboxRequest) -> SandboxResponse {
        guard let json = try? JSONValue(parsing: request.body) else {
            return .json(400, ["error": "the body is no JSON"])
        }
        let channels = standIns.map(\.name)
        let result = state.withLock { state in
            Result { () throws(ScriptFault) in try state.credentials.add(json, among: channels) }
        }
        switch result {
        case .success: return SandboxResponse(status: 204)
        case .failure(let fault): return .json(400, ["error": .string(fault.message)])
        }
    }
}
