import CarillonModel
import CarillonPluginKit
import CarillonTesting
import ExpoPush
import Testing

private func request(error code: String) -> String { #"{"errors":[{"code":"\#(code)","message":"…"}]}"# }

@Test(arguments: [
    (429, request(error: "TOO_MANY_REQUESTS"), "deferred TOO_MANY_REQUESTS after 30"),
    (429, request(error: "RATE_LIMIT_ERROR"), "deferred RATE_LIMIT_ERROR after 30"),
    (429, "slow down", "deferred HTTP429 after 30"),
    (
        401, #"{"error":"invalid_token","error_description":"The bearer token is invalid"}"#,
        "misconfigured invalid_token"
    ),
    (403, request(error: "UNAUTHORIZED"), "misconfigured UNAUTHORIZED"),
    (401, "", "misconfigured HTTP401"),
    (400, request(error: "VALIDATION_ERROR"), "refused VALIDATION_ERROR"),
    (400, request(error: "API_ERROR"), "refused API_ERROR"),
    (200, request(error: "VALIDATION_ERROR"), "refused VALIDATION_ERROR"),
    (400, request(error: "PUSH_TOO_MANY_NOTIFICATIONS"), "refused PUSH_TOO_MANY_NOTIFICATIONS"),
    (400, request(error: "PUSH_TOO_MANY_EXPERIENCE_IDS"), "refused PUSH_TOO_MANY_EXPERIENCE_IDS"),
    (404, request(error: "NOT_FOUND"), "refused NOT_FOUND"),
    (413, request(error: "PAYLOAD_TOO_LARGE"), "too large 4096"),
    (413, "<html>", "deferred UnreadableAnswer"),
    (500, "<html>", "deferred HTTP500 after 30"),
    (502, "<html>", "deferred HTTP502 after 30"),
    (503, request(error: "API_ERROR"), "deferred API_ERROR after 30"),
    (504, "<html>", "uncertain HTTP504"),
    (302, "", "deferred HTTP302 after 30"),
])
func `a refused request has its outcome`(status: Int, body: String, expected: String) async throws {
    let answer = Result.answer(status, body, headers: [.init("Retry-After", "30")])
    let channel = try ExpoChannel(settings: ChannelSettings(), host: .testing(egress: ScriptedEgress { _ in answer }))
    #expect(await channel.deliver([.testing(to: "ExpoPushToken[a]")]).map(summary) == [expected])
}

/// Whatever the status: no message of the request may be lost for it.
@Test(
    arguments: [400, 404, 405, 407, 410, 418, 451],
    [
        "", "<html>down for maintenance</html>", #"{"statusCode":404,"error":"Not Found"}"#, #"{"errors":["down"]}"#,
        "[]",
    ]
)
func `a refusal in a form that isn't Expo's is tried again`(status: Int, body: String) async throws {
    let egress = ScriptedEgress { _ in .answer(status, body, headers: [.init("Retry-After", "30")]) }
    let channel = try ExpoChannel(settings: ChannelSettings(), host: .testing(egress: egress))
    let outcomes = await channel.deliver((1...8).map { .testing(to: "ExpoPushToken[\($0)]") })
    #expect(outcomes.map(summary) == Array(repeating: "deferred UnreadableAnswer after 30", count: 8))
    #expect(outcomes.allSatisfy { $0.reason?.scope == .provider })
    #expect(egress.requests.count == 1)
}

@Test func `a request that a proxy finds too large goes out in smaller ones`() async throws {
    let egress = ScriptedEgress { request in
        sentMessages(request).count > 25 ? .answer(413, "<html>") : acceptAll(request)
    }
    let channel = try ExpoChannel(settings: ChannelSettings(), host: .testing(egress: egress))
    let outcomes = await channel.deliver((1...100).map { .testing(to: "ExpoPushToken[\($0)]") })
    #expect(outcomes.count { $0.reason == nil } == 100)
}

@Test func `a date to try again at counts like a number of seconds`() async throws {
    let answer = Result.answer(503, "down", headers: [.init("Retry-After", "Wed, 25 Feb 2026 12:00:08 GMT")])
    let host = ChannelHost.testing(egress: ScriptedEgress { _ in answer }, clock: ManualClock())
    let channel = try ExpoChannel(settings: ChannelSettings(), host: host)
    #expect(await channel.deliver([.testing(to: "ExpoPushToken[a]")]).map(summary) == ["deferred HTTP503 after 8"])
}

@Test(arguments: [
    (EgressFailure.notSent("refused"), "deferred NotSent"), (.noAnswer("reset"), "uncertain NoAnswer"),
    (.forbidden("no"), "misconfigured ForbiddenDestination"),
])
func `no answer at all has its outcome`(failure: EgressFailure, expected: String) async throws {
    let egress = ScriptedEgress([.failure(failure)])
    let channel = try ExpoChannel(settings: ChannelSettings(), host: .testing(egress: egress))
    #expect(await channel.deliver([.testing(to: "ExpoPushToken[a]")]).map(summary) == [expected])
}

@Test func `tokens of several projects are sent again, one request a project`() async throws {
    let egress = ScriptedEgress { request in
        let tokens = sentMessages(request).compactMap { $0["to"]?.string }
        let shop = tokens.filter { $0.hasPrefix("ExpoPushToken[s") }
        guard !shop.isEmpty, shop.count < tokens.count else { return acceptAll(request) }
        let admin = tokens.filter { !shop.contains($0) }
        let details: JSONValue = [
            "@acme/shop": .array(shop.map(JSONValue.string)), "@acme/admin": .array(admin.map(JSONValue.string)),
        ]
        let error: JSONValue = ["errors": [["code": "PUSH_TOO_MANY_EXPERIENCE_IDS", "details": details]]]
        return .answer(400, error.text)
    }
    let channel = try ExpoChannel(settings: ChannelSettings(), host: .testing(egress: egress))
    let tokens = ["s1", "a1", "s2", "a2", "s3"].map { "ExpoPushToken[\($0)]" }
    let outcomes = await channel.deliver(tokens.map { .testing(to: $0) }).map(summary)
    #expect(outcomes == tokens.map { "accepted receipt-of-\($0)" })
    #expect(egress.requests.map { sentMessages($0).count } == [5, 3, 2])
}

@Test func `one message Expo finds invalid is refused, the others of its request arrive`() async throws {
    let egress = ScriptedEgress { request in
        let isSpoilt = sentMessages(request).contains { $0["to"] == "ExpoPushToken[bad]" }
        return isSpoilt ? .answer(400, #"{"errors":[{"code":"VALIDATION_ERROR"}]}"#) : acceptAll(request)
    }
    let channel = try ExpoChannel(settings: ChannelSettings(), host: .testing(egress: egress))
    let tokens = (1...100).map { $0 == 37 ? "ExpoPushToken[bad]" : "ExpoPushToken[\($0)]" }
    let outcomes = await channel.deliver(tokens.map { .testing(to: $0) })
    #expect(summary(outcomes[36]) == "refused VALIDATION_ERROR")
    #expect(outcomes.count { $0.reason == nil } == 99)
    #expect(egress.requests.count < 20)
}

@Test func `too many receipts are asked for in halves`() async throws {
    let egress = ScriptedEgress { request in
        let ids = (try? JSONValue(parsing: request.body))?["ids"]?.array?.compactMap(\.string) ?? []
        guard ids.count <= 2 else { return .answer(400, #"{"errors":[{"code":"PUSH_TOO_MANY_RECEIPTS"}]}"#) }
        let receipts = ids.map { JSONObject.Member($0, ["status": "ok"]) }
        return .answer(200, JSONValue.object(JSONObject([.init("data", .object(JSONObject(receipts)))])).text)
    }
    let channel = try ExpoChannel(settings: ChannelSettings(), host: .testing(egress: egress))
    let ids = (1...5).map { ReceiptID("r\($0)") }
    let expected = Dictionary(uniqueKeysWithValues: ids.map { ($0, DeliveryOutcome.accepted(nil)) })
    #expect(await channel.receipts(for: ids.map { .init($0, to: "ExpoPushToken[a]") }) == .outcomes(expected))
}

@Test(arguments: [
    (200, #"{"data":[]}"#, "deferred"), (500, "", "deferred"), (429, "", "deferred"), (401, "", "misconfigured"),
    (400, #"{"errors":[{"code":"PUSH_TOO_MANY_RECEIPTS"}]}"#, "deferred"), (504, "", "deferred"),
    (404, "<html>", "deferred"),
])
func `receipts that can't be had now are asked for again`(status: Int, body: String, expected: String) async throws {
    let egress = ScriptedEgress { _ in .answer(status, body) }
    let channel = try ExpoChannel(settings: ChannelSettings(), host: .testing(egress: egress))
    switch await channel.receipts(for: [.init(ReceiptID("r1"), to: "ExpoPushToken[a]")]) {
    case .outcomes: Issue.record("there is nothing to know")
    case .deferred: #expect(expected == "deferred")
    case .misconfigured: #expect(expected == "misconfigured")
    }
}
