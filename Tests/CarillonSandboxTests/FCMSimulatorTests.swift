import CarillonModel
import CarillonSandbox
import CarillonTesting
import Testing

private let send = "/v1/projects/acme/messages:send"

/// A sandbox and a bearer it has granted.
private func granted(
    _ change: (inout SandboxConfiguration) -> Void = { _ in }
) async throws -> (Sandbox, SteppedClock, String) {
    let clock = SteppedClock()
    var configuration = SandboxConfiguration()
    change(&configuration)
    let sandbox = Sandbox(configuration) { clock.now }
    let answer = await sandbox.post("/token", form(try goodAssertion.get()), type: "application/x-www-form-urlencoded")
    let token = try #require(answer.json["access_token"]?.string)
    return (sandbox, clock, "Bearer \(token)")
}

private func form(_ assertion: String) -> String {
    "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)"
}

/// Signed once for all tests: RSA without optimization takes its time.
private let goodAssertion = Result { try assertion() }

/// Made with the clock's first second; the signature is real, unless it is spoilt or left out.
private func assertion(
    _ changes: [String: JSONValue] = [:],
    algorithm: String = "RS256",
    spoilt: Bool = false,
    signed: Bool = true
) throws -> String {
    var claims = JSONObject([
        .init("iss", "push@acme.iam.gserviceaccount.com"),
        .init("scope", "https://www.googleapis.com/auth/firebase.messaging"),
        .init("aud", "https://oauth2.googleapis.com/token"), .init("iat", 1_772_020_800), .init("exp", 1_772_024_400),
    ])
    for change in changes { claims[change.key] = change.value }
    let header: JSONValue = ["alg": .string(algorithm), "typ": "JWT"]
    return try makeToken(header, .object(claims)) { input in
        guard signed else { return [UInt8](repeating: 0, count: 256) }
        return try SoftwareCryptography().rs256(spoilt ? input + [0] : input, key: Secret(TestKeys.rsaPrivate))
    }
}

private func message(_ more: String = "") -> String { #"{"message":{"token":"t:1"\#(more)}}"# }

private func code(_ answer: SandboxResponse) -> String? {
    let details = answer.json["error"]?["details"]?.array
    return details?.compactMap { $0["errorCode"]?.string }.first
}

@Test func `an assertion earns a token for an hour, less a second`() async throws {
    let (sandbox, clock, bearer) = try await granted()
    let answer = await sandbox.post(send, message(), headers: [.init("Authorization", bearer)])
    #expect(answer.status == 200)
    #expect(answer.json["name"]?.string?.hasPrefix("projects/acme/messages/") == true)
    clock.advance(by: .seconds(3599))
    let later = await sandbox.post(send, message(), headers: [.init("Authorization", bearer)])
    #expect(later.status == 401 && code(later) == nil && later.json["error"]?["status"] == "UNAUTHENTICATED")
}

@Test(
    arguments: [
        ["aud": "https://fcm.googleapis.com"], ["scope": "openid"], ["iss": "nobody"], ["exp": 1_772_024_401],
        ["iat": 1_772_020_900, "exp": 1_772_020_950], ["exp": 1_772_020_700], ["iat": "now"],
    ] as [[String: JSONValue]]
)
func `an assertion that isn't as it should be earns nothing`(changes: [String: JSONValue]) async throws {
    let clock = SteppedClock()
    let sandbox = Sandbox { clock.now }
    let body = form(try assertion(changes, signed: false))
    let answer = await sandbox.post("/token", body, type: "application/x-www-form-urlencoded")
    #expect(answer.status == 400 && answer.json["error"] == "invalid_grant")
}

@Test func `once the account's key is known, only its signature counts`() async throws {
    let clock = SteppedClock()
    let sandbox = Sandbox { clock.now }
    let key = JSONValue.string(TestKeys.rsaPublic)
    let credentials: JSONValue = [
        "fcm": [["clientEmail": "push@acme.iam.gserviceaccount.com", "project": "acme", "publicKey": key]]
    ]
    #expect(await sandbox.post("/sandbox/credentials", credentials.text).status == 204)
    let spoilt = await sandbox.post(
        "/token",
        form(try assertion(spoilt: true)),
        type: "application/x-www-form-urlencoded"
    )
    #expect(spoilt.json["error_description"] == "Invalid JWT Signature.")
    let good = await sandbox.post("/token", form(try goodAssertion.get()), type: "application/x-www-form-urlencoded")
    #expect(good.status == 200)
    let other = await sandbox.post(
        "/token",
        form(try assertion(algorithm: "none", signed: false)),
        type: "application/x-www-form-urlencoded"
    )
    #expect(other.status == 400)
}

@Test func `no bearer, a wrong one, or another project's is refused without a code of FCM's`() async throws {
    let (sandbox, _, bearer) = try await granted()
    #expect(await sandbox.post(send, message()).status == 401)
    #expect(await sandbox.post(send, message(), headers: [.init("Authorization", "Bearer ya29.x")]).status == 401)
    let other = await sandbox.post(
        "/v1/projects/other/messages:send",
        message(),
        headers: [.init("Authorization", bearer)]
    )
    #expect(other.status == 403 && code(other) == nil)
}

@Test(arguments: [
    "", "{}", #"{"message":{}}"#, #"{"message":{"token":"t","topic":"x"}}"#, #"{"message":{"token":"a b"}}"#,
    #"{"message":{"topic":"/topics/x"}}"#, #"{"message":{"topic":"a b"}}"#, #"{"message":{"topic":""}}"#,
    message(#","colour":"red""#), message(#","data":{"n":1}"#), message(#","data":{"from":"x"}"#),
    message(#","data":{"collapse_key":"x"}"#),
    message(#","data":{"google.x":"x"}"#), message(#","android":{"ttl":"1h"}"#),
    message(#","android":{"ttl":"2419201s"}"#),
    message(#","android":{"priority":"URGENT"}"#), message(#","android":{"notification":{"color":"red"}}"#),
    message(#","android":{"notification":{"title_loc_args":["x"]}}"#), message(#","notification":{"title":1}"#),
    message(#","webpush":{"fcm_options":{"link":"http://x"}}"#), message(#","apns":{"headers":{"apns-priority":10}}"#),
    message(#","fcm_options":{"analytics_label":"a b"}"#),
    message(#","data":{"k":"\#(String(repeating: "v", count: 4096))"}"#),
])
func `a message FCM would not take is refused with the field's name`(body: String) async throws {
    let (sandbox, _, bearer) = try await granted()
    let answer = await sandbox.post(send, body, headers: [.init("Authorization", bearer)])
    #expect(answer.status == 400 && code(answer) == "INVALID_ARGUMENT")
    #expect(await sandbox.get("/sandbox/messages")["total"] == 0)
}

@Test(arguments: [
    ##","android":{"ttl":"3.5s","collapseKey":"a","notification":{"channelId":"c","color":"#0a84ff","tag":"t"}}"##,
    #","apns":{"headers":{"apns-priority":"10"},"payload":{"aps":{"x":1}}},"notification":{"title":"T","image":"i"}"#,
    #","android":{"notification":{"title_loc_key":"k","title_loc_args":["x"],"notification_priority":"PRIORITY_HIGH"}}"#,
])
func `both spellings of names, and all of the blocks, are known`(more: String) async throws {
    let (sandbox, _, bearer) = try await granted()
    #expect(await sandbox.post(send, message(more), headers: [.init("Authorization", bearer)]).status == 200)
}

@Test(arguments: [
    ("UNREGISTERED", 404), ("SENDER_ID_MISMATCH", 403), ("QUOTA_EXCEEDED", 429), ("UNAVAILABLE", 503),
    ("INTERNAL", 500),
    ("THIRD_PARTY_AUTH_ERROR", 401), ("INVALID_ARGUMENT", 400),
])
func `a scripted code comes with its status`(error: String, status: Int) async throws {
    let (sandbox, _, bearer) = try await granted()
    await sandbox.script(#"{"provider":"fcm","token":"t:*","error":"\#(error)"}"#)
    let answer = await sandbox.post(send, message(), headers: [.init("Authorization", bearer)])
    #expect(answer.status == status && code(answer) == error)
}

@Test func `the token endpoint can be made to fail by itself`() async throws {
    let clock = SteppedClock()
    let sandbox = Sandbox { clock.now }
    await sandbox.script(#"{"provider":"fcm","at":"token","status":503,"times":1}"#)
    let body = form(try goodAssertion.get())
    #expect(await sandbox.post("/token", body, type: "application/x-www-form-urlencoded").status == 503)
    #expect(await sandbox.post("/token", body, type: "application/x-www-form-urlencoded").status == 200)
}

@Test func `a validation stores nothing, a quota defers`() async throws {
    let (sandbox, _, bearer) = try await granted { $0.fcmRate = 1 }
    let authorized = [SandboxRequest.Header("Authorization", bearer)]
    let answer = await sandbox.post(send, #"{"validate_only":true,"message":{"token":"t"}}"#, headers: authorized)
    #expect(answer.json["name"] == "projects/acme/messages/fake_message_id")
    #expect(await sandbox.get("/sandbox/messages")["total"] == 0)
    let second = await sandbox.post(send, message(), headers: authorized)
    #expect(second.status == 429 && second.headers.contains(.init("retry-after", "60")))
}

@Test(arguments: [
    "{", "[]", #"{"fax":[]}"#, #"{"fcm":{}}"#, #"{"fcm":[{}]}"#, #"{"apns":[{"teamId":"a","keyId":"b"}]}"#,
])
func `credentials that can't be meant are refused`(body: String) async {
    let sandbox = Sandbox { Instant(epochMilliseconds: 0) }
    #expect(await sandbox.post("/sandbox/credentials", body).status == 400)
}
