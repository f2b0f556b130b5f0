import CarillonDiagnostics
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonHost

/// What providers report about messages that they took, through the route that they are given.
struct CallbackTests {
    private static let key = "provider-key"
    private static let file = """
        {
          "channel": "acme-sms", "format": 1, "summary": "SMS of Acme", "checked": "2026-11-26",
          "sources": ["https://docs.acme.example/"],
          "settings": { "key": { "type": "secret", "required": true, "description": "k", "example": { "$secret": "acme" } } },
          "origins": ["https://api.acme.example"],
          "address": { "from": "phone", "shape": "a number", "pattern": "\\\\+[0-9]{7,15}", "form": ["e164"],
            "samples": ["+4790012345"], "wrong": ["1"] },
          "slots": { "body": { "required": true, "multiline": true, "description": "What it says" } },
          "request": { "method": "POST", "url": "https://api.acme.example/sms",
            "json": { "to": "{address}", "text": "{slot.body}", "report": "{callback.url?}" } },
          "answer": { "own": "/error", "code": "/error", "rules": [
            { "status": 200, "json": { "/id": { "present": true } }, "then": "accepted", "receipt": "/id" } ] },
          "receipts": { "within": "2h", "callback": { "body": "json", "code": "/error",
            "verify": { "hmac": { "hash": "sha256", "key": "{secret.key}", "over": ["timestamp", "url", "body"], "join": ".",
              "header": "X-Signature", "timestamp": "X-Time" } },
            "rules": [
              { "json": { "/status": "delivered" }, "then": "accepted" },
              { "json": { "/status": "failed", "/error": "stopped" }, "then": "refused", "stop": true },
              { "json": { "/status": "failed" }, "then": "refused" } ] } },
          "wire": { "method": "POST", "path": "/sms", "json": {
            "/to": { "required": true }, "/text": { "required": true }, "/report": { "type": "text", "callback": true } } },
          "samples": {
            "requests": { "plain": { "slots": { "body": "Hello" }, "golden": { "to": "+4790012345", "text": "Hello" } } },
            "answers": { "ok": { "status": 200, "body": { "id": "m-1" }, "is": "accepted" } },
            "callbacks": {
              "sent": { "body": { "status": "sent" }, "is": "wait" },
              "delivered": { "body": { "status": "delivered" }, "is": "accepted" },
              "stopped": { "body": { "status": "failed", "error": "stopped" }, "is": "refused" },
              "failed": { "body": { "status": "failed", "error": "full" }, "is": "refused" } } }
        }
        """

    private static let taken: ScriptedEgress.Answer = { _ in .answer(200, #"{"id": "m-7"}"#) }

    private static func host(
        publicURL: PublicURL? = PublicURL("https://notify.example/"),
        provider: @escaping ScriptedEgress.Answer = taken
    ) async throws -> TestHost {
        var sources = SourceSet()
        let read = ChannelFile(Array(file.utf8), path: "channels/acme-sms.json", into: &sources)
        let report = DiagnosticReport(sources: sources, diagnostics: read.diagnostics, subjects: [])
        let channel = try #require(read.channel, "\(TextRenderer(isColored: false).render(report))")
        let host = await TestHost.start(
            expo: provider,
            publicURL: publicURL,
            secrets: ["acme": key],
            channelOrigins: .all
        ) { profile in
            profile.declaredChannels = [channel]
            var binding = ChannelBinding(id: "sms", plugin: "acme-sms")
            binding.secrets = ["key": "acme"]
            profile.channels.append(binding)
            var toggle = PreferenceToggle(name: "smsEnabled", isOnByDefault: true)
            toggle.channels = ["sms"]
            profile.toggles = [toggle]
            profile.events[0].channels = ["sms"]
        }
        try await host.store.tenant("shop").put(UserAttributes(phone: "+4790012345"), of: "ada", at: host.clock.now)
        return host
    }

    /// Ships an order, and returns the path at which the provider is to report.
    private static func callbackPath(_ host: TestHost, _ id: String = "1") async throws -> String {
        await host.ship(id)
        await host.settled.wait(for: 1)
        return try path(of: try #require(host.egress.requests.last))
    }

    /// The path at which the provider is to report on a request.
    private static func path(of request: EgressRequest) throws -> String {
        let json = try JSONValue(parsing: request.body)
        #expect(json["to"] == "+4790012345")
        let url = try #require(json["report"]?.string)
        try #require(url.hasPrefix("https://notify.example/v1/shop/callbacks/sms/"))
        return String(url.dropFirst("https://notify.example".count))
    }

    private static func report(
        _ body: String,
        to path: String,
        at host: TestHost,
        key: String = CallbackTests.key,
        age: Int64 = 0,
        signing other: String? = nil
    ) async -> Int {
        let time = String(host.clock.now.epochMilliseconds / 1000 - age)
        let signed = "\(time).https://notify.example\(path).\(other ?? body)"
        let code = SwiftCryptography().hmacSHA256(Array(signed.utf8), key: Array(key.utf8)).hexadecimal
        let headers = [("x-signature", code), ("x-time", time), ("content-type", "application/json")]
        return await host.send("POST", path, headers: headers, body: body).status
    }

    /// What became of the first event's SMS.
    private static func status(_ host: TestHost) async -> String? {
        let trace = await host.send("GET", "/v1/shop/events/1", bearer: TestHost.serviceKey)
        return trace.json["notifications"]?.array?.first?["deliveries"]?.array?.last?["status"]?.string
    }

    /// Why the first event's SMS failed.
    private static func reason(_ host: TestHost) async -> JSONValue? {
        let trace = await host.send("GET", "/v1/shop/events/1", bearer: TestHost.serviceKey)
        return trace.json["notifications"]?.array?.first?["deliveries"]?.array?.last
    }

    @Test func `the reason is what the provider reported, and not how its report came`() async throws {
        let host = try await Self.host()
        let path = try await Self.callbackPath(host)
        #expect(await Self.report(#"{"status": "failed", "error": "full"}"#, to: path, at: host) == 200)
        let delivery = try #require(await Self.reason(host))
        #expect(delivery.text.contains("acme-sms reported `failed`, `full`"), "\(delivery.text)")
        #expect(!delivery.text.contains("200"), "\(delivery.text)")
        await host.stop()
    }

    @Test func `a failure that is reported ends the delivery once, and STOP switches the preference off`() async throws
    {
        let host = try await Self.host()
        let path = try await Self.callbackPath(host)
        #expect(await Self.report(#"{"status": "sent"}"#, to: path, at: host) == 200)
        #expect(await Self.status(host) == "delivered")
        let failed = #"{"status": "failed", "error": "stopped"}"#
        #expect(await Self.report(failed, to: path, at: host) == 200)
        #expect(await Self.status(host) == "failed")
        #expect(await Self.report(#"{"status": "delivered"}"#, to: path, at: host) == 200)
        #expect(await Self.status(host) == "failed")
        let store = host.store
        let preferences = try await store.tenant("shop").preferences(of: "ada")
        #expect(preferences["smsEnabled"] == false)
        await host.stop()
    }

    @Test func `whatever isn't proven is answered as if there were nothing`() async throws {
        let host = try await Self.host()
        let path = try await Self.callbackPath(host)
        let good = #"{"status": "delivered"}"#
        let nothing = await host.send("POST", "/v1/shop/nothing/at/all", body: good)
        func same(_ status: Int) { #expect(status == 404) }
        same(nothing.status)
        // Another key, another body, another time.
        same(await Self.report(good, to: path, at: host, key: "other"))
        same(await Self.report(good, to: path, at: host, signing: #"{"status": "failed"}"#))
        same(await Self.report(good, to: path, at: host, age: 301))
        same(await Self.report(good, to: path, at: host, age: -301))
        // Each other reference of a hundred, and each other key: a comparison that forgets a byte would take some.
        let beginning = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
        let own = try #require(Base64.decode(path.dropFirst(beginning.count)))
        for number in 0..<100 {
            var guess = own
            guess[8 + number % 16] ^= UInt8(1 + number / 16)
            same(await Self.report(good, to: beginning + Base64.encode(guess, .url), at: host))
            same(await Self.report(good, to: path, at: host, key: "other-\(number)"))
        }
        // Another reference, another channel, another tenant: the same answer, word for word.
        let parts = path.split(separator: "/").map(String.init)
        let reference = try #require(parts.last)
        let other = reference.dropLast() + (reference.last == "A" ? "B" : "A")
        for path in [
            "/v1/shop/callbacks/sms/\(other)", "/v1/shop/callbacks/push/\(reference)",
            "/v1/other/callbacks/sms/\(reference)", "/v1/shop/callbacks/sms/x",
        ] {
            same(await Self.report(good, to: path, at: host))
            let answer = await host.send("POST", path, body: good)
            #expect(answer.json["code"] == nothing.json["code"] && answer.json["detail"] == nothing.json["detail"])
        }
        #expect(await Self.report(good, to: path, at: host, age: 299) == 200)
        await host.stop()
    }

    /// A host whose provider reports on a message before it answers.
    private static func host(
        reporting body: String,
        before answer: Result<EgressResponse, EgressFailure>
    ) async throws -> TestHost {
        let known = Mutex<TestHost?>(nil)
        let host = try await host { request in
            guard let host = known.withLock({ $0 }), let path = try? path(of: request) else { return answer }
            #expect(await report(body, to: path, at: host) == 200)
            return answer
        }
        known.withLock { $0 = host }
        return host
    }

    @Test(arguments: [
        (#"{"status": "delivered"}"#, "delivered", ["delivered", "confirmed"]),
        (#"{"status": "failed", "error": "full"}"#, "failed", ["delivered", "failed"]),
    ])
    func `a report that overtakes its own answer isn't lost`(body: String, end: String, story: [String]) async throws {
        let host = try await Self.host(reporting: body, before: .answer(200, #"{"id": "m-7"}"#))
        await host.ship("1")
        await host.settled.wait(for: 1)
        #expect(await Self.status(host) == end)
        let attempts = await Self.reason(host)?["attempts"]?.array ?? []
        #expect(attempts.compactMap { $0["outcome"]?.string } == story, "\(attempts)")
        await host.stop()
    }

    @Test func `what is reported as arrived isn't sent again because its answer was lost`() async throws {
        let host = try await Self.host(reporting: #"{"status": "delivered"}"#, before: .failure(.noAnswer("reset")))
        await host.ship("1")
        await host.settled.wait(for: 1)
        host.clock.advance(by: .seconds(3600))
        #expect(await Self.status(host) == "delivered")
        #expect(host.egress.requests.count == 1)
        await host.stop()
    }

    @Test func `a report comes after a lost answer, and before the next try`() async throws {
        let host = try await Self.host { _ in .failure(.noAnswer("reset")) }
        let path = try await Self.callbackPath(host)
        #expect(await Self.status(host) != "delivered")
        #expect(await Self.report(#"{"status": "failed"}"#, to: path, at: host) == 200)
        #expect(await Self.status(host) != "failed")
        #expect(await Self.report(#"{"status": "delivered"}"#, to: path, at: host) == 200)
        #expect(await Self.status(host) == "delivered")
        host.clock.advance(by: .seconds(3600))
        #expect(await Self.status(host) == "delivered")
        #expect(host.egress.requests.count == 1)
        await host.stop()
    }

    @Test func `a flood of callbacks waits, before anything is looked up`() async throws {
        let host = try await Self.host()
        let path = try await Self.callbackPath(host)
        var statuses: [Int: Int] = [:]
        for _ in 0..<(CallbackLinks.limit + 5) {
            statuses[await Self.report(#"{"status": "sent"}"#, to: path, at: host), default: 0] += 1
        }
        #expect(statuses == [200: CallbackLinks.limit, 429: 5])
        host.clock.advance(by: .seconds(1))
        #expect(await Self.report(#"{"status": "sent"}"#, to: path, at: host) == 200)
        await host.stop()
    }

    @Test func `without a public URL nobody learns where to report`() async throws {
        let host = try await Self.host(publicURL: nil)
        await host.ship("1")
        await host.settled.wait(for: 1)
        let request = try #require(host.egress.requests.last)
        #expect(try JSONValue(parsing: request.body)["report"] == nil)
        await host.stop()
    }
}
