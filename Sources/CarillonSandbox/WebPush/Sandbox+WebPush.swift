import CarillonModel
import Synchronization

extension Sandbox {
    /// `POST /sandbox/subscriptions`: a browser subscribes, and answers what an app would send to its server.
    ///
    /// All of it may be left out: `id`, `origin` (of the push service) and `applicationServerKey`.
    func subscribe(_ request: SandboxRequest) -> SandboxResponse {
        let json = request.body.isEmpty ? JSONValue.object(JSONObject()) : try? JSONValue(parsing: request.body)
        guard let json, json.object != nil else { return .json(400, ["error": "the body is no JSON object"]) }
        let origin = json["origin"]?.string ?? "https://push.sandbox.example"
        let id = json["id"]?.string ?? "browser-\(state.withLock { $0.log.total })"
        guard origin.hasPrefix("https://"), !origin.dropFirst(8).contains("/"), id.utf8.allSatisfy(Self.isPlain) else {
            return .json(400, ["error": "origin is https://host, id letters, digits and dashes"])
        }
        let key = json["applicationServerKey"]?.string
        let subscription = WebPushSimulator.Subscription(id: id, origin: origin, applicationServerKey: key)
        state.withLock { $0.webPush.add(subscription) }
        return .json(201, subscription.json)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || byte == UInt8(ascii: "-")
    }

    /// `POST /web-push/{id}`: what a push service does, and then the browser.
    func webPush(_ request: SandboxRequest) -> SandboxResponse {
        let now = now
        let id = String(request.path.dropFirst(WebPushSimulator.path.count))
        guard request.method == "POST" else { return SandboxResponse(status: 405) }
        let (subscription, answer, rule) = state.withLock { state in
            let (answer, rule) = scripted(.webPush, tokens: [id], &state)
            return (state.webPush[id], answer, rule)
        }
        if let answer { return answer }
        do throws(WebPushCheck.Fault) {
            guard let subscription else { throw WebPushCheck.Fault(status: 404, reason: "unknown subscription") }
            try WebPushCheck.check(request, for: subscription, now: now)
            guard let plain = request.body.isEmpty ? [] : subscription.decrypted(request.body) else {
                throw WebPushCheck.Fault(status: 400, reason: "the browser can't decrypt it")
            }
            return record(plain, request, id, now).carriedOut(rule)
        } catch {
            state.withLock { $0.log.refuse(.webPush, status: error.status, reason: error.reason, at: now) }
            return .json(error.status, ["reason": .string(error.reason)])
        }
    }

    private func record(_ plain: [UInt8], _ request: SandboxRequest, _ id: String, _ now: Instant) -> SandboxResponse {
        let message = (try? JSONValue(parsing: plain)) ?? .string(String(decoding: plain, as: UTF8.self))
        let names: Set<String> = ["ttl", "urgency", "topic"]
        let headers = request.headers.filter { names.contains($0.name.lowercased()) }
        return state.withLock { state in
            let error = state.script.error(.webPush, token: id, stage: nil)
            state.log.add(
                .webPush,
                token: id,
                outcome: error?.code ?? "ok",
                message: message,
                headers: headers,
                at: now
            )
            if let error { return .scripted(error) }
            let location = "/web-push-message/\(state.log.total)"
            return SandboxResponse(status: 201, headers: [.init("location", location)])
        }
    }
}
