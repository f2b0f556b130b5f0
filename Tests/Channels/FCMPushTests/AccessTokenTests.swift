import CarillonModel
import CarillonPluginKit
import CarillonTesting
import FCMPush
import Synchronization
import Testing

private func bearers(_ egress: ScriptedEgress) -> [String] {
    egress.requests.filter { !isTokenRequest($0) }.compactMap { $0.headers.first { $0.name == "Authorization" }?.value }
}

/// Grants a token of its own for every request, numbered.
private final class Grants: Sendable {
    private let count = Mutex(0)
    func next() -> Result<EgressResponse, EgressFailure> {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return .answer(200, #"{"access_token":"ya29.\#(number)","expires_in":"3600"}"#)
    }
}

@Test func `the assertion claims what Google asks for, at Google's own endpoint`() async throws {
    let egress = google()
    _ = try await channel(over: egress).deliver([.testing(to: "t")])
    let request = try #require(egress.requests.first)
    #expect(request.url == "https://oauth2.googleapis.com/token")
    let body = String(decoding: request.body, as: UTF8.self)
    let prefix = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
    #expect(body.hasPrefix(prefix))
    let parts = body.dropFirst(prefix.count).split(separator: ".")
    let header = try JSONValue(parsing: #require(Base64.decode(parts[0])))
    let claims = try JSONValue(parsing: #require(Base64.decode(parts[1])))
    #expect(header == ["alg": "RS256", "typ": "JWT", "kid": "key-1"])
    let expected: JSONValue = [
        "iss": "push@acme-prod.iam.gserviceaccount.com", "scope": "https://www.googleapis.com/auth/firebase.messaging",
        "aud": "https://oauth2.googleapis.com/token", "iat": 1_772_020_800, "exp": 1_772_024_400,
    ]
    #expect(claims == expected)
    let signed = try ScriptedCryptography().rs256(Array("\(parts[0]).\(parts[1])".utf8), key: Secret("a key"))
    #expect(Base64.decode(parts[2]) == signed)
}

@Test func `one token serves many batches, and is replaced shortly before its end`() async throws {
    let clock = ManualClock()
    let grants = Grants()
    let egress = ScriptedEgress { isTokenRequest($0) ? grants.next() : taken }
    let channel = try channel(over: egress, clock: clock)
    for _ in 0..<3 { _ = await channel.deliver([.testing(to: "t"), .testing(to: "u")]) }
    clock.advance(by: .seconds(3374))
    _ = await channel.deliver([.testing(to: "t")])
    clock.advance(by: .seconds(2))
    _ = await channel.deliver([.testing(to: "t")])
    #expect(bearers(egress) == [String](repeating: "Bearer ya29.1", count: 7) + ["Bearer ya29.2"])
}

@Test func `many messages that find the token refused fetch one new token together`() async throws {
    let grants = Grants()
    let egress = ScriptedEgress { request in
        guard !isTokenRequest(request) else { return grants.next() }
        let isOld = request.headers.contains { $0.value == "Bearer ya29.1" }
        return isOld ? .answer(401, #"{"error":{"code":401,"status":"UNAUTHENTICATED"}}"#) : taken
    }
    let outcomes = try await channel(over: egress).deliver((0..<50).map { .testing(to: "t\($0)") })
    #expect(outcomes.map(summary) == [String](repeating: "accepted", count: 50))
    #expect(egress.requests.count(where: isTokenRequest) == 2)
}

@Test func `the keys of APNs being wrong fetches no new token`() async throws {
    let detail =
        #"{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"THIRD_PARTY_AUTH_ERROR"}"#
    let egress = google(.answer(401, #"{"error":{"status":"UNAUTHENTICATED","details":[\#(detail)]}}"#))
    _ = try await channel(over: egress).deliver([.testing(to: "t")])
    #expect(egress.requests.count(where: isTokenRequest) == 1)
}

@Test(arguments: [
    (400, #"{"error":"invalid_grant","error_description":"Invalid JWT Signature."}"#, "misconfigured invalid_grant"),
    (401, #"{"error":"unauthorized_client"}"#, "misconfigured unauthorized_client"),
    (400, #"{"error":"server_error"}"#, "deferred server_error"),
    (500, #"{"error":"internal_failure"}"#, "deferred internal_failure"),
    (503, "", "deferred HTTP503"), (429, "", "deferred HTTP429"), (408, "", "deferred HTTP408"),
    (400, "<html>", "deferred UnreadableToken"), (404, "<html>", "deferred UnreadableToken"),
    (302, "", "deferred UnreadableToken"), (403, "<html>", "misconfigured HTTP403"),
    (200, "<html>", "deferred UnreadableToken"), (200, #"{"access_token":"a\r\nX: y"}"#, "deferred UnreadableToken"),
])
func `without a token nothing is sent`(status: Int, body: String, expected: String) async throws {
    let egress = ScriptedEgress { _ in .answer(status, body) }
    let outcomes = try await channel(over: egress).deliver([.testing(to: "t"), .testing(to: "u")])
    #expect(outcomes.map(summary) == [expected, expected])
    #expect(egress.requests.count == 1)
}

@Test(arguments: ["project_id", "client_email", "private_key"])
func `a service account that lacks something is refused at start`(name: String) throws {
    var account = try #require(serviceAccount.object)
    account[name] = nil
    #expect(throws: SettingProblem.self) { try FCMChannel(settings: settings(.object(account)), host: .testing()) }
}

@Test(arguments: ["not JSON", "{}", "[]", #"{"project_id":"a/../b","client_email":"a@b","private_key":"k"}"#])
func `what is no service account is refused at start`(text: String) {
    let settings = ChannelSettings(secrets: ["serviceAccount": Secret(text)])
    #expect(throws: SettingProblem.self) { try FCMChannel(settings: settings, host: .testing()) }
}

@Test func `a key that can't sign is refused at start`() throws {
    var account = try #require(serviceAccount.object)
    account["private_key"] = "bad"
    #expect(throws: SettingProblem.self) { try FCMChannel(settings: settings(.object(account)), host: .testing()) }
}
