import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonSandbox
import CarillonTesting
import Foundation
import Testing

/// The stand-ins of channel files: as strict as the file's `wire`, and answering with its samples.
struct DeclaredProviderTests {
    static let names = ProviderFiles.names

    private static func channel(_ name: String) throws -> DeclaredChannel {
        var sources = SourceSet()
        let channel = try #require(try ProviderFiles.read(name, into: &sources).channel)
        return channel.bound(to: channel.samples.requests.first)
    }

    private static func sandbox(_ names: [String]) throws -> Sandbox {
        let clock = SteppedClock()
        let sandbox = Sandbox { clock.now }
        sandbox.play(try names.map { try channel($0) }, of: "shop")
        return sandbox
    }

    private static func deliver(
        _ name: String,
        to sandbox: Sandbox,
        change: (inout OutgoingMessage) -> Void = { _ in }
    ) async throws -> DeliveryOutcome {
        let channel = try channel(name)
        let sample = try #require(channel.samples.requests.first)
        let settings = channel.settings(of: sample)
        let instance = try channel.make(settings: settings, host: .testing(egress: SandboxEgress(sandbox)))
        var message = channel.message(of: sample)
        change(&message)
        return try #require(await instance.deliver([message]).first)
    }

    @Test(arguments: names) func `what a file sends is what its stand-in takes, and lists under the address`(
        name: String
    ) async throws {
        let sandbox = try Self.sandbox(Self.names)
        guard case .accepted = try await Self.deliver(name, to: sandbox) else {
            Issue.record("\(await sandbox.get("/sandbox/messages").text)")
            return
        }
        let address = try Self.channel(name).address
        let list = await sandbox.get("/sandbox/messages")
        let message = try #require(list["messages"]?.array?.first)
        #expect(message["provider"]?.string == name)
        #expect(message["token"]?.string == address.samples.first.map { address.canonical($0) } ?? "")
        #expect(message["outcome"] == "ok")
        #expect(list["providers"]?[name]?.integer == 1)
    }

    @Test(arguments: names) func `each sample of an answer can be ordered by name, and means what it is said to`(
        name: String
    ) async throws {
        let channel = try Self.channel(name)
        for sample in channel.samples.answers where sample.verdict != .accepted {
            let sandbox = try Self.sandbox([name])
            await sandbox.script(#"{"provider": "\#(name)", "error": "\#(sample.name)"}"#)
            let outcome = try await Self.deliver(name, to: sandbox)
            #expect(outcome.verdict == sample.verdict, "\(sample.name): \(outcome)")
            let listed = await sandbox.get("/sandbox/messages")["messages"]?.array?.first
            #expect(listed?["outcome"]?.string == sample.name)
        }
    }

    @Test func `a request with several messages is answered for each, as scripts order it`() async throws {
        let channel = try #require(try ProviderFiles.read(at: ProviderFiles.batch).channel)
        let clock = SteppedClock()
        let sandbox = Sandbox { clock.now }
        sandbox.play([channel], of: "shop")
        func verdicts() async throws -> [AnswerTable.Verdict] {
            let settings = channel.settings(of: nil)
            let instance = try channel.make(settings: settings, host: .testing(egress: SandboxEgress(sandbox)))
            let messages = ["one", "two", "three"].map { name in
                var message = channel.smallestMessage
                message.address = "ExponentPushToken[\(name)]"
                return message
            }
            return await instance.deliver(messages).map(\.verdict)
        }
        let second = "ExponentPushToken[two]"
        await sandbox.script(#"{"provider": "expo-data", "token": "\#(second)", "error": "DeviceNotRegistered"}"#)
        #expect(try await verdicts() == [.accepted, .gone, .accepted])
        let listed = await sandbox.get("/sandbox/messages")["messages"]?.array ?? []
        #expect(Set(listed.compactMap { $0["token"]?.string }).count == 3)
        let refused = listed.filter { $0["outcome"] == "DeviceNotRegistered" }
        #expect(refused.map { $0["token"]?.string } == [second])
        await sandbox.script(#"{"provider": "expo-data", "error": "TooMany", "times": 1}"#)
        #expect(try await verdicts() == [.deferred, .deferred, .deferred])
    }

    @Test func `it tells what became of a message, to whom it knows`() async throws {
        let sandbox = try Self.sandbox(["twilio-sms"])
        guard case .accepted(let receipt?) = try await Self.deliver("twilio-sms", to: sandbox) else {
            Issue.record("nothing was accepted")
            return
        }
        let channel = try Self.channel("twilio-sms")
        let settings = channel.settings(of: nil)
        let instance = try channel.make(settings: settings, host: .testing(egress: SandboxEgress(sandbox)))
        let source = try #require(instance as? any ReceiptSource)
        let answer = await source.receipts(for: [AcceptedMessage(receipt, to: "+4790012345")])
        #expect(answer == .outcomes([receipt: .accepted(nil)]))
        // Without credentials, and for what no receipt can be.
        let question = try #require(
            try channel.question(
                about: AcceptedMessage(receipt, to: "+4790012345"),
                settings: settings,
                at: DeclaredChannel.sampleTime
            )
        )
        var stranger = question
        stranger.headers = []
        #expect(try await SandboxEgress(sandbox).send(stranger).status == 401)
        var other = question
        other.url = question.url.replacing(receipt.rawValue, with: "PN1")
        #expect(try await SandboxEgress(sandbox).send(other).status >= 400)
    }

    @Test func `each acceptance has a receipt of its own, in the form of the sample's`() async throws {
        let sandbox = try Self.sandbox(["twilio-sms"])
        var receipts: Set<String> = []
        for _ in 0..<12 {
            guard case .accepted(let receipt?) = try await Self.deliver("twilio-sms", to: sandbox) else { continue }
            receipts.insert(receipt.description)
        }
        #expect(receipts.count == 12)
        #expect(receipts.contains("SM00000000000000000000000000000012"))
    }

    // MARK: strictness

    private static let path = "/2010-04-01/Accounts/AC00000000000000000000000000000001/Messages.json"
    private static let form = "application/x-www-form-urlencoded"

    private struct Refused: Sendable, CustomStringConvertible {
        let description: String
        var path = DeclaredProviderTests.path
        var body = "To=%2B4790012345&From=Shop&Body=Hello"
        var type = form
        var isSignedIn = true
        let status: Int
        let code: Int64
        let reason: String
    }

    private static let refused = [
        Refused(
            description: "without a name and a password",
            isSignedIn: false,
            status: 401,
            code: 20003,
            reason: "the request isn't signed in by basic"
        ),
        Refused(
            description: "with a field that the provider doesn't know",
            body: "To=%2B4790012345&From=Shop&Body=Hello&Text=Hello",
            status: 400,
            code: 21610,
            reason: "the form has `Text`, which the provider doesn't know"
        ),
        Refused(
            description: "without a field that must be there",
            body: "To=%2B4790012345&From=Shop",
            status: 400,
            code: 21610,
            reason: "the form lacks `Body`"
        ),
        Refused(
            description: "with a number of another form",
            body: "To=90012345&From=Shop&Body=Hello",
            status: 400,
            code: 21610,
            reason: #"`To` isn't `\+[1-9][0-9]{6,14}`"#
        ),
        Refused(
            description: "with a text where a number belongs",
            body: "To=%2B4790012345&From=Shop&Body=Hello&ValidityPeriod=soon",
            status: 400,
            code: 21610,
            reason: "`ValidityPeriod` is a string, not a integer"
        ),
        Refused(
            description: "with more than the provider takes",
            body: "To=%2B4790012345&From=Shop&Body=" + String(repeating: "a", count: 1601),
            status: 400,
            code: 21617,
            reason: "`Body` has 1601 chars, more than 1600"
        ),
        Refused(
            description: "as JSON",
            type: "application/json",
            status: 400,
            code: 21610,
            reason: "the content type isn't application/x-www-form-urlencoded"
        ),
    ]

    @Test(arguments: refused) private func `a request that isn't as the file says is answered as the file documents`(
        refused: Refused
    ) async throws {
        let sandbox = try Self.sandbox(["twilio-sms"])
        let headers = refused.isSignedIn ? [SandboxRequest.Header("Authorization", "Basic QUM6eA==")] : []
        let answer = await sandbox.post(refused.path, refused.body, type: refused.type, headers: headers)
        #expect(answer.status == refused.status)
        #expect(answer.json["code"]?.integer == refused.code)
        let list = await sandbox.get("/sandbox/messages")
        #expect(list["total"] == 0)
        let refusal = try #require(list["refused"]?["last"]?.array?.first)
        #expect(refusal["provider"] == "twilio-sms")
        #expect(refusal["reason"]?.string?.contains(refused.reason) == true, "\(refusal)")
    }

    @Test func `another path of the provider's host is no message`() async throws {
        let sandbox = try Self.sandbox(["twilio-sms"])
        let answer = await sandbox.respond(
            to: SandboxRequest(
                method: "POST",
                host: "api.twilio.com",
                path: "/2010-04-01/Messages.json",
                headers: [.init("Authorization", "Basic QUM6eA=="), .init("Content-Type", Self.form)],
                body: Array("To=%2B4790012345&From=Shop&Body=Hello".utf8)
            )
        )
        #expect(answer.status == 400)
        #expect(await sandbox.get("/sandbox/messages")["refused"]?["total"] == 1)
    }

    // MARK: faults

    @Test(arguments: [
        (#"{"provider": "slack-bot", "status": 429, "retryAfter": 7}"#, AnswerTable.Verdict.deferred),
        (#"{"provider": "slack-bot", "status": 503}"#, .deferred),
        (#"{"provider": "slack-bot", "status": 502, "body": "<html>Bad gateway</html>"}"#, .deferred),
        (#"{"provider": "slack-bot", "status": 200, "body": "<html>Sign in to the network</html>"}"#, .uncertain),
        (#"{"provider": "slack-bot", "status": 404, "body": "<html>Not found</html>"}"#, .deferred),
        (#"{"provider": "slack-bot", "drop": "before"}"#, .uncertain),
        (#"{"provider": "slack-bot", "drop": "after"}"#, .uncertain),
        (#"{"provider": "slack-bot", "delay": 50}"#, .accepted),
        (#"{"provider": "slack-bot", "token": "C0123456789", "error": "Archived"}"#, .gone),
        (#"{"provider": "slack-bot", "token": "C9*", "error": "Archived"}"#, .accepted),
        (#"{"provider": "telegram", "error": "Blocked"}"#, .accepted),
    ]) func `a script makes it fail as the others do`(rule: String, verdict: AnswerTable.Verdict) async throws {
        let sandbox = try Self.sandbox(["slack-bot", "telegram"])
        await sandbox.script(rule)
        let outcome = try await Self.deliver("slack-bot", to: sandbox)
        #expect(outcome.verdict == verdict, "\(outcome)")
        if rule.contains("retryAfter"), case .deferred(_, let wait) = outcome { #expect(wait == .seconds(7)) }
    }

    @Test(arguments: [
        (
            #"{"provider": "slack-bot", "error": "Unregistered"}"#,
            "slack-bot has no error “Unregistered”; there are Busy"
        ),
        (#"{"provider": "telegraph", "status": 500}"#, "provider is one of expo, fcm"),
        (#"{"error": "Archive"}"#, "no provider has the error “Archive”"),
        (#"{"provider": "slack-bot", "error": "Archived", "at": "receipt"}"#, "only expo has"),
    ]) func `a rule that could never apply is refused`(rule: String, message: String) async throws {
        let sandbox = try Self.sandbox(["slack-bot"])
        let answer = await sandbox.post("/sandbox/script", rule)
        #expect(answer.status == 400)
        #expect(answer.json["error"]?.string?.contains(message) == true, "\(answer.text)")
    }

    @Test func `files that are given later take the place of the owner's earlier ones`() async throws {
        let sandbox = try Self.sandbox(["slack-bot"])
        sandbox.play([try Self.channel("telegram")], of: "shop")
        guard case .accepted = try await Self.deliver("telegram", to: sandbox) else {
            Issue.record("telegram isn't played")
            return
        }
        let slack = await sandbox.post("/api/chat.postMessage", "{}")
        #expect(slack.status == 404)
        #expect(await sandbox.get("/sandbox/messages", query: "provider=slack-bot")["error"] != nil)
    }
}

extension DeliveryOutcome {
    fileprivate var verdict: AnswerTable.Verdict {
        switch self {
        case .accepted: .accepted
        case .deferred: .deferred
        case .refused: .refused
        case .tooLarge: .tooLarge
        case .gone: .gone
        case .misconfigured: .misconfigured
        case .uncertain: .uncertain
        }
    }
}
