import CarillonModel
import CarillonPluginKit
import CarillonTesting
import ExpoPush
import Testing

private let token = "ExponentPushToken[a]"

/// The outcome's kind and code: what retry ladders and people go by.
func summary(_ outcome: DeliveryOutcome) -> String {
    switch outcome {
    case .accepted(let receipt): "accepted \(receipt?.rawValue ?? "-")"
    case .deferred(let reason, let after):
        "deferred \(reason.code)" + (after.map { " after \($0.components.seconds)" } ?? "")
    case .refused(let reason): "refused \(reason.code)"
    case .tooLarge(let limit): "too large \(limit)"
    case .gone(let reason, _): "gone \(reason.code)"
    case .misconfigured(let reason): "misconfigured \(reason.code)"
    case .uncertain(let reason): "uncertain \(reason.code)"
    }
}

private func outcomes(of answer: Result<EgressResponse, EgressFailure>, count: Int = 1) async throws -> [String] {
    let channel = try ExpoChannel(settings: ChannelSettings(), host: .testing(egress: ScriptedEgress { _ in answer }))
    return await channel.deliver((0..<count).map { .testing(to: token, delivery: Int64($0)) }).map(summary)
}

/// What Expo's answer means for the receipts `r1`, `r2` and `r3`.
private func receipts(in body: String) async throws -> [ReceiptID: String] {
    let host = ChannelHost.testing(egress: ScriptedEgress([.answer(200, body)]))
    let channel = try ExpoChannel(settings: ChannelSettings(), host: host)
    let asked = ["r1", "r2", "r3"].map { AcceptedMessage(ReceiptID($0), to: token) }
    guard case .outcomes(let outcomes) = await channel.receipts(for: asked) else {
        Issue.record("no outcomes")
        return [:]
    }
    return outcomes.mapValues(summary)
}

let codes = [
    ("DeviceNotRegistered", "gone DeviceNotRegistered"), ("MessageTooBig", "too large 4096"),
    ("MessageRateExceeded", "deferred MessageRateExceeded"), ("MismatchSenderId", "misconfigured MismatchSenderId"),
    ("InvalidCredentials", "misconfigured InvalidCredentials"), ("ExpoError", "deferred ExpoError"),
    ("ProviderError", "deferred ProviderError"), ("DeveloperError", "refused DeveloperError"),
    ("SomethingNew", "refused SomethingNew"), ("ExponentPushToken[a] is bad", "refused Unknown"),
]

@Test(arguments: codes)
func `every error in a ticket has its outcome`(code: String, expected: String) async throws {
    let body = #"{"data":[{"status":"error","message":"\"\#(token)\" …","details":{"error":"\#(code)"}}]}"#
    #expect(try await outcomes(of: .answer(200, body)) == [expected])
}

@Test func `Expo's own words stand behind ours, shortened and without tokens`() async throws {
    let long = String(repeating: "very ", count: 100)
    let cases = [
        (
            #"{"data":[{"status":"error","message":"Wrong \"sound\" for \"ExponentPushToken[a]\".","details":{"error":"DeveloperError"}}]}"#,
            "DeveloperError: Expo finds fault with the message: Wrong \"sound\" for \"…\"."
        ),
        (
            #"{"data":[{"status":"error","message":"No project for 0123456789abcdef0123456789abcdef01","details":{"error":"New"}}]}"#,
            "New: Expo refuses the message for a reason not documented: No project for …"
        ),
        (
            #"{"data":[{"status":"error","message":"\#(long)","details":{"error":"ExpoError"}}]}"#,
            "ExpoError: Expo failed on its own side: \(String(long.prefix(200)))…"
        ),
        (
            #"{"errors":[{"code":"API_ERROR","message":"\"ttl\" must be a number"}]}"#,
            "API_ERROR: Expo refused the request with status 200: \"ttl\" must be a number"
        ),
    ]
    for (body, expected) in cases {
        let host = ChannelHost.testing(egress: ScriptedEgress { _ in .answer(200, body) })
        let channel = try ExpoChannel(settings: ChannelSettings(), host: host)
        let outcome = try #require(await channel.deliver([.testing(to: token, delivery: 1)]).first)
        #expect(outcome.reason?.description == expected)
    }
}

@Test(arguments: codes)
func `every error in a receipt has its outcome`(code: String, expected: String) async throws {
    let body = #"{"data":{"r1":{"status":"error","details":{"error":"\#(code)"}},"r2":{"status":"ok"}}}"#
    #expect(try await receipts(in: body) == [ReceiptID("r1"): expected, ReceiptID("r2"): "accepted -"])
}

@Test func `a token is forgotten only when Expo names that token`() async throws {
    let body =
        #"{"data":[{"status":"error","details":{"error":"DeviceNotRegistered","expoPushToken":"ExpoPushToken[z]"}}]}"#
    #expect(try await outcomes(of: .answer(200, body)) == ["refused DeviceNotRegistered"])
}

@Test func `a receipt forgets a token only where Expo names that token, or none`() async throws {
    let body = """
        {"data":{"r1":{"status":"error","details":{"error":"DeviceNotRegistered","expoPushToken":"\(token)"}},
        "r2":{"status":"error","details":{"error":"DeviceNotRegistered","expoPushToken":"ExpoPushToken[z]"}},
        "r3":{"status":"error","details":{"error":"DeviceNotRegistered"}},"r4":{"status":"ok"}}}
        """
    let gone = "gone DeviceNotRegistered"
    let expected = ["r1": gone, "r2": "refused DeviceNotRegistered", "r3": gone]
    #expect(try await receipts(in: body) == Dictionary(uniqueKeysWithValues: expected.map { (ReceiptID($0), $1) }))
}

@Test func `tickets are matched in order`() async throws {
    let body = """
        {"data":[{"status":"ok","id":"1"},{"status":"error","details":{"error":"DeviceNotRegistered"}},{"status":"ok"}]}
        """
    let expected = ["accepted 1", "gone DeviceNotRegistered", "accepted -"]
    #expect(try await outcomes(of: .answer(200, body), count: 3) == expected)
}

@Test func `a lone ticket may stand without a list`() async throws {
    #expect(try await outcomes(of: .answer(200, #"{"data":{"status":"ok","id":"7"}}"#)) == ["accepted 7"])
}

@Test(arguments: [
    #"{"data":[{"status":"ok","id":"1"}]}"#, #"{"data":[{"status":"ok","#, "<html>", "", "null", #"{"data":null}"#,
    #"{"data":[{"status":"maybe"},{"status":"maybe"}]}"#,
])
func `a success that can't be read leaves it uncertain`(body: String) async throws {
    #expect(
        try await outcomes(of: .answer(200, body), count: 2) == [
            "uncertain UnreadableAnswer", "uncertain UnreadableAnswer",
        ]
    )
}
