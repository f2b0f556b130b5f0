import CarillonModel
import CarillonPluginKit
import CarillonSandbox
import CarillonStandard
import CarillonTesting
import Testing

@testable import CarillonHost

/// What a webhook and a mail say, and to whom.
struct AlertSenderTests {
    private static let secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

    @Test func `a webhook is what Standard Webhooks wants, signed, with the same id at each try`() async throws {
        let clock = ManualClock()
        let sandbox = Sandbox { clock.now }
        await trust(sandbox)
        let sender = webhook(sandbox, clock, secrets: ["alert-webhook-secret": Secret(Self.secret)])
        let alert = Alert(id: "018f6b2e-1", condition: Self.paused(clock.now), raisedAt: clock.now)
        for _ in 0..<2 {
            let outcome = await sender.send(AlertMessage(occasion: .raised(alert), at: clock.now, host: "tests"))
            #expect(outcome == .accepted(nil))
        }
        var over = alert
        over.notificationCount = 2
        _ = await sender.send(AlertMessage(occasion: .recovered(over), at: clock.now, host: "tests"))
        let received = try await messages(sandbox, "webhook")
        let ids = received.compactMap { $0["headers"]?["webhook-id"]?.string }
        #expect(ids.count == 3 && Set(ids).count == 2)
        let body = try #require(received.first?["message"])
        #expect(body["type"] == "alert.raised" && body["timestamp"]?.string == clock.now.rfc3339)
        #expect(
            body["data"] == [
                "id": "018f6b2e-1", "title": "channel push of shop is paused: InvalidCredentials",
                "body": body["data"]?["body"] ?? .null, "kind": "channel-paused", "tenant": "shop", "channel": "push",
                "code": "InvalidCredentials", "message": "channel push of shop is paused: InvalidCredentials",
                "since": .string(clock.now.rfc3339), "raisedAt": .string(clock.now.rfc3339), "host": "tests",
            ]
        )
        let last = try #require(received.last?["message"])
        #expect(last["type"] == "alert.recovered" && last["data"]?["recoveredAt"]?.string == clock.now.rfc3339)
        #expect(last["data"]?["id"] == "018f6b2e-1")
    }

    @Test func `a secret that was changed counts for the next message`() async throws {
        let clock = ManualClock()
        let sandbox = Sandbox { clock.now }
        await trust(sandbox)
        let message = AlertMessage(occasion: .test("t-1"), at: clock.now, host: "tests")
        let other = Secret("whsec_" + Base64.encode([UInt8](repeating: 7, count: 32)))
        let wrong = await webhook(sandbox, clock, secrets: ["alert-webhook-secret": other]).send(message)
        #expect(wrong.reason?.code == "HTTP401")
        let both = webhook(
            sandbox,
            clock,
            secrets: ["alert-webhook-secret": other, "alert-webhook-previous-secret": Secret(Self.secret)]
        )
        #expect(await both.send(message) == .accepted(nil))
        let received = try #require(try await messages(sandbox, "webhook").last?["message"])
        #expect(received["type"] == "alert.test" && received["data"]?["kind"] == "test")
    }

    @Test(
        arguments: [
            ([:], "missing-secret", "set CARILLON_SECRET_HOST_ALERT_WEBHOOK_SECRET"),
            (["alert-webhook-secret": "sesame"], "unusable-secret", "write whsec_ and 24 to 64 random bytes"),
        ] as [([String: String], String, String)]
    )
    func `a secret that is missing or none is reported with the way out, and never shown`(
        secrets: [String: String],
        code: String,
        message: String
    ) async throws {
        let clock = ManualClock()
        let sender = webhook(Sandbox { clock.now }, clock, secrets: secrets.mapValues { Secret($0) })
        let problem = try #require(sender.problem)
        #expect(problem.code == code && problem.message.contains(message), "\(problem)")
        #expect(!problem.message.contains("sesame"))
        let outcome = await sender.send(AlertMessage(occasion: .test("t-1"), at: clock.now, host: "tests"))
        #expect(outcome == .misconfigured(problem))
    }

    @Test func `a mail says in its subject what is wrong, and in its text where to look`() async throws {
        let clock = ManualClock()
        let sandbox = Sandbox { clock.now }
        let sink = AlertSink(
            name: "mail",
            plugin: "smtp",
            settings: [
                "host": "relay.example", "port": 587, "security": "starttls", "from": "Carillon <alerts@acme.example>",
            ],
            secrets: [:],
            address: "ops@acme.example"
        )
        let sender = ChannelAlertSender(
            sink: sink,
            registry: .standard,
            secrets: { SecretBook() },
            host: { _ in .testing(clock: clock, streams: SandboxStreams(sandbox)) }
        )
        let alert = Alert(id: "018f6b2e-1", condition: Self.paused(clock.now), raisedAt: clock.now)
        let outcome = await sender.send(AlertMessage(occasion: .raised(alert), at: clock.now, host: "tests"))
        #expect(outcome == .accepted(nil))
        let received = try #require(try await messages(sandbox, "smtp").first)
        #expect(received["token"] == "ops@acme.example")
        let mail = received["message"]
        #expect(
            mail?["headers"]?["subject"] == "[carillon] channel push of shop is paused: InvalidCredentials"
        )
        #expect(mail?["text"]?.string?.contains("look at: carillond channels --tenant shop") == true)
    }

    private static func paused(_ now: Instant) -> AlertCondition {
        AlertCondition(
            subject: .init(kind: .channelPaused, tenant: "shop", channel: "push"),
            since: now,
            code: "InvalidCredentials",
            message: "channel push of shop is paused: InvalidCredentials"
        )
    }

    private func webhook(
        _ sandbox: Sandbox,
        _ clock: ManualClock,
        secrets: [String: Secret]
    ) -> ChannelAlertSender {
        let sink = AlertSink(
            name: "webhook",
            plugin: "webhook",
            settings: ["url": "https://hooks.example/webhook/alerts"],
            secrets: ["secret": "alert-webhook-secret", "previousSecret": "alert-webhook-previous-secret"],
            address: "https://hooks.example/webhook/alerts"
        )
        let book = SecretBook(file: ["host": secrets])
        return ChannelAlertSender(
            sink: sink,
            registry: .standard,
            secrets: { book },
            host: { _ in
                .testing(egress: SandboxEgress(sandbox), cryptography: SwiftCryptography(), clock: clock)
            }
        )
    }

    /// Makes the receiver check signatures.
    private func trust(_ sandbox: Sandbox) async {
        let body = #"{"webhook":[{"path":"/webhook/alerts","secret":"\#(Self.secret)"}]}"#
        let answer = await sandbox.respond(
            to: SandboxRequest(method: "POST", host: "sandbox", path: "/sandbox/credentials", body: Array(body.utf8))
        )
        #expect(answer.status == 204)
    }

    private func messages(_ sandbox: Sandbox, _ provider: String) async throws -> [JSONValue] {
        let answer = await sandbox.respond(
            to: SandboxRequest(
                method: "GET",
                host: "sandbox",
                path: "/sandbox/messages",
                query: "provider=\(provider)"
            )
        )
        return try JSONValue(parsing: answer.body)["messages"]?.array ?? []
    }
}
