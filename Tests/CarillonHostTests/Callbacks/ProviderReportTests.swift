import CarillonChannels
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonSandbox
import CarillonStandard
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonHost

/// What simulated providers of the pack report, taken by the host at the routes that it told them.
struct ProviderReportTests {
    private let sandbox = Sandbox { Instant(epochMilliseconds: 1_772_020_800_000) }
    private let reports = KeptReports()

    private static let publicURL = "https://notify.example"

    /// SMS by Twilio and mail by Postmark, with a preference for each.
    private func host() async throws -> TestHost {
        let pack = try ["twilio-sms", "postmark"].map { id in
            try #require(ProviderPack.channels.first { $0.descriptor.id.rawValue == id })
        }
        let account = SandboxAccount(
            settings: ["webhookUser": "carillon"],
            secrets: ["webhookPassword": "password-of-the-webhook"],
            reportURL: "\(Self.publicURL)/v1/shop/callbacks/mail"
        )
        sandbox.play(pack, of: "shop", accounts: ["postmark": [account]])
        let egress = SandboxEgress(sandbox) { [reports] in reports.add($0) }
        let known = Mutex<TestHost?>(nil)
        let played: ScriptedEgress.Answer = { [reports] request in
            let answer: Result<EgressResponse, EgressFailure>
            do throws(EgressFailure) {
                answer = .success(try await egress.send(request))
            } catch {
                answer = .failure(error)
            }
            // These overtake the answer, as where the sandbox is a process.
            if let host = known.withLock({ $0 }) {
                for report in reports.takeEarly() { _ = await Self.deliver(report, to: host) }
            }
            return answer
        }
        let host = await TestHost.start(
            expo: played,
            publicURL: PublicURL(Self.publicURL),
            secrets: [
                "twilio": "token-of-twilio", "postmark": "token-of-postmark", "webhook": "password-of-the-webhook",
            ]
        ) { profile in
            profile.operatorChannels = pack
            var sms = ChannelBinding(id: "sms", plugin: "twilio-sms")
            sms.settings = ["accountSid": "AC00000000000000000000000000000001", "from": "Shop"]
            sms.secrets = ["authToken": "twilio"]
            var mail = ChannelBinding(id: "mail", plugin: "postmark")
            mail.settings = ["from": "post@shop.example", "stream": "outbound", "webhookUser": "carillon"]
            mail.secrets = ["serverToken": "postmark", "webhookPassword": "webhook"]
            profile.channels += [sms, mail]
            var toggle = PreferenceToggle(name: "smsEnabled", isOnByDefault: true)
            toggle.channels = ["sms"]
            var mails = PreferenceToggle(name: "mailEnabled", isOnByDefault: true)
            mails.channels = ["mail"]
            profile.toggles = [toggle, mails]
            profile.events[0].channels = ["sms", "mail"]
            for (path, text) in [("sms", "On its way"), ("email.subject", "Order"), ("email.text", "On its way")] {
                for locale in ["en", "nb"] as [LocaleTag] {
                    profile.messages.add(TextTemplate(source: text), to: "order.shipped", path: path, locale: locale)
                }
            }
        }
        let attributes = UserAttributes(email: "ada@customers.example", phone: "+4790012345")
        try await host.store.tenant("shop").put(attributes, of: "ada", at: host.clock.now)
        known.withLock { $0 = host }
        return host
    }

    private func script(_ rule: String) async {
        let request = SandboxRequest(method: "POST", path: "/sandbox/script", body: Array(rule.utf8))
        #expect(await sandbox.respond(to: request).status == 200)
    }

    /// Sends the reports of a provider to the host, as they are and in their order.
    private func deliverReports(of provider: String, to host: TestHost) async throws -> [Int] {
        var statuses: [Int] = []
        for report in reports.all where report.provider == provider {
            try #require(report.url.hasPrefix(Self.publicURL + "/"))
            statuses.append(await Self.deliver(report, to: host))
        }
        return statuses
    }

    /// - Parameter change: what is sent in the place of its body.
    private static func deliver(
        _ report: SandboxReport,
        to host: TestHost,
        change: (String) -> String = { $0 }
    ) async -> Int {
        let headers = report.headers(at: host.clock.now).map { (name: $0.name.lowercased(), value: $0.value) }
        let path = String(report.url.dropFirst(publicURL.count))
        let body = change(String(decoding: report.body(at: host.clock.now), as: UTF8.self))
        return await host.send("POST", path, headers: headers, body: body).status
    }

    private func delivery(on channel: String, of event: String = "1", at host: TestHost) async -> JSONValue? {
        let trace = await host.send("GET", "/v1/shop/events/\(event)", bearer: TestHost.serviceKey)
        let all = trace.json["notifications"]?.array?.first?["deliveries"]?.array ?? []
        return all.first { $0["channel"]?.string == channel }
    }

    private func status(on channel: String, at host: TestHost) async -> String? {
        await delivery(on: channel, at: host)?["status"]?.string
    }

    @Test func `what arrived is reported so, and no later report changes it`() async throws {
        let host = try await host()
        await host.ship("1")
        await host.settled.wait(for: 2)
        #expect(try await deliverReports(of: "twilio-sms", to: host) == [200, 200])
        #expect(try await deliverReports(of: "postmark", to: host).allSatisfy { $0 == 200 })
        await host.settled.waitForReceipts(2)
        // The next message's failure, reported of the first one as well.
        let url = try #require(await sms(at: host))
        let body = "MessageSid=SM00000000000000000000000000000001&MessageStatus=failed&ErrorCode=30005"
        let signed = url + "ErrorCode30005MessageSidSM00000000000000000000000000000001MessageStatusfailed"
        let code = SwiftCryptography().hmacSHA1(Array(signed.utf8), key: Array("token-of-twilio".utf8))
        let path = String(url.dropFirst(Self.publicURL.count))
        let headers = [(name: "x-twilio-signature", value: Base64.encode(code))]
        #expect(await host.send("POST", path, headers: headers, body: body).status == 200)
        #expect(await status(on: "sms", at: host) == "delivered")
        #expect(await status(on: "mail", at: host) == "delivered")
        await host.stop()
    }

    /// Where the first SMS is reported on.
    private func sms(at host: TestHost) async -> String? {
        let request = host.egress.requests.first { $0.url.contains("api.twilio.com") }
        return request.flatMap { FormText.fields($0.body).first { $0.name == "StatusCallback" }?.value }
    }

    @Test func `who wrote STOP gets no SMS any more, and keeps the mail`() async throws {
        let host = try await host()
        await script(#"{ "provider": "twilio-sms", "report": "Stopped" }"#)
        await host.ship("1")
        await host.settled.wait(for: 2)
        #expect(try await deliverReports(of: "twilio-sms", to: host) == [200, 200])
        let delivery = await delivery(on: "sms", at: host)
        #expect(delivery?["status"] == "failed")
        #expect(delivery?.text.contains("21610") == true)
        #expect(try await host.store.tenant("shop").preferences(of: "ada")["smsEnabled"] == false)
        await host.ship("2")
        await host.settled.wait(for: 3)
        let sent = host.egress.requests
        #expect(sent.count { $0.url.contains("api.twilio.com") } == 1)
        #expect(sent.count { $0.url.contains("api.postmarkapp.com") } == 2)
        await host.stop()
    }

    @Test func `a mail that bounces fails, whoever else's is reported at the same URL`() async throws {
        let host = try await host()
        await script(#"{ "provider": "postmark", "report": "SoftBounce" }"#)
        await host.ship("1")
        await host.settled.wait(for: 2)
        #expect(await status(on: "mail", at: host) == "delivered")
        // Of a mail that somebody else sent through the same server, and of one that says nothing.
        let path = "/v1/shop/callbacks/mail"
        let basic = "Basic " + Base64.encode(Array("carillon:password-of-the-webhook".utf8))
        for metadata in [#"{}"#, #"{"carillon": "AAAAAAAAAAGqqqqqqqqqqqqqqqqqqqqq"}"#] {
            let foreign = #"{"RecordType": "Bounce", "Type": "HardBounce", "Inactive": true, "Metadata": \#(metadata)}"#
            let headers = [(name: "authorization", value: basic)]
            #expect(await host.send("POST", path, headers: headers, body: foreign).status == 200)
        }
        #expect(await status(on: "mail", at: host) == "delivered")
        #expect(try await deliverReports(of: "postmark", to: host).allSatisfy { $0 == 200 })
        #expect(await status(on: "mail", at: host) == "failed")
        #expect(await delivery(on: "mail", at: host)?.text.contains("postmark reported") == true)
        await host.stop()
    }

    @Test func `forged reports are answered as if there were nothing, and change nothing`() async throws {
        let host = try await host()
        await script(#"{ "reportForged": true, "report": "Stopped", "provider": "twilio-sms" }"#)
        await script(#"{ "reportForged": true, "report": "HardBounce", "provider": "postmark" }"#)
        await host.ship("1")
        await host.settled.wait(for: 2)
        #expect(try await deliverReports(of: "twilio-sms", to: host) == [404, 404])
        let mail = try await deliverReports(of: "postmark", to: host)
        #expect(!mail.isEmpty && mail.allSatisfy { $0 == 404 })
        #expect(await status(on: "sms", at: host) == "delivered")
        #expect(await status(on: "mail", at: host) == "delivered")
        // There is no such URL for channels that tell each message's own.
        let other = await host.send("POST", "/v1/shop/callbacks/sms", body: "MessageStatus=delivered")
        let nothing = await host.send("POST", "/v1/shop/nothing", body: "")
        #expect(other.status == 404 && other.json["code"] == nothing.json["code"])
        await host.stop()
    }

    @Test func `reports that a script has overtake the answer end the delivery`() async throws {
        let host = try await host()
        await script(#"{ "provider": "twilio-sms", "report": "Stopped", "reportAfter": 0 }"#)
        await script(#"{ "provider": "postmark", "report": "delivered", "reportAfter": 0 }"#)
        await host.ship("1")
        await host.settled.wait(for: 2)
        #expect(await status(on: "sms", at: host) == "failed")
        #expect(try await host.store.tenant("shop").preferences(of: "ada")["smsEnabled"] == false)
        let mail = await delivery(on: "mail", at: host)
        #expect(mail?["attempts"]?.array?.last?["outcome"] == "confirmed", "\(mail?.text ?? "")")
        await host.stop()
    }

    @Test func `a message whose answer is lost isn't sent again once it is reported to have arrived`() async throws {
        let host = try await host()
        await script(#"{ "provider": "twilio-sms", "drop": "after", "times": 1 }"#)
        await script(#"{ "provider": "twilio-sms", "reportAfter": 0 }"#)
        await host.ship("1")
        await host.settled.wait(for: 2)
        host.clock.advance(by: .seconds(3600))
        #expect(await status(on: "sms", at: host) == "delivered")
        #expect(host.egress.requests.count { $0.url.contains("api.twilio.com") } == 1)
        await host.stop()
    }

    @Test(arguments: [
        #"{"RecordType": "SpamComplaint", "Type": "SpamComplaint", "Inactive": true, "Metadata":"#,
        #"""
        {"RecordType": "SubscriptionChange", "Origin": "Recipient", "SuppressSending": true,
        "SuppressionReason": "ManualSuppression", "Metadata":
        """#,
    ])
    func `who complains of a mail gets no more of them, long after it has arrived`(beginning: String) async throws {
        let host = try await host()
        await host.ship("1")
        await host.settled.wait(for: 2)
        #expect(try await deliverReports(of: "postmark", to: host).allSatisfy { $0 == 200 })
        host.clock.advance(by: .seconds(86_400 * 3))
        let report = try #require(reports.all.last { $0.provider == "postmark" })
        let metadata = try #require(try JSONValue(parsing: report.body)["Metadata"])
        #expect(await Self.deliver(report, to: host) { _ in beginning + metadata.text + "}" } == 200)
        #expect(await status(on: "mail", at: host) == "delivered")
        let preferences = try await host.store.tenant("shop").preferences(of: "ada")
        #expect(preferences["mailEnabled"] == false && preferences["smsEnabled"] == nil)
        await host.stop()
    }

    @Test func `a report that comes twice counts once`() async throws {
        let host = try await host()
        await script(#"{ "provider": "twilio-sms", "report": "Unknown", "reportCopies": 3 }"#)
        await host.ship("1")
        await host.settled.wait(for: 2)
        #expect(try await deliverReports(of: "twilio-sms", to: host).allSatisfy { $0 == 200 })
        let delivery = await delivery(on: "sms", at: host)
        #expect(delivery?["status"] == "failed")
        // What Twilio answered, and what it reported: once.
        #expect(delivery?["attempts"]?.array?.count == 2)
        await host.stop()
    }
}
