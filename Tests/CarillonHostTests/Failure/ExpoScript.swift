import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Synchronization

/// An Expo whose answers a test changes as it goes.
///
/// A class with a lock, because the host asks while the test changes its mind.
final class ExpoScript: Sendable {
    /// What Expo says about one message: a code, or nil where all is well.
    typealias Verdict = @Sendable (_ token: String) -> String?

    private struct State {
        var ticket: Verdict = { _ in nil }
        var receipt: Verdict? = { _ in nil }
        var refusal: @Sendable (_ body: String) -> Result<EgressResponse, EgressFailure>? = { _ in nil }
    }

    private let state = Mutex(State())

    /// Answers tickets so from now on.
    func tickets(_ verdict: @escaping Verdict) { state.withLock { $0.ticket = verdict } }

    /// Answers receipts so from now on; nil: there are none yet.
    func receipts(_ verdict: Verdict?) { state.withLock { $0.receipt = verdict } }

    /// Refuses whole requests, by their body; nil lets one pass.
    func refuse(_ refusal: @escaping @Sendable (_ body: String) -> Result<EgressResponse, EgressFailure>?) {
        state.withLock { $0.refusal = refusal }
    }

    func refuse(_ answer: Result<EgressResponse, EgressFailure>?) { refuse { _ in answer } }

    var answer: ScriptedEgress.Answer {
        { request in
            let now = self.state.withLock { $0 }
            if let refusal = now.refusal(String(decoding: request.body, as: UTF8.self)) { return refusal }
            let json = (try? JSONValue(parsing: request.body)) ?? .null
            if let ids = json["ids"]?.array {
                let known = now.receipt.map { verdict in
                    ids.compactMap(\.string).map { id in
                        JSONObject.Member(id, Self.json(verdict(String(id.dropFirst(2))), [.init("status", "ok")]))
                    }
                }
                return Self.data(.object(JSONObject(known ?? [])))
            }
            let tickets = (json.array ?? []).map { message -> JSONValue in
                let token = message["to"]?.string ?? ""
                return Self.json(now.ticket(token), [.init("status", "ok"), .init("id", .string("r-\(token)"))])
            }
            return Self.data(.array(tickets))
        }
    }

    private static func data(_ json: JSONValue) -> Result<EgressResponse, EgressFailure> {
        let body: JSONValue = ["data": json]
        return .answer(200, body.text)
    }

    private static func json(_ code: String?, _ success: [JSONObject.Member]) -> JSONValue {
        guard let code else { return .object(JSONObject(success)) }
        return ["status": "error", "message": "no", "details": ["error": .string(code)]]
    }
}

extension TestHost {
    func ship(
        _ id: String,
        to recipients: [String] = ["ada"],
        tenant: String = "shop"
    ) async {
        var event = Self.event(id).object ?? JSONObject()
        event["recipients"] = .array(recipients.map { .string($0) })
        let key = tenant == "shop" ? Self.serviceKey : "service-key-of-other"
        _ = await send("POST", "/v1/\(tenant)/events", bearer: key, json: .object(event))
    }

    /// The delivery of an event to the phone.
    func push(_ id: String = "1") async -> JSONValue {
        let trace = await send("GET", "/v1/shop/events/\(id)", bearer: Self.serviceKey)
        let deliveries = trace.json["notifications"]?.array?.first?["deliveries"]?.array
        return deliveries?.last { $0["channel"] == "push" } ?? .null
    }

    /// Devices of so many users `u-0`, `u-1` …, one each.
    func register(users count: Int) async throws -> [String] {
        let store = try await store.tenant("shop")
        var users: [String] = []
        for number in 0..<count {
            users.append("u-\(number)")
            _ = try await store.register(
                DeviceRegistration(owner: UserID("u-\(number)"), token: Self.token(of: number), plugin: "expo"),
                at: clock.now
            )
        }
        return users
    }

    static func token(of number: Int) -> String { "ExponentPushToken[u-\(number)]" }

    func deviceCount() async throws -> Int {
        try await store.tenant("shop").deviceCount(of: "expo")
    }

    func condition(of channel: String = "push", tenant: String = "shop") async -> JSONValue {
        let answer = await ask("GET", "/v1/tenants/\(tenant)/channels")
        return answer.json["channels"]?.array?.first { $0["id"] == .string(channel) } ?? .null
    }

    /// What Expo was asked for, request by request: how many messages, or how many receipts.
    func asked(_ call: String) throws -> [Int] {
        try egress.requests.filter { $0.url.hasSuffix(call) }.map { request in
            let json = try JSONValue(parsing: request.body)
            return (json.array ?? json["ids"]?.array ?? []).count
        }
    }
}
