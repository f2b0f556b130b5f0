import CarillonModel
import CarillonPluginKit
import CarillonSandbox
import CarillonTesting
import Testing
import WebPush

/// The public key of `TestKeys.p256Private`, as a web app has it.
private let publicKey: String = {
    let der = Base64.decode(TestKeys.p256Public.split(separator: "\n").dropFirst().dropLast().joined()) ?? []
    return Base64.encode(der.suffix(65), .url)
}()

private let values: [String: JSONValue] = ["publicKey": .string(publicKey), "subject": "mailto:push@acme.example"]
private let secrets = ["privateKey": Secret(TestKeys.p256Private)]
private let address = """
    {"endpoint":"https://push.example.net/send/AbC123","keys":{\
    "p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",\
    "auth":"BTBZMqHH6r4Tts7J_aSIgg"}}
    """

private func channel(
    over egress: any Egress,
    _ cryptography: any Cryptography = ScriptedCryptography(),
    clock: ManualClock = ManualClock()
) throws -> WebPushChannel {
    let settings = ChannelSettings(values: values, secrets: secrets)
    return try WebPushChannel(
        settings: settings,
        host: .testing(egress: egress, cryptography: cryptography, clock: clock)
    )
}

private func summary(_ outcome: DeliveryOutcome) -> String {
    switch outcome {
    case .accepted: "accepted"
    case .deferred(let reason, let after):
        "deferred \(reason.code)" + (after.map { " after \($0.components.seconds)" } ?? "")
    case .refused(let reason): "refused \(reason.code)"
    case .tooLarge(let limit): "too large \(limit)"
    case .gone(let reason, _): "gone \(reason.code)"
    case .misconfigured(let reason): "misconfigured \(reason.code)"
    case .uncertain(let reason): "uncertain \(reason.code)"
    }
}

@Test func `the web push channel does what every channel must`() async {
    let conformance = ChannelConformance(
        WebPushChannel.kind,
        values: values,
        secrets: secrets,
        message: .testing(to: address),
        unusableAddress: "{}",
        provider: { _ in .answer(201, headers: [.init("location", "/m/1")]) }
    )
    #expect(await conformance.violations() == [])
}

@Test(arguments: [
    (200, "accepted"), (201, "accepted"), (202, "accepted"), (404, "gone HTTP404"), (410, "gone HTTP410"),
    (400, "refused HTTP400"), (401, "misconfigured HTTP401"), (403, "misconfigured HTTP403"),
    (429, "deferred HTTP429 after 5"),
    (500, "deferred HTTP500 after 5"), (503, "deferred HTTP503 after 5"), (504, "uncertain HTTP504"),
    (301, "deferred HTTP301 after 5"),
])
func `every status has its outcome`(status: Int, expected: String) async throws {
    let egress = ScriptedEgress([.answer(status, headers: status < 300 ? [] : [.init("Retry-After", "5")])])
    #expect(try await channel(over: egress).deliver([.testing(to: address)]).map(summary) == [expected])
}

@Test func `413 shortens`() async throws {
    let message = OutgoingMessage.testing(to: address, body: String(repeating: "b", count: 3000))
    let outcomes = try await channel(over: ScriptedEgress([.answer(413)])).deliver([message])
    #expect(outcomes == [.tooLarge(limit: 4096 - 86 - 1 - 16)])
}

@Test(arguments: [
    "", "{}", "not JSON", address.replacing("https:", with: "http:"), address.replacing("BTBZ", with: "BTB"),
    address.replacing("\"BCV", with: "\"ACV"),
])
func `a subscription that can't be read is refused before anything is sent`(address: String) async throws {
    let egress = ScriptedEgress([])
    let outcomes = try await channel(over: egress).deliver([.testing(to: address)])
    #expect(outcomes.map(summary) == ["refused MalformedSubscription"])
    #expect(egress.requests.isEmpty)
}

@Test func `a subscription whose key is no point of the curve isn't taken in`() {
    #expect(WebPushChannel.isAddress(address))
    #expect(!WebPushChannel.isAddress(address.replacing("BCVxsr7N", with: "BCVxsr7M")))
}

@Test func `a forbidden place is one recipient's fault, not the tenant's`() async throws {
    let egress = ScriptedEgress([.failure(.forbidden("private address"))])
    let outcomes = try await channel(over: egress).deliver([.testing(to: address)])
    #expect(outcomes.map(summary) == ["refused ForbiddenDestination"])
}

@Test func `a redirect is followed with a token for the new place, but not for ever`() async throws {
    let away = Result.answer(307, headers: [.init("Location", "https://other.example/x")])
    let egress = ScriptedEgress([away, .answer(201)])
    #expect(try await channel(over: egress).deliver([.testing(to: address)]).map(summary) == ["accepted"])
    #expect(egress.requests.map(\.url) == ["https://push.example.net/send/AbC123", "https://other.example/x"])
    let tokens = egress.requests.map { request in request.headers.first { $0.name == "Authorization" }?.value }
    #expect(tokens[0] != tokens[1])
    let circle = ScriptedEgress { _ in away }
    #expect(try await channel(over: circle).deliver([.testing(to: address)]).map(summary) == ["refused BadRedirect"])
    #expect(circle.requests.count == 3)
}

@Test(arguments: [
    ("/send/moved", "https://push.example.net/send/moved"), ("moved?a=b", "https://push.example.net/send/moved?a=b"),
    ("//other.example/x", "https://other.example/x"),
])
func `a redirect may be relative to where it came from`(location: String, expected: String) async throws {
    let egress = ScriptedEgress([.answer(308, headers: [.init("Location", location)]), .answer(201)])
    #expect(try await channel(over: egress).deliver([.testing(to: address)]).map(summary) == ["accepted"])
    #expect(egress.requests.map(\.url).last == expected)
}

@Test(arguments: ["http://push.example.net/x", "mailto:a@b.example", "//user@evil.example/"])
func `a redirect to what is no https URL isn't followed`(location: String) async throws {
    let egress = ScriptedEgress { _ in .answer(307, headers: [.init("Location", location)]) }
    #expect(try await channel(over: egress).deliver([.testing(to: address)]).map(summary) == ["refused BadRedirect"])
    #expect(egress.requests.count == 1)
}

@Test func `a token serves its push service for hours`() async throws {
    let clock = ManualClock()
    let egress = ScriptedEgress { _ in .answer(201) }
    let channel = try channel(over: egress, clock: clock)
    for hours in [0, 5, 2] {
        clock.advance(by: .seconds(hours * 3600))
        _ = await channel.deliver([.testing(to: address)])
    }
    let tokens = egress.requests.compactMap { request in request.headers.first { $0.name == "Authorization" }?.value }
    #expect(tokens[0] == tokens[1] && tokens[1] != tokens[2])
}

@Test func `TTL, urgency and topic are said as the RFC has them`() async throws {
    let clock = ManualClock()
    let egress = ScriptedEgress { _ in .answer(201) }
    var message = OutgoingMessage.testing(to: address)
    message.priority = .high
    message.expiresAt = clock.now.advanced(by: .seconds(90))
    message.collapseKey = "door-7"
    var other = message
    other.collapseKey = "a key with spaces, and longer than thirty-two letters"
    other.expiresAt = nil
    _ = try await channel(over: egress, clock: clock).deliver([message])
    _ = try await channel(over: egress, clock: clock).deliver([other])
    let headers = egress.requests.map { request in
        ["TTL", "Urgency", "Topic"].map { name in request.headers.first { $0.name == name }?.value ?? "" }
    }
    #expect(headers[0] == ["90", "high", "door-7"])
    #expect(headers[1][0] == "2419200" && headers[1][2].utf8.count == 32)
}

@Test func `settings that can't be are found`() {
    let bad: [String: JSONValue] = ["publicKey": "AAAA", "subject": "push@acme.example"]
    #expect(WebPushChannel.check(ChannelSettings(values: bad)).map(\.field) == ["publicKey", "subject"])
    for key in ["bad", "AAAA", ""] {
        let settings = ChannelSettings(values: values, secrets: ["privateKey": Secret(key)])
        #expect(throws: SettingProblem.self) { try WebPushChannel(settings: settings, host: .testing()) }
    }
}

/// The browser of the stand-in decrypts with its own arithmetic what the plugin encrypted.
@Test func `what is sent can be read by the browser that subscribed`() async throws {
    let clock = ManualClock()
    let sandbox = Sandbox { clock.now }
    let ask: JSONValue = ["id": "firefox", "applicationServerKey": .string(publicKey)]
    let made = await sandbox.respond(to: SandboxRequest(method: "POST", path: "/sandbox/subscriptions", body: ask.utf8))
    let subscription = String(decoding: made.body, as: UTF8.self)
    var message = OutgoingMessage.testing(to: subscription, title: "تكليف جديد", data: JSONObject([.init("id", "7")]))
    message.link = MessageLink(web: "https://dossier.example/dossiers/7")
    message.locale = "ar"
    let channel = try channel(over: SandboxEgress(sandbox), SoftwareCryptography(), clock: clock)
    #expect(await channel.deliver([message]).map(summary) == ["accepted"])
    let list = await sandbox.respond(to: SandboxRequest(method: "GET", path: "/sandbox/messages"))
    let received = try JSONValue(parsing: list.body)["messages"]?.array?.first?["message"]
    let notification: JSONValue = [
        "title": "تكليف جديد", "lang": "ar", "dir": "auto", "body": "09:41, by Ana",
        "navigate": "https://dossier.example/dossiers/7", "data": ["id": "7"],
    ]
    #expect(received == ["web_push": 8030, "notification": notification])
}

/// RFC 8292, section 4.2: a subscription takes messages of the sender it was made for alone.
@Test(arguments: [401, 403])
func `who subscribed with the key before it is reached by that`(status: Int) async throws {
    let egress = ScriptedEgress([.answer(status), .answer(201), .answer(201)])
    var settings = values
    settings["previousPublicKey"] = .string(publicKey)
    settings["publicKey"] = .string(newPublicKey)
    let new = Secret(String(repeating: "A", count: 42) + "E")
    let channel = try WebPushChannel(
        settings: ChannelSettings(
            values: settings,
            secrets: ["privateKey": new, "previousPrivateKey": Secret(TestKeys.p256Private)]
        ),
        host: .testing(egress: egress, cryptography: ScriptedCryptography(), clock: ManualClock())
    )
    #expect(await channel.deliver([.testing(to: address)]).map(summary) == ["accepted"])
    #expect(await channel.deliver([.testing(to: address)]).map(summary) == ["accepted"])
    let keys = egress.requests.map { request in
        request.headers.first { $0.name == "Authorization" }?.value.split(separator: "k=").last.map(String.init)
    }
    #expect(keys == [newPublicKey, publicKey, newPublicKey])
}

/// The point that a private key of 1 has: the curve's generator.
private let newPublicKey: String = {
    let x = "6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296"
    let y = "4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5"
    let digits = Array("04" + x + y)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    return Base64.encode(bytes, .url)
}()
