import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

/// What became of a message, from a provider that has to be asked.
struct ReceiptPollTests {
    private static let receipt = "SM00000000000000000000000000000007"
    private static let message = AcceptedMessage(ReceiptID(receipt), to: "+4790012345")

    /// What Twilio is asked, and what is made of its answer.
    private static func ask(
        _ answers: [Result<EgressResponse, EgressFailure>],
        about messages: [AcceptedMessage] = [message]
    ) async throws -> (answer: ReceiptAnswer, requests: [EgressRequest]) {
        let channel = try ProviderPackTests.channel("twilio-sms")
        let egress = ScriptedEgress(answers)
        let instance = try channel.make(settings: channel.settings(of: nil), host: .testing(egress: egress))
        let source = try #require(instance as? any ReceiptSource)
        return (await source.receipts(for: messages), egress.requests)
    }

    private static func status(_ status: String, code: String = "null") -> Result<EgressResponse, EgressFailure> {
        .answer(200, #"{"sid": "\#(receipt)", "status": "\#(status)", "error_code": \#(code)}"#)
    }

    @Test func `it is asked with the message's credentials, for what it called the message`() async throws {
        let (answer, requests) = try await Self.ask([Self.status("delivered")])
        #expect(answer == .outcomes([ReceiptID(Self.receipt): .accepted(nil)]))
        let request = try #require(requests.first)
        #expect(requests.count == 1 && request.method == .get && request.body.isEmpty)
        #expect(request.url.hasPrefix("https://api.twilio.com/2010-04-01/Accounts/AC0000"))
        #expect(request.url.hasSuffix("/Messages/\(Self.receipt).json"))
        #expect(request.headers.contains { $0.name == "Authorization" && $0.value.hasPrefix("Basic ") })
    }

    @Test func `a failure has the provider's code, and nothing of the status of the answer`() async throws {
        guard case .outcomes(let outcomes) = try await Self.ask([Self.status("undelivered", code: "30005")]).answer,
            case .refused(let reason)? = outcomes[ReceiptID(Self.receipt)]
        else {
            Issue.record("no failure")
            return
        }
        #expect(reason.code == "30005" && reason.message == "twilio-sms reported `undelivered`, `30005`")
    }

    @Test(arguments: [status("queued"), status("sent"), .answer(200, "<html>"), .answer(404, "{}"), .answer(302)])
    func `what says nothing of an end ends nothing`(answer: Result<EgressResponse, EgressFailure>) async throws {
        #expect(try await Self.ask([answer]).answer == .outcomes([:]))
    }

    @Test func `a question that fails is asked again, and credentials that do not hold pause the channel`() async throws
    {
        guard case .misconfigured = try await Self.ask([.answer(401, #"{"code": 20003}"#)]).answer else {
            Issue.record("401 is no reason to pause")
            return
        }
        let busy = try await Self.ask([.answer(429, headers: [.init("Retry-After", "70")])]).answer
        guard case .deferred(_, after: .seconds(70)) = busy else {
            Issue.record("\(busy)")
            return
        }
        guard case .deferred = try await Self.ask([.failure(.noAnswer("it broke"))]).answer else {
            Issue.record("a question may be asked twice")
            return
        }
    }

    @Test func `of several, those that are known are told, and the others are asked for again`() async throws {
        let others = ["SM00000000000000000000000000000008", "SM00000000000000000000000000000009"]
        let messages = [Self.message] + others.map { AcceptedMessage(ReceiptID($0), to: "+4790012345") }
        let channel = try ProviderPackTests.channel("twilio-sms")
        let egress = ScriptedEgress { request in
            if request.url.contains(others[0]) { return Self.status("sent") }
            return request.url.contains(others[1]) ? .answer(503) : Self.status("delivered")
        }
        let instance = try channel.make(settings: channel.settings(of: nil), host: .testing(egress: egress))
        let source = try #require(instance as? any ReceiptSource)
        #expect(await source.receipts(for: messages) == .outcomes([ReceiptID(Self.receipt): .accepted(nil)]))
        #expect(egress.requests.count == 3)
    }

    @Test(arguments: ["..", ".", ""]) func `a receipt that is no step of a path isn't asked for`(
        receipt: String
    ) async throws {
        let (answer, requests) = try await Self.ask([], about: [AcceptedMessage(ReceiptID(receipt), to: "+4790012345")])
        #expect(answer == .outcomes([:]) && requests.isEmpty)
    }

    // MARK: the file

    private static func faults(receipts: String, samples: String, url: String = "messages") -> [String] {
        let file = """
            {
              "channel": "acme", "format": 1, "summary": "Acme", "checked": "2026-11-20",
              "sources": ["https://docs.acme.example/"],
              "origins": ["https://api.acme.example"],
              "address": { "from": "device", "shape": "a number", "pattern": "[0-9]{3,15}", "samples": ["4790012345"], "wrong": ["1"] },
              "slots": { "body": { "required": true, "description": "What it says" } },
              "request": { "method": "POST", "url": "https://api.acme.example/\(url)", "json": { "to": "{address}", "text": "{slot.body}" } },
              "answer": { "own": "/error", "rules": [
                { "status": 200, "json": { "/id": { "present": true } }, "then": "accepted", "receipt": "/id" } ] },
              "receipts": \(receipts),
              "wire": { "method": "POST", "path": "/messages", "json": { "/to": { "required": true }, "/text": { "required": true } } },
              "samples": {
                "requests": { "plain": { "slots": { "body": "Hello" }, "golden": { "to": "4790012345", "text": "Hello" } } },
                "answers": { "ok": { "status": 200, "body": { "id": "m-1" }, "is": "accepted" } },
                "polls": \(samples) }
            }
            """
        var sources = SourceSet()
        return ChannelFile(Array(file.utf8), path: "channels/acme.json", into: &sources).diagnostics.map(\.code.number)
    }

    private static func poll(
        url: String = "messages/{receipt}",
        after: String = "1h",
        path: String = "/messages/[a-z0-9-]+"
    ) -> String {
        """
        { "within": "4h", "poll": { "after": "\(after)", "request": { "method": "GET", "url": "https://api.acme.example/\(url)" },
          "wire": { "method": "GET", "path": "\(path)" },
          "rules": [ { "json": { "/status": "done" }, "then": "accepted" } ] } }
        """
    }

    private static let samples = #"{ "done": { "status": 200, "body": { "status": "done" }, "is": "accepted" } }"#

    @Test func `a file that asks is proven`() {
        #expect(Self.faults(receipts: Self.poll(), samples: Self.samples) == [])
    }

    @Test(arguments: [
        (poll(url: "messages/{address}"), samples, ["T0736"]),
        (poll(url: "messages/{slot.body}"), samples, ["T0713"]),
        (poll(url: "messages/{notification.id}"), samples, ["T0713"]),
        (poll(path: "/reports/.+"), samples, ["T0720"]),
        (poll(after: "5h"), samples, ["T0736"]),
        (poll(), "{}", ["T0728"]),
        (poll(), samples.replacing("accepted", with: "refused"), ["T0729"]),
        (#"{ "within": "4h" }"#, "{}", ["T0736"]),
    ]) func `what contradicts itself is reported`(receipts: String, samples: String, codes: [String]) {
        #expect(Self.faults(receipts: receipts, samples: samples) == codes)
    }

    @Test func `no request that hands a message over can name its receipt`() {
        #expect(Self.faults(receipts: Self.poll(), samples: Self.samples, url: "messages/{receipt}").contains("T0713"))
    }
}
