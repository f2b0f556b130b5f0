import CarillonModel
import CarillonPluginKit
import CarillonTesting
import FCMPush
import Testing

@Test(arguments: ["", "{}", "<html>Log in to the network</html>", #"{"name":7}"#])
func `a 200 that names no message is uncertain, for it may come from something in between`(body: String) async throws {
    let outcomes = try await channel(over: google(.answer(200, body))).deliver([.testing(to: "t")])
    #expect(outcomes.map(summary) == ["uncertain UnreadableAnswer"])
}

@Test(arguments: [false, true])
func `the FCM channel does what every channel must, whether the token or the message fails`(isTokenGood: Bool) async {
    let conformance = ChannelConformance(
        FCMChannel.kind,
        secrets: ["serviceAccount": Secret(serviceAccount.text)],
        message: .testing(to: "fZ-token:APA91b"),
        unusableAddress: "",
        isPreliminary: { isTokenGood && isTokenRequest($0) },
        provider: { isTokenRequest($0) ? grant : taken }
    )
    #expect(await conformance.violations() == [])
}

private func error(_ status: Int, _ name: String, code: String?) -> Result<EgressResponse, EgressFailure> {
    let detail = code.map { #"{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"\#($0)"}"# }
    let details = [#"{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[]}"#, detail].compactMap {
        $0
    }
    return .answer(
        status,
        #"{"error":{"code":\#(status),"message":"…","status":"\#(name)","details":[\#(details.joined(separator: ","))]}}"#
    )
}

@Test func `a project that FCM doesn't know may be this address' own, and forgets no device`() async throws {
    let outcomes = try await channel(over: google(error(404, "NOT_FOUND", code: nil))).deliver([.testing(to: "t")])
    guard case .misconfigured(let reason)? = outcomes.first else {
        Issue.record("\(outcomes)")
        return
    }
    #expect(reason.scope == .address)
    #expect(reason.message.contains("project id"))
}

@Test(
    arguments: [
        (404, "NOT_FOUND", "UNREGISTERED", "gone UNREGISTERED"),
        (403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH", "gone SENDER_ID_MISMATCH"),
        (400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", "refused INVALID_ARGUMENT"),
        (429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED", "deferred QUOTA_EXCEEDED after 60"),
        (503, "UNAVAILABLE", "UNAVAILABLE", "deferred UNAVAILABLE"),
        (500, "INTERNAL", "INTERNAL", "deferred INTERNAL"),
        (401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR", "misconfigured THIRD_PARTY_AUTH_ERROR"),
        (401, "UNAUTHENTICATED", "APNS_AUTH_ERROR", "misconfigured APNS_AUTH_ERROR"),
        (400, "INVALID_ARGUMENT", "UNSPECIFIED_ERROR", "refused UNSPECIFIED_ERROR"),
        (503, "UNAVAILABLE", "UNSPECIFIED_ERROR", "deferred UNSPECIFIED_ERROR"),
        (400, "INVALID_ARGUMENT", nil, "refused INVALID_ARGUMENT"),
        (401, "UNAUTHENTICATED", nil, "misconfigured UNAUTHENTICATED"),
        (403, "PERMISSION_DENIED", nil, "misconfigured PERMISSION_DENIED"),
        (404, "NOT_FOUND", nil, "misconfigured NOT_FOUND"),
        (429, "RESOURCE_EXHAUSTED", nil, "deferred RESOURCE_EXHAUSTED after 60"),
        (500, "INTERNAL", nil, "deferred INTERNAL"),
        (504, "DEADLINE_EXCEEDED", nil, "uncertain DEADLINE_EXCEEDED"),
    ] as [(Int, String, String?, String)]
)
func `every error has its outcome`(status: Int, name: String, code: String?, expected: String) async throws {
    let outcomes = try await channel(over: google(error(status, name, code: code))).deliver([.testing(to: "t")])
    #expect(outcomes.map(summary) == [expected])
}

@Test(arguments: [
    (502, "<html>", "deferred HTTP502"), (302, "", "deferred HTTP302"), (200, "not JSON", "uncertain UnreadableAnswer"),
    (400, "<html>", "deferred UnreadableAnswer"), (404, "<html>", "deferred UnreadableAnswer"),
    (405, "", "deferred UnreadableAnswer"), (407, "<html>", "deferred UnreadableAnswer"),
    (413, "<html>", "deferred UnreadableAnswer"), (451, "[]", "deferred UnreadableAnswer"),
    (404, #"{"error":"Not Found"}"#, "deferred UnreadableAnswer"),
    (404, #"{"error":{"code":404,"message":"no such route"}}"#, "deferred UnreadableAnswer"),
    (401, "<html>", "misconfigured HTTP401"), (403, "<html>", "misconfigured HTTP403"),
])
func `an answer that isn't FCM's has its outcome`(status: Int, body: String, expected: String) async throws {
    let outcomes = try await channel(over: google(.answer(status, body))).deliver([.testing(to: "t")])
    #expect(outcomes.map(summary) == [expected])
}

@Test(arguments: [
    ("7", 7), ("Wed, 25 Feb 2026 12:02:00 GMT", 120), ("Wed, 25 Feb 2026 11:00:00 GMT", 0), ("soon", 60), ("-5", 60),
    ("+5", 60), ("1.5", 60), ("", 60),
])
func `Retry-After is read as seconds and as a date, and what is neither is a minute`(
    header: String,
    seconds: Int
) async throws {
    let answer = Result.answer(429, "", headers: [.init("Retry-After", header)])
    let outcomes = try await channel(over: google(answer)).deliver([.testing(to: "t")])
    #expect(outcomes.map(summary) == ["deferred HTTP429 after \(seconds)"])
}

@Test func `an unreadable time to wait of a quota is a minute`() async throws {
    var answer = try error(429, "RESOURCE_EXHAUSTED", code: "QUOTA_EXCEEDED").get()
    answer.headers = [.init("Retry-After", "-5")]
    let outcomes = try await channel(over: google(.success(answer))).deliver([.testing(to: "t")])
    #expect(outcomes.map(summary) == ["deferred QUOTA_EXCEEDED after 60"])
}

@Test(
    arguments: [
        (["message.token"], ": message.token"), (["message.data[0].value", "message.android.ttl"], nil),
        (["message.token is fZ-token:APA91b", "APA91b", ""], ""), ([], ""),
    ] as [([String], String?)]
)
func `a field that FCM refuses is reported by its path, never by its value`(
    fields: [String],
    shown: String?
) async throws {
    let violations = fields.map { #"{"field":"\#($0)","description":"fZ-token:APA91b"}"# }.joined(separator: ",")
    let body = """
        {"error":{"code":400,"message":"…","status":"INVALID_ARGUMENT","details":[
        {"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[\(violations)]}]}}
        """
    let outcomes = try await channel(over: google(.answer(400, body))).deliver([.testing(to: "t")])
    let suffix = shown ?? ": " + fields.joined(separator: ", ")
    #expect(outcomes.map(summary) == ["refused INVALID_ARGUMENT"])
    #expect(outcomes.first?.reason?.message == "FCM finds the message or its token invalid" + suffix)
}

@Test func `what FCM calls a message it took is kept`() async throws {
    let outcomes = try await channel(over: google()).deliver([.testing(to: "t")])
    #expect(outcomes == [.accepted(ReceiptID("projects/acme-prod/messages/0:1"))])
}

@Test func `an invalid message that is too large is to be shortened`() async throws {
    let message = OutgoingMessage.testing(to: "t", body: String(repeating: "b", count: 4096))
    let egress = google(error(400, "INVALID_ARGUMENT", code: "INVALID_ARGUMENT"))
    #expect(try await channel(over: egress).deliver([message]).map(summary) == ["too large 4096"])
}

@Test func `a connection that broke while sending is uncertain, one while fetching the token isn't`() async throws {
    let sending = try await channel(over: google(.failure(.noAnswer("reset")))).deliver([.testing(to: "t")])
    #expect(sending.map(summary) == ["uncertain NoAnswer"])
    let fetching = ScriptedEgress([.failure(.noAnswer("reset"))])
    #expect(try await channel(over: fetching).deliver([.testing(to: "t")]).map(summary) == ["deferred NoAccessToken"])
    #expect(fetching.requests.count == 1)
}

@Test func `a hundred messages have a hundred outcomes in order`() async throws {
    let egress = ScriptedEgress { request in
        guard !isTokenRequest(request) else { return grant }
        let token = (try? JSONValue(parsing: request.body))?["message"]?["token"]?.string ?? ""
        return token.hasSuffix("7") ? error(404, "NOT_FOUND", code: "UNREGISTERED") : taken
    }
    let outcomes = try await channel(over: egress).deliver((0..<100).map { .testing(to: "t\($0)") }).map(summary)
    #expect(outcomes == (0..<100).map { $0 % 10 == 7 ? "gone UNREGISTERED" : "accepted" })
    #expect(egress.requests.count == 101)
}
