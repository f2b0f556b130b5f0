import CarillonModel
import CarillonSandbox
import CarillonTesting
import Testing

private let path = "/3/device/00fc13adff785122"
private let good = #"{"aps":{"alert":{"title":"T"}}}"#

private func bearer(
    team: String = "DEF123GHIJ",
    key: String = "ABC123DEFG",
    at issuedAt: JSONValue = 1_772_020_800,
    algorithm: String = "ES256"
) throws -> String {
    let header: JSONValue = ["alg": .string(algorithm), "kid": .string(key)]
    let claims: JSONValue = ["iss": .string(team), "iat": issuedAt]
    let token = try makeToken(header, claims) { input in
        try SoftwareCryptography().es256(input, key: Secret(TestKeys.p256Private))
    }
    return "bearer \(token)"
}

private func request(
    _ body: String = good,
    path: String = path,
    authorization: String? = nil,
    connection: Int = 1,
    _ headers: [(String, String)] = []
) throws -> SandboxRequest {
    var all = headers
    if !headers.contains(where: { $0.0 == "apns-topic" }) { all.append(("apns-topic", "com.acme.app")) }
    all.append(("authorization", try authorization ?? bearer()))
    return SandboxRequest(
        method: "POST",
        path: path,
        headers: all.filter { $0.1 != "-" }.map { SandboxRequest.Header($0.0, $0.1) },
        body: Array(body.utf8),
        version: .http2,
        connection: connection
    )
}

private func sandbox() -> (Sandbox, SteppedClock) {
    let clock = SteppedClock()
    return (Sandbox { clock.now }, clock)
}

private func reason(_ answer: SandboxResponse) -> String? { answer.json["reason"]?.string }

@Test func `a good push is answered with 200, no body and an id`() async throws {
    let (sandbox, _) = sandbox()
    let id = "123e4567-e89b-12d3-a456-426614174000"
    let answer = await sandbox.respond(to: try request(good, [("apns-id", id)]))
    #expect(answer.status == 200 && answer.body.isEmpty)
    #expect(answer.headers.contains(.init("apns-id", id)))
    let received = await sandbox.get("/sandbox/messages", query: "provider=apns")["messages"]?.array?.first
    #expect(received?["headers"]?["apns-topic"] == "com.acme.app")
}

@Test func `HTTP/1.1 gets no answer at all`() async throws {
    let (sandbox, _) = sandbox()
    var request = try request()
    request.version = .http1
    #expect(await sandbox.respond(to: request).dropsConnection)
}

@Test(arguments: [
    ("/3/device/", "MissingDeviceToken", 400), ("/3/device", "MissingDeviceToken", 400),
    ("/3/device/abc", "BadDeviceToken", 400), ("/3/device/xyz1", "BadDeviceToken", 400), ("/3/else/00", "BadPath", 404),
    ("/3/devices/aa", "BadPath", 404), ("/3/devicesaa", "BadPath", 404), ("/else", "BadPath", 404),
])
func `the path is looked at`(path: String, expected: String, status: Int) async throws {
    let (sandbox, _) = sandbox()
    let answer = await sandbox.respond(to: try request(path: path))
    #expect(reason(answer) == expected && answer.status == status)
}

@Test(arguments: [
    ("apns-topic", "-", "MissingTopic"), ("apns-priority", "7", "BadPriority"), ("apns-id", "1", "BadMessageId"),
    ("apns-expiration", "soon", "BadExpirationDate"), ("apns-push-type", "loud", "InvalidPushType"),
    ("apns-collapse-id", String(repeating: "c", count: 65), "BadCollapseId"), ("apns-push-type", "voip", "BadTopic"),
    ("apns-push-type", "background", "BadPriority"),
])
func `headers are looked at`(name: String, value: String, expected: String) async throws {
    let (sandbox, _) = sandbox()
    #expect(reason(await sandbox.respond(to: try request(good, [(name, value)]))) == expected)
}

@Test func `a header that stands twice is one too many`() async throws {
    let (sandbox, _) = sandbox()
    let answer = await sandbox.respond(to: try request(good, [("apns-priority", "5"), ("apns-priority", "5")]))
    #expect(reason(answer) == "DuplicateHeaders")
}

@Test(arguments: [
    ("", "PayloadEmpty", 400), ("{", "PayloadEmpty", 400), (#"{"x":1}"#, "PayloadEmpty", 400),
    (#"{"aps":{"badge":"1"}}"#, "PayloadEmpty", 400),
    (#"{"aps":{"alert":"\#(String(repeating: "a", count: 4096))"}}"#, "PayloadTooLarge", 413),
])
func `the payload is looked at`(body: String, expected: String, status: Int) async throws {
    let (sandbox, _) = sandbox()
    let answer = await sandbox.respond(to: try request(body))
    #expect(reason(answer) == expected && answer.status == status)
}

@Test func `a background push holds content-available and no alert`() async throws {
    let (sandbox, _) = sandbox()
    let headers = [("apns-push-type", "background"), ("apns-priority", "5")]
    #expect(reason(await sandbox.respond(to: try request(good, headers))) == "InvalidPushType")
    #expect(await sandbox.respond(to: try request(#"{"aps":{"content-available":1},"x":1}"#, headers)).status == 200)
}

@Test func `the provider token is looked at`() async throws {
    let (sandbox, _) = sandbox()
    for bad in [
        "basic x", "bearer x.y.z", try bearer(team: "short"), try bearer(key: "short"), try bearer(at: "1772020800"),
        try bearer(algorithm: "HS256"), try bearer(at: 1_772_021_000),
    ] {
        #expect(reason(await sandbox.respond(to: try request(authorization: bad))) == "InvalidProviderToken")
    }
    let old = try bearer(at: 1_772_017_199)
    #expect(reason(await sandbox.respond(to: try request(authorization: old))) == "ExpiredProviderToken")
    var none = try request()
    none.headers.removeLast()
    #expect(reason(await sandbox.respond(to: none)) == "MissingProviderToken")
}

@Test func `once the key is known, only its signature and its topics count`() async throws {
    let (sandbox, _) = sandbox()
    let key = JSONValue.string(TestKeys.p256Public)
    let credentials: JSONValue = [
        "apns": [["teamId": "DEF123GHIJ", "keyId": "ABC123DEFG", "publicKey": key, "topics": ["com.acme.app"]]]
    ]
    _ = await sandbox.post("/sandbox/credentials", credentials.text)
    #expect(await sandbox.respond(to: try request()).status == 200)
    #expect(reason(await sandbox.respond(to: try request(good, [("apns-topic", "com.other")]))) == "TopicDisallowed")
    let parts = try bearer().split(separator: ".")
    let spoilt = "\(parts[0]).\(parts[1]).\(String(parts[2].reversed()))"
    #expect(reason(await sandbox.respond(to: try request(authorization: spoilt))) == "InvalidProviderToken")
}

@Test func `a connection belongs to one key, and to one token in twenty minutes`() async throws {
    let (sandbox, clock) = sandbox()
    #expect(await sandbox.respond(to: try request()).status == 200)
    let other = try request(authorization: bearer(key: "OTHERKEY12"))
    #expect(reason(await sandbox.respond(to: other)) == "UnrelatedKeyIdInToken")
    let elsewhere = try request(authorization: bearer(key: "OTHERKEY12"), connection: 2)
    #expect(await sandbox.respond(to: elsewhere).status == 200)
    clock.advance(by: .seconds(1200))
    let early = try request(authorization: bearer(at: 1_772_021_999))
    let answer = await sandbox.respond(to: early)
    #expect(reason(answer) == "TooManyProviderTokenUpdates" && answer.status == 429)
    #expect(await sandbox.respond(to: try request(authorization: bearer(at: 1_772_022_000))).status == 200)
}

@Test func `a token scripted as gone is gone since now, in milliseconds`() async throws {
    let (sandbox, clock) = sandbox()
    await sandbox.script(#"{"provider":"apns","error":"Unregistered"}"#)
    let answer = await sandbox.respond(to: try request())
    #expect(answer.status == 410)
    #expect(answer.json == ["reason": "Unregistered", "timestamp": JSONValue(clock.now.epochMilliseconds)])
}
