import AsyncHTTPClient
import CarillonChannels
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonSandbox
import CarillonStandard
import CarillonTesting
import NIOCore
import NIOHTTP1
import Testing

@testable import CarillonHost

/// Reports of providers that sign them, to the one URL of an account: believed once, while they are of now, and as they were sent.
struct SignedReportTests {
    /// A provider, and what host and stand-in know of its account.
    struct Provider: Sendable, CustomTestStringConvertible {
        let id: String
        let settings: [String: JSONValue]
        /// As the host has them.
        let secrets: [String: String]
        /// Those of which the provider has something else.
        var own: [String: String] = [:]
        /// A sample that ends a message, and what becomes of it then.
        let failure: String
        /// Whether it says, and signs, when it reports.
        var signsTime = true

        var testDescription: String { id }
        var isMail: Bool { id != "whatsapp-cloud" }
    }

    private static let sender: JSONValue = "post@shop.example"
    private static let sendgrid = Provider(
        id: "sendgrid",
        settings: ["from": sender],
        secrets: ["apiKey": "key-of-sendgrid", "webhookKey": TestKeys.p256Public],
        own: ["webhookKey": TestKeys.p256Private],
        failure: "InvalidAddress"
    )
    private static let mailgun = Provider(
        id: "mailgun",
        settings: ["from": sender, "domain": "mg.shop.example", "api": "api"],
        secrets: ["apiKey": "key-of-mailgun", "webhookKey": "key-of-webhooks"],
        failure: "Bounce"
    )
    private static let whatsapp = Provider(
        id: "whatsapp-cloud",
        settings: ["phoneNumberId": "106540352242922", "template": "shop_message", "version": "v23.0"],
        secrets: ["token": "token-of-whatsapp", "appSecret": "secret-of-the-app", "verifyToken": "token-of-ours"],
        failure: "Undeliverable",
        signsTime: false
    )
    private static let providers = [
        sendgrid, mailgun, whatsapp,
        Provider(
            id: "resend",
            settings: ["from": sender],
            secrets: ["apiKey": "key-of-resend", "webhookSecret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
            failure: "HardBounce"
        ),
    ]

    private static let publicURL = "https://notify.example"
    private static let path = "/v1/shop/callbacks/out"

    private let sandbox = Sandbox { Instant(epochMilliseconds: 1_772_020_800_000) }
    private let reports = KeptReports()

    private func host(_ provider: Provider) async throws -> TestHost {
        let channel = try #require(ProviderPack.channels.first { $0.descriptor.id.rawValue == provider.id })
        let account = SandboxAccount(
            settings: provider.settings,
            secrets: provider.secrets.merging(provider.own) { $1 },
            reportURL: Self.publicURL + Self.path
        )
        sandbox.play([channel], of: "shop", accounts: [provider.id: [account]])
        let egress = SandboxEgress(sandbox) { [reports] in reports.add($0) }
        let played: ScriptedEgress.Answer = { request in
            do throws(EgressFailure) { return .success(try await egress.send(request)) } catch {
                return .failure(error)
            }
        }
        let host = await TestHost.start(
            expo: played,
            publicURL: PublicURL(Self.publicURL),
            secrets: provider.secrets
        ) { profile in
            profile.operatorChannels = [channel]
            var binding = ChannelBinding(id: "out", plugin: channel.descriptor.id)
            binding.settings = provider.settings
            binding.secrets = Dictionary(uniqueKeysWithValues: provider.secrets.keys.map { ($0, $0) })
            profile.channels.append(binding)
            var toggle = PreferenceToggle(name: "outEnabled", isOnByDefault: true)
            toggle.channels = ["out"]
            profile.toggles = [toggle]
            profile.events[0].channels = ["out"]
            for (path, text) in [("email.subject", "Order"), ("email.text", "On its way")] {
                for locale in ["en", "nb"] as [LocaleTag] {
                    profile.messages.add(TextTemplate(source: text), to: "order.shipped", path: path, locale: locale)
                }
            }
        }
        let attributes = UserAttributes(email: "ada@customers.example", phone: "+4790012345")
        try await host.store.tenant("shop").put(attributes, of: "ada", at: host.clock.now)
        return host
    }

    private func script(_ rule: String) async {
        let request = SandboxRequest(method: "POST", path: "/sandbox/script", body: Array(rule.utf8))
        #expect(await sandbox.respond(to: request).status == 200)
    }

    /// Ships an order, and returns the reports on it.
    ///
    /// - Parameter number: how many were shipped before: the event's id.
    private func ship(
        _ provider: Provider,
        at host: TestHost,
        number: Int = 0,
        ending end: String? = nil
    ) async -> [SandboxReport] {
        if let end { await script(#"{ "provider": "\#(provider.id)", "report": "\#(end)" }"#) }
        let known = reports.all.count
        await host.ship("\(number)")
        await host.settled.wait(for: number + 1)
        return Array(reports.all.dropFirst(known))
    }

    /// Sends a report, signed as at that time.
    private static func deliver(
        _ report: SandboxReport,
        to host: TestHost,
        at time: Instant? = nil,
        change: (String) -> String = { $0 }
    ) async -> Int {
        let time = time ?? host.clock.now
        let headers = report.headers(at: time).map { (name: $0.name.lowercased(), value: $0.value) }
        let body = change(String(decoding: report.body(at: time), as: UTF8.self))
        return await host.send("POST", path, headers: headers, body: body).status
    }

    private static func delivery(of event: Int = 0, at host: TestHost) async -> JSONValue? {
        let trace = await host.send("GET", "/v1/shop/events/\(event)", bearer: TestHost.serviceKey)
        return trace.json["notifications"]?.array?.first?["deliveries"]?.array?.first
    }

    private static func outcomes(of event: Int = 0, at host: TestHost) async -> [String] {
        await delivery(of: event, at: host)?["attempts"]?.array?.compactMap { $0["outcome"]?.string } ?? []
    }

    @Test(arguments: providers) func `what is reported ends the message, and counts once`(
        provider: Provider
    ) async throws {
        let host = try await host(provider)
        let reports = await ship(provider, at: host)
        #expect(reports.count >= 2)
        for report in reports + reports { #expect(await Self.deliver(report, to: host) == 200) }
        #expect(await Self.outcomes(at: host) == ["delivered", "confirmed"])
        await host.stop()
    }

    @Test(arguments: providers) func `a failure that is reported fails it, with the provider's code`(
        provider: Provider
    ) async throws {
        let host = try await host(provider)
        for report in await ship(provider, at: host, ending: provider.failure) {
            #expect(await Self.deliver(report, to: host) == 200)
        }
        let delivery = try #require(await Self.delivery(at: host))
        #expect(delivery["status"] == "failed", "\(delivery.text)")
        #expect(delivery.text.contains("\(provider.id) reported"), "\(delivery.text)")
        await host.stop()
    }

    @Test(arguments: providers) func `what is forged, changed or of another time is answered as nothing`(
        provider: Provider
    ) async throws {
        let host = try await host(provider)
        let nothing = await host.send("POST", "/v1/shop/nothing/at/all", body: "{}").status
        await script(#"{ "provider": "\#(provider.id)", "reportForged": true, "times": 1 }"#)
        for report in await ship(provider, at: host) { #expect(await Self.deliver(report, to: host) == nothing) }
        let good = await ship(provider, at: host, number: 1, ending: provider.failure)
        let report = try #require(good.last)
        let now = host.clock.now
        if provider.signsTime {
            for age in [-301, 301] as [Int] {
                #expect(await Self.deliver(report, to: host, at: now.advanced(by: .seconds(age))) == nothing, "\(age)")
            }
        }
        // The signature of one, and the body of another: with Mailgun it covers no body, so the word was taken first.
        #expect(await Self.deliver(report, to: host) == 200)
        let other = await Self.deliver(report, to: host) { body in
            body.replacing("ada@", with: "eve@").replacing("4790", with: "4791")
        }
        #expect(other == nothing)
        for body in ["", "null", "[]", "{}", "7", "no JSON", #"{"signature":7}"#] {
            #expect(await Self.deliver(report, to: host) { _ in body } == nothing, "\(body)")
            #expect(await host.send("POST", Self.path, body: body).status == nothing, "\(body)")
        }
        let form = await host.send(
            "POST",
            Self.path,
            headers: [("content-type", "application/x-www-form-urlencoded")],
            body: "event=delivered"
        )
        #expect(form.status == nothing)
        #expect(await Self.outcomes(at: host) == ["delivered"])
        await host.stop()
    }

    @Test func `what is signed and has another form than reports is passed over`() async throws {
        let host = try await host(Self.whatsapp)
        _ = await ship(Self.whatsapp, at: host)
        for body in [
            "null", "[]", "{}", "7", "no JSON", #"{"entry": 5}"#, Self.change(#"{"statuses": 7}"#),
            Self.change(#"{"statuses": [7, null, {}]}"#),
            Self.change(#"{"messages": [{"from": "4790012345", "text": {"body": "Hello"}}]}"#),
            Self.change(#"{"statuses": [{"status": "failed", "biz_opaque_callback_data": "x"}]}"#),
            String(repeating: "[", count: 5000),
        ] {
            #expect(await Self.post(body, signedWith: "secret-of-the-app", to: host) == 200, "\(body)")
        }
        #expect(await Self.outcomes(at: host) == ["delivered"])
        await host.stop()
    }

    /// What Meta says of one number.
    private static func change(_ value: String) -> String { #"{"entry": [{"changes": [{"value": \#(value)}]}]}"# }

    /// As Meta does.
    private static func post(_ body: String, signedWith key: String, to host: TestHost) async -> Int {
        let code = SwiftCryptography().hmacSHA256(Array(body.utf8), key: Array(key.utf8)).hexadecimal
        let headers = [(name: "x-hub-signature-256", value: "sha256=\(code)")]
        return await host.send("POST", path, headers: headers, body: body).status
    }

    @Test func `one callback reports on many messages, whoever's they are`() async throws {
        let host = try await host(Self.whatsapp)
        let first = await ship(Self.whatsapp, at: host)
        let second = await ship(Self.whatsapp, at: host, number: 1)
        func reference(_ reports: [SandboxReport]) throws -> String {
            let json = try JSONValue(parsing: try #require(reports.last).body)
            let value = json["entry"]?.array?.first?["changes"]?.array?.first?["value"]
            return try #require(value?["statuses"]?.array?.first?["biz_opaque_callback_data"]?.string)
        }
        let others = (0..<150).map { #"{"status": "failed", "biz_opaque_callback_data": "other-\#($0)"}"# }
        let ours = try [first, second].map { reports in
            #"{"status": "read", "biz_opaque_callback_data": "\#(try reference(reports))"}"#
        }
        let body = Self.change(#"{"statuses": [\#((others + ours).joined(separator: ", "))]}"#)
        #expect(await Self.post(body, signedWith: "secret-of-another", to: host) == 404)
        #expect(await Self.post(body, signedWith: "secret-of-the-app", to: host) == 200)
        #expect(await Self.outcomes(at: host) == ["delivered", "confirmed"])
        #expect(await Self.outcomes(of: 1, at: host) == ["delivered", "confirmed"])
        await host.stop()
    }

    @Test func `who unsubscribes with SendGrid gets no more of such mails`() async throws {
        let host = try await host(Self.sendgrid)
        let reports = await ship(Self.sendgrid, at: host, ending: "Unsubscribed")
        for report in reports { #expect(await Self.deliver(report, to: host) == 200) }
        #expect(try await host.store.tenant("shop").preferences(of: "ada")["outEnabled"] == false)
        await host.stop()
    }

    @Test func `Meta's question is answered with what it sent, and nobody else's`() async throws {
        let host = try await host(Self.whatsapp)
        func ask(_ query: String, path: String = Self.path) async -> (Int, String, String?) {
            let target = "\(path)?\(query)"
            let (path, items) = APIRequest.parse(target: target) ?? ([], [])
            let answer = await host.api.respond(to: APIRequest("GET", path: path, query: items, target: target))
            let type = answer.headers.first { $0.name == "content-type" }?.value
            return (answer.status, String(decoding: answer.bytes, as: UTF8.self), type)
        }
        let good = await ask("hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=token-of-ours")
        #expect(good.0 == 200 && good.1 == "1158201444" && good.2 == "text/plain; charset=utf-8")
        for query in [
            "hub.challenge=1158201444&hub.verify_token=token-of-others", "hub.challenge=1158201444",
            "hub.verify_token=token-of-ours", "hub.challenge=%3Cscript%3E&hub.verify_token=token-of-ours", "",
        ] {
            #expect(await ask(query).0 == 404, "\(query)")
        }
        let other = await ask("hub.challenge=1&hub.verify_token=token-of-ours", path: "/v1/shop/callbacks/push")
        #expect(other.0 == 404)
        await host.stop()
    }

    @Test(arguments: [false, true]) func `a callback of ten megabytes is refused before it is read`(
        isAnnounced: Bool
    ) async throws {
        let host = try await host(Self.whatsapp)
        try await withHTTPService(host.api) { port in
            for (size, status) in [(10_000_000, 413), (NativeRoute.reportsLimit + 1, 413), (3_000_000, 404)] {
                var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(Self.path)")
                request.method = .POST
                let body = ByteBuffer(repeating: 0x20, count: size)
                request.body = isAnnounced ? .bytes(body) : .stream([body].async, length: .unknown)
                let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
                #expect(answer.status.code == status, "\(size)")
            }
        }
        await host.stop()
    }
}

extension Array where Element: Sendable {
    /// One after the other.
    fileprivate var async: AsyncStream<Element> {
        AsyncStream { continuation in
            for element in self { continuation.yield(element) }
            continuation.finish()
        }
    }
}
