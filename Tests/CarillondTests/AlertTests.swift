import AsyncHTTPClient
import CarillonModel
import CarillonTesting
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// Alerts from processes of their own, over sockets, to a receiver and a relay that check what they get.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct AlertTests {
    private static let secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    private static let environment = [
        "CARILLON_SECRET_HOST_ALERT_WEBHOOK_SECRET": secret,
        "CARILLON_ALERT_MAIL_TO": "ops@acme.example,b@acme.example",
        "CARILLON_ALERT_MAIL_HOST": "mail.shop.example", "CARILLON_ALERT_MAIL_PORT": "587",
        "CARILLON_ALERT_MAIL_FROM": "alerts@acme.example",
    ]
    private static let webhook = ["--alert-webhook", "https://hooks.shop.example/webhook/alerts"]

    @Test func `refused credentials reach webhook and mail once, and so does the recovery, across a restart`()
        async throws
    {
        try await withPlace { place, sandbox in
            try await sandbox.script(#"{"provider":"expo","error":"InvalidCredentials"}"#)
            let host = try place.serve(Self.options(sandbox), provider: "http://127.0.0.1:\(sandbox.http)")
            let base = try await addresses(of: host)
            try await post("\(base.host)/v1/shop/devices", ["token": "ExponentPushToken[ops]"], place.userToken())
            try await post("\(base.host)/v1/shop/events", place.event("1"), place.serviceKey)
            for provider in ["webhook", "smtp"] {
                try await waitUntil { try await messages(sandbox, provider).count == 1 }
            }
            let raised = try #require(try await messages(sandbox, "webhook").first?["message"])
            #expect(raised["type"] == "alert.raised" && raised["data"]?["kind"] == "channel-paused")
            #expect(raised["data"]?["tenant"] == "shop" && raised["data"]?["code"] == "InvalidCredentials")
            let mail = try #require(try await messages(sandbox, "smtp").first)
            let subject = "[carillon] channel push of shop is paused: InvalidCredentials"
            #expect(mail["token"] == "ops@acme.example" && mail["message"]?["headers"]?["subject"] == .string(subject))
            let list = try Carillond(["alerts", "--data", place.data])
            #expect(await list.status() == 0)
            #expect(list.text.contains("channel-paused  shop"), "\(list.text)")
            let metrics = try await text("\(base.admin)/metrics")
            #expect(metrics.contains("carillon_alerts_active{kind=\"channel-paused\"} 1\n"))
            let sent = "carillon_alerts_sent_total{kind=\"channel-paused\",sink=\"mail\",outcome=\"delivered\"} 1\n"
            #expect(metrics.contains(sent))
            host.kill(SIGTERM)
            #expect(await host.status() == 0)

            try await sandbox.script(#"{"rules":[],"replace":true}"#)
            let next = try place.serve(Self.options(sandbox), provider: "http://127.0.0.1:\(sandbox.http)")
            _ = try await addresses(of: next)
            for provider in ["webhook", "smtp"] {
                try await waitUntil { try await messages(sandbox, provider).count == 2 }
            }
            let types = try await messages(sandbox, "webhook").compactMap { $0["message"]?["type"]?.string }
            #expect(Set(types) == ["alert.raised", "alert.recovered"])
            next.kill(SIGTERM)
            #expect(await next.status() == 0)
            let all = try await messages(sandbox, "webhook") + messages(sandbox, "smtp")
            #expect(all.allSatisfy { !$0.text.contains("ExponentPushToken") && !$0.text.contains("A-1") })
        }
    }

    @Test func `a test alert goes to each address, and what it answered is printed`() async throws {
        try await withPlace { _, sandbox in
            let arguments = ["alerts", "test"] + sandbox.egress + Self.webhook
            let fine = try Carillond(arguments, environment: Self.environment)
            #expect(await fine.status() == 0, "\(fine.text)")
            let lines = [
                "webhook https://hooks.shop.example/webhook/alerts: taken", "mail ops@acme.example: taken",
                "mail b@acme.example: taken",
            ]
            #expect(fine.text.split(separator: "\n").map(String.init) == lines, "\(fine.text)")
            #expect(try await messages(sandbox, "webhook").first?["message"]?["type"] == "alert.test")
            try await sandbox.script(
                #"[{"provider":"webhook","status":503},{"provider":"smtp","token":"ops@*","error":"550 5.1.1 who?"}]"#
            )
            let failed = try Carillond(arguments, environment: Self.environment)
            #expect(await failed.status() == 1)
            #expect(failed.text.contains("/webhook/alerts: not now, HTTP503"), "\(failed.text)")
            #expect(failed.text.contains("ops@acme.example: refused, SMTP550"), "\(failed.text)")
            #expect(failed.text.contains("b@acme.example: taken"), "\(failed.text)")
        }
    }

    @Test func `a test alert without its secret says where the secret goes`() async throws {
        let command = try Carillond(["alerts", "test"] + Self.webhook)
        #expect(await command.status() == 1)
        #expect(
            command.text.contains("under “host”, or set CARILLON_SECRET_HOST_ALERT_WEBHOOK_SECRET"),
            "\(command.text)"
        )
    }

    @Test func `a host that can't send its alerts says so at the start, and serves`() async throws {
        let place = try ServedFolder()
        defer { place.remove() }
        let host = try place.serve(Self.webhook)
        let line = try #require(await host.line(with: "alerts can't be sent this way until its settings are corrected"))
        #expect(line.contains("sink=webhook") && line.contains("CARILLON_SECRET_HOST_ALERT_WEBHOOK_SECRET"))
        _ = try await addresses(of: host)
        host.kill(SIGTERM)
        #expect(await host.status() == 0)
    }

    @Test(arguments: [
        ([], "alerts go nowhere: say --alert-webhook or --alert-mail-to"),
        (["--alert-webhook", "http://hooks.example/"], "--alert-webhook: an https URL is needed here"),
        (["--alert-mail-to", "ops@acme.example"], "alerts by mail need --alert-mail-host"),
        (["--alert-mail-host", "relay.example"], "--alert-mail-to says whom"),
        (
            ["--alert-mail-to", "ops", "--alert-mail-host", "relay.example", "--alert-mail-from", "a@acme.example"],
            "--alert-mail-to: an e-mail address is needed here, not"
        ),
        (
            [
                "--alert-mail-to", "ops@acme.example", "--alert-mail-host", "relay.example", "--alert-mail-from",
                "a@acme.example", "--alert-mail-security", "none", "--alert-mail-username", "carillon",
            ],
            "--alert-mail-security: a password may not travel without TLS"
        ),
        (["--alert-reminder", "0"], "--alert-reminder is a number from 1 to 168"),
        (["--alert-disk-free", "100"], "--alert-disk-free is a number from 1 to 99"),
    ])
    func `an option that can mean nothing is wrong usage, and told by its name`(
        options: [String],
        message: String
    ) async throws {
        let command = try Carillond(["alerts", "test"] + options)
        #expect(await command.status() == 64)
        #expect(command.text.contains(message), "\(command.text)")
    }

    @Test func `alerts are listed by a running host alone`() async throws {
        let place = try ServedFolder()
        defer { place.remove() }
        try FileManager.default.createDirectory(atPath: place.data, withIntermediateDirectories: true)
        let command = try Carillond(["alerts", "list", "--data", place.data])
        #expect(await command.status() == 1)
        #expect(command.text.contains("only a running one knows of alerts"), "\(command.text)")
    }

    private static func options(_ sandbox: SandboxProcess) -> [String] {
        sandbox.egress + webhook + [
            "--alert-mail-to", "ops@acme.example", "--alert-mail-host", "mail.shop.example", "--alert-mail-from",
            "Carillon <alerts@acme.example>",
            // Whatever this machine's disk is like.
            "--alert-disk-free", "1",
        ]
    }

    private func withPlace(_ body: (ServedFolder, SandboxProcess) async throws -> Void) async throws {
        let place = try ServedFolder(hostSecrets: ["alert-webhook-secret": .string(Self.secret)])
        defer { place.remove() }
        let sandbox = try await SandboxProcess()
        let result: Result<Void, any Error>
        do {
            let keys = #"{"webhook":[{"path":"/webhook/alerts","secret":"\#(Self.secret)"}]}"#
            try await sandbox.post("/sandbox/credentials", keys)
            result = .success(try await body(place, sandbox))
        } catch {
            result = .failure(error)
        }
        await sandbox.stop()
        try result.get()
    }

    private func messages(_ sandbox: SandboxProcess, _ provider: String) async throws -> [JSONValue] {
        try await sandbox.received("?provider=\(provider)")["messages"]?.array ?? []
    }

    private func post(_ url: String, _ body: JSONValue, _ bearer: String) async throws {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "authorization", value: "Bearer \(bearer)")
        request.body = .bytes(ByteBuffer(bytes: body.utf8))
        #expect(try await HTTPClient.shared.execute(request, timeout: .seconds(30)).status.code < 300)
    }
}
