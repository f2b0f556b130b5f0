import APNsPush
import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Testing

private let values: [String: JSONValue] = [
    "keyId": "ABC123DEFG", "teamId": "DEF123GHIJ", "topic": "com.acme.app", "environment": "production",
]
private let secrets = ["key": Secret("a signing key")]
private let token = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"

private func channel(over egress: ScriptedEgress, clock: ManualClock = ManualClock()) throws -> APNsChannel {
    let settings = ChannelSettings(values: values, secrets: secrets)
    return try APNsChannel(settings: settings, host: .testing(egress: egress, clock: clock))
}

private func summary(_ outcome: DeliveryOutcome) -> String {
    switch outcome {
    case .accepted: "accepted"
    case .deferred(let reason, let after):
        "deferred \(reason.code)" + (after.map { " after \($0.components.seconds)" } ?? "")
    case .refused(let reason): "refused \(reason.code)"
    case .tooLarge(let limit): "too large \(limit)"
    case .gone(let reason, let since): "gone \(reason.code)" + (since.map { " since \($0)" } ?? "")
    case .misconfigured(let reason): "misconfigured \(reason.code)"
    case .uncertain(let reason): "uncertain \(reason.code)"
    }
}

@Test func `the APNs channel does what every channel must`() async {
    let conformance = ChannelConformance(
        APNsChannel.kind,
        values: values,
        secrets: secrets,
        message: .testing(to: token),
        unusableAddress: "not hexadecimal",
        provider: { _ in .answer(200) }
    )
    #expect(await conformance.violations() == [])
}

@Test(arguments: [
    (400, "BadDeviceToken", "gone BadDeviceToken"), (400, "DeviceTokenNotForTopic", "gone DeviceTokenNotForTopic"),
    (400, "BadCollapseId", "refused BadCollapseId"), (400, "BadExpirationDate", "refused BadExpirationDate"),
    (400, "BadMessageId", "refused BadMessageId"), (400, "BadPriority", "refused BadPriority"),
    (400, "DuplicateHeaders", "refused DuplicateHeaders"), (400, "InvalidPushType", "refused InvalidPushType"),
    (400, "MissingDeviceToken", "refused MissingDeviceToken"), (400, "PayloadEmpty", "refused PayloadEmpty"),
    (400, "BadTopic", "misconfigured BadTopic"), (400, "MissingTopic", "misconfigured MissingTopic"),
    (400, "TopicDisallowed", "misconfigured TopicDisallowed"), (400, "IdleTimeout", "deferred IdleTimeout"),
    (403, "ExpiredProviderToken", "misconfigured ExpiredProviderToken"),
    (403, "InvalidProviderToken", "misconfigured InvalidProviderToken"),
    (403, "MissingProviderToken", "misconfigured MissingProviderToken"),
    (403, "BadCertificate", "misconfigured BadCertificate"),
    (403, "BadCertificateEnvironment", "misconfigured BadCertificateEnvironment"),
    (403, "Forbidden", "misconfigured Forbidden"),
    (403, "UnrelatedKeyIdInToken", "misconfigured UnrelatedKeyIdInToken"),
    (403, "BadEnvironmentKeyIdInToken", "misconfigured BadEnvironmentKeyIdInToken"),
    (403, "BadEnvironmentKeyInToken", "misconfigured BadEnvironmentKeyInToken"),
    (404, "BadPath", "refused BadPath"), (405, "MethodNotAllowed", "refused MethodNotAllowed"),
    (413, "PayloadTooLarge", "too large 4096"), (429, "TooManyRequests", "deferred TooManyRequests after 9"),
    (429, "TooManyProviderTokenUpdates", "deferred TooManyProviderTokenUpdates after 9"),
    (500, "InternalServerError", "deferred InternalServerError after 9"),
    (503, "ServiceUnavailable", "deferred ServiceUnavailable after 9"), (503, "Shutdown", "deferred Shutdown after 9"),
    (400, "SomethingNew", "refused SomethingNew"), (403, "SomethingNew", "misconfigured SomethingNew"),
])
func `every reason has its outcome`(status: Int, reason: String, expected: String) async throws {
    let headers = status == 429 || status >= 500 ? [EgressRequest.Header("retry-after", "9")] : []
    let egress = ScriptedEgress { _ in .answer(status, #"{"reason":"\#(reason)"}"#, headers: headers) }
    #expect(try await channel(over: egress).deliver([.testing(to: token)]).map(summary) == [expected])
}

@Test(arguments: ["Unregistered", "ExpiredToken"])
func `a token that is gone is gone since the time APNs names, in milliseconds`(reason: String) async throws {
    let body = #"{"reason":"\#(reason)","timestamp":1772020800500}"#
    let outcomes = try await channel(over: ScriptedEgress([.answer(410, body)])).deliver([.testing(to: token)])
    #expect(outcomes.map(summary) == ["gone \(reason) since 2026-02-25T12:00:00.500Z"])
}

@Test(arguments: [
    (502, "deferred HTTP502"), (504, "uncertain HTTP504"), (301, "deferred HTTP301"),
    (400, "deferred UnreadableAnswer"),
    (404, "deferred UnreadableAnswer"), (405, "deferred UnreadableAnswer"), (407, "deferred UnreadableAnswer"),
    (410, "deferred UnreadableAnswer"), (413, "deferred UnreadableAnswer"), (451, "deferred UnreadableAnswer"),
    (401, "misconfigured HTTP401"), (403, "misconfigured HTTP403"), (429, "deferred HTTP429"),
])
func `an answer without a reason has its outcome`(status: Int, expected: String) async throws {
    let egress = ScriptedEgress([.answer(status, "<html>")])
    #expect(try await channel(over: egress).deliver([.testing(to: token)]).map(summary) == [expected])
}

@Test func `the id APNs gives a message is kept`() async throws {
    let id = "eabeae54-14a8-11e5-b60b-1697f925ec7b"
    let egress = ScriptedEgress([.answer(200, headers: [.init("apns-id", id)])])
    #expect(try await channel(over: egress).deliver([.testing(to: token)]) == [.accepted(ReceiptID(id))])
}

@Test func `the request is HTTP/2 to the device's path, with the headers APNs asks for`() async throws {
    let egress = ScriptedEgress([.answer(200)])
    var message = OutgoingMessage.testing(to: token, data: JSONObject([.init("path", "/events/81")]))
    message.priority = .high
    message.sound = "default"
    message.badge = 3
    message.category = "DOOR_EVENT"
    message.collapseKey = "door-7"
    message.expiresAt = Instant(epochMilliseconds: 1_772_024_400_999)
    message.slots["subtitle"] = "Hall"
    message.skeleton = ["aps": ["mutable-content": 1]]
    _ = try await channel(over: egress).deliver([message])
    let request = try #require(egress.requests.first)
    #expect(request.version == .http2)
    #expect(request.url == "https://api.push.apple.com/3/device/\(token)")
    #expect(
        request.headers.dropLast() == [
            .init("apns-topic", "com.acme.app"), .init("apns-push-type", "alert"), .init("apns-priority", "10"),
            .init("apns-expiration", "1772024400"), .init("apns-collapse-id", "door-7"),
        ]
    )
    let expected: JSONValue = [
        "aps": [
            "alert": ["title": "Front door opened", "subtitle": "Hall", "body": "09:41, by Ana"], "sound": "default",
            "badge": 3, "category": "DOOR_EVENT", "mutable-content": 1,
        ],
        "path": "/events/81",
    ]
    #expect(try JSONValue(parsing: request.body) == expected)
}

@Test func `a silent message is a background push of priority 5 and nothing that shows`() async throws {
    let egress = ScriptedEgress([.answer(200)])
    var message = OutgoingMessage.testing(to: token, data: JSONObject([.init("id", "1")]))
    message.isSilent = true
    message.priority = .high
    message.badge = 1
    message.sound = "default"
    message.skeleton = ["aps": ["mutable-content": 1, "alert": "!"]]
    _ = try await channel(over: egress).deliver([message])
    let request = try #require(egress.requests.first)
    #expect(request.headers.contains(.init("apns-push-type", "background")))
    #expect(request.headers.contains(.init("apns-priority", "5")))
    #expect(try JSONValue(parsing: request.body) == ["aps": ["content-available": 1], "id": "1"])
}

@Test(arguments: [(Priority.high, "10"), (.normal, "5"), (.low, "1")])
func `priority is a header`(priority: Priority, value: String) async throws {
    let egress = ScriptedEgress([.answer(200)])
    var message = OutgoingMessage.testing(to: token)
    message.priority = priority
    _ = try await channel(over: egress).deliver([message])
    #expect(egress.requests.first?.headers.contains(.init("apns-priority", value)) == true)
}

@Test func `development builds are reached at the other host`() async throws {
    let egress = ScriptedEgress([.answer(200)])
    let settings = ChannelSettings(values: values.merging(["environment": "sandbox"]) { $1 }, secrets: secrets)
    _ = try await APNsChannel(settings: settings, host: .testing(egress: egress)).deliver([.testing(to: token)])
    #expect(egress.requests.first?.url.hasPrefix("https://api.sandbox.push.apple.com/3/device/") == true)
}

@Test func `a token has 64 to 200 hexadecimal digits, an even number of them, and no case`() {
    let good = String(repeating: "aB", count: 32)
    for token in [good, String(repeating: "0F", count: 100)] { #expect(APNsChannel.isAddress(token)) }
    for token in [
        "", "xyz", String(good.dropLast()), String(good.dropLast(2)), good + "a", good.dropLast(2) + "/.",
        String(repeating: "00", count: 101), String(repeating: "٠", count: 64),
    ] {
        #expect(!APNsChannel.isAddress(token))
    }
    #expect(APNsChannel.canonical(good) == String(repeating: "ab", count: 32))
}

@Test(arguments: ["", "abc", "xyz1", "../../x", "00 1", "٠٠"])
func `a malformed token is refused before it is sent`(address: String) async throws {
    let egress = ScriptedEgress([])
    #expect(try await channel(over: egress).deliver([.testing(to: address)]).map(summary) == ["refused MalformedToken"])
    #expect(egress.requests.isEmpty)
}

@Test func `data called aps are refused`() async throws {
    let message = OutgoingMessage.testing(to: token, data: JSONObject([.init("aps", ["alert": "x"])]))
    #expect(try await channel(over: ScriptedEgress([])).deliver([message]).map(summary) == ["refused ReservedDataKey"])
}

@Test func `ids and topic that can't be are found by check`() {
    let bad: [String: JSONValue] = ["keyId": "short", "teamId": "elevenchars", "topic": "com.acme app\r\n"]
    #expect(APNsChannel.check(ChannelSettings(values: bad)).map(\.field) == ["keyId", "teamId", "topic"])
}

@Test func `a key that can't sign is refused at start`() {
    let settings = ChannelSettings(values: values, secrets: ["key": Secret("a bad key")])
    #expect(throws: SettingProblem.self) { try APNsChannel(settings: settings, host: .testing()) }
}
