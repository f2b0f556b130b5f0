import CarillonModel
import CarillonPluginKit
import CarillonSandbox
import CarillonTesting
import Testing

@testable import WebhookChannel

private let secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
private let address = "https://hooks.acme.example/carillon?team=1"

private func channel(
    over egress: any Egress,
    previous: String? = nil,
    clock: ManualClock = ManualClock()
) throws -> Webhooks {
    var secrets = ["secret": Secret(secret)]
    secrets["previousSecret"] = previous.map(Secret.init)
    let host = ChannelHost.testing(egress: egress, cryptography: SoftwareCryptography(), clock: clock)
    return try Webhooks(settings: ChannelSettings(secrets: secrets), host: host)
}

private func summary(_ outcome: DeliveryOutcome) -> String {
    switch outcome {
    case .accepted: "accepted"
    case .deferred(let reason, let after):
        "deferred \(reason.code)" + (after.map { " after \($0.components.seconds)" } ?? "")
    case .refused(let reason): "refused \(reason.code)"
    case .tooLarge: "too large"
    case .gone(let reason, _): "gone \(reason.code)"
    case .misconfigured(let reason): "misconfigured \(reason.code)"
    case .uncertain(let reason): "uncertain \(reason.code)"
    }
}

@Test func `the webhook channel does what every channel must`() async {
    let conformance = ChannelConformance(
        Webhooks.kind,
        values: ["url": .string(address)],
        secrets: ["secret": Secret(secret)],
        message: .testing(to: address),
        unusableAddress: "http://hooks.acme.example/",
        provider: { _ in .answer(204) }
    )
    #expect(await conformance.violations() == [])
}

/// Computed elsewhere, with another program.
@Test func `the signature is the one Standard Webhooks defines`() throws {
    let body = #"{"type":"notification.delivered","timestamp":"2026-01-06T09:41:00Z","data":{"id":"n_81"}}"#
    let key = try #require(WebhookSignature.key(in: Secret(secret)))
    let text = StandardWebhook.code(
        id: "msg_01JH0Z",
        timestamp: "1767692460",
        Array(body.utf8),
        key: key,
        SoftwareCryptography()
    )
    #expect(text == "v1,sszZln81bCpMiJQEzur+E0I1TxeEc5D5fvWjhvfHAS0=")
}

@Test(arguments: [
    (200, "accepted"), (204, "accepted"), (410, "misconfigured HTTP410"), (400, "refused HTTP400"),
    (422, "refused HTTP422"),
    (413, "too large"), (404, "deferred HTTP404 after 9"), (401, "deferred HTTP401 after 9"),
    (302, "deferred HTTP302 after 9"),
    (429, "deferred HTTP429 after 9"), (502, "deferred HTTP502 after 9"), (504, "deferred HTTP504 after 9"),
])
func `every status has its outcome`(status: Int, expected: String) async throws {
    let egress = ScriptedEgress([.answer(status, headers: [.init("retry-after", "9")])])
    #expect(try await channel(over: egress).deliver([.testing(to: address)]).map(summary) == [expected])
}

@Test(arguments: ["", "http://a.example/", "https://a@b.example/", "ftp://a.example", "https://a.example/\r\nX: y"])
func `only https URLs are asked`(url: String) async throws {
    let egress = ScriptedEgress([])
    #expect(try await channel(over: egress).deliver([.testing(to: url)]).map(summary) == ["refused MalformedURL"])
    #expect(egress.requests.isEmpty)
}

@Test func `the id is the same on every attempt, and has no dot; the time is the attempt's`() async throws {
    let clock = ManualClock()
    let egress = ScriptedEgress { _ in .answer(503) }
    let channel = try channel(over: egress, clock: clock)
    var message = OutgoingMessage.testing(to: address)
    message.notification = "noti.with.dots"
    _ = await channel.deliver([message])
    clock.advance(by: .seconds(5))
    _ = await channel.deliver([message])
    let ids = egress.requests.compactMap { request in request.headers.first { $0.name == "webhook-id" }?.value }
    #expect(ids.count == 2 && ids[0] == ids[1] && !ids[0].contains("."))
    let times = egress.requests.compactMap { request in request.headers.first { $0.name == "webhook-timestamp" }?.value
    }
    #expect(times == ["1772020800", "1772020805"])
}

@Test func `with a previous secret there are two signatures`() async throws {
    let egress = ScriptedEgress([.answer(200)])
    let old = "whsec_" + Base64.encode([UInt8](repeating: 9, count: 24))
    _ = try await channel(over: egress, previous: old).deliver([.testing(to: address)])
    let signature = egress.requests.first?.headers.first { $0.name == "webhook-signature" }?.value
    #expect(signature?.split(separator: " ").count == 2)
}

@Test(arguments: ["", "secret", "whsec_", "whsec_AAAA", "whsec_%%%"])
func `what is no signing secret is refused at start`(text: String) {
    let settings = ChannelSettings(secrets: ["secret": Secret(text)])
    #expect(throws: SettingProblem.self) { try Webhooks(settings: settings, host: .testing()) }
}

@Test func `a receiver that knows the secret believes it, one that knows another doesn't`() async throws {
    let clock = ManualClock()
    let sandbox = Sandbox { clock.now }
    let other = "whsec_" + Base64.encode([UInt8](repeating: 1, count: 32))
    let keys: JSONValue = [
        "webhook": [
            ["path": "/webhook/good", "secret": .string(secret)], ["path": "/webhook/bad", "secret": .string(other)],
        ]
    ]
    _ = await sandbox.respond(to: SandboxRequest(method: "POST", path: "/sandbox/credentials", body: keys.utf8))
    let channel = try channel(over: SandboxEgress(sandbox), clock: clock)
    let outcomes = await channel.deliver([
        .testing(to: "https://a.example/webhook/good"), .testing(to: "https://a.example/webhook/bad"),
    ])
    #expect(outcomes.map(summary) == ["accepted", "deferred HTTP401"])
}
