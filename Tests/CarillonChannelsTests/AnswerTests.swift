import CarillonChannels
import CarillonModel
import CarillonPluginKit
import Testing

/// What a file makes of answers: every one ends in an outcome.
struct AnswerTests {
    private let channel: DeclaredChannel
    private let message: OutgoingMessage

    init() throws {
        channel = try Acme.channel()
        message = try Acme.message { $0.slots["body"] = "Secret-Words" }
    }

    private func read(
        _ status: Int,
        _ body: String = "",
        headers: [EgressRequest.Header] = []
    ) -> ReadVerdict {
        channel.verdict(
            of: EgressResponse(status: status, headers: headers, body: Array(body.utf8)),
            to: message,
            secrets: [Secret("key-12345")],
            at: DeclaredChannel.sampleTime
        )
    }

    @Test(arguments: [
        (200, #"{"code": "X"}"#, AnswerTable.Verdict.uncertain), (204, "", .uncertain),
        (504, #"{"code": "X"}"#, .uncertain),
        (504, "<html>", .uncertain), (200, "<html>", .uncertain),
        (401, #"{"code": "X"}"#, .misconfigured), (403, "<html>", .misconfigured),
        (429, #"{"code": "X"}"#, .deferred), (408, "", .deferred), (425, "", .deferred), (500, "", .deferred),
        (503, #"{"code": "X"}"#, .deferred), (302, "", .deferred), (100, "", .deferred),
        (413, #"{"code": "X"}"#, .tooLarge), (413, "<html>", .deferred),
        (400, #"{"code": "X"}"#, .refused), (404, #"{"code": "X"}"#, .refused), (404, "<html>", .deferred),
        (400, "{}", .deferred),
    ])
    func `without a rule the status decides, by whether the provider itself speaks`(
        status: Int,
        body: String,
        verdict: AnswerTable.Verdict
    ) {
        let read = read(status, body)
        #expect(read.verdict == verdict)
        #expect(read.rule == nil)
    }

    @Test(arguments: [
        (#"{"codes": [{"n": 7}]}"#, true), (#"{"codes": [{"n": 7.0}]}"#, true), (#"{"codes": [{"n": "8"}]}"#, true),
        (#"{"codes": [{"n": "7"}]}"#, false), (#"{"codes": [{"n": 8}]}"#, false), (#"{"codes": {"n": 7}}"#, false),
        (#"{"codes": [[{"n": 7}]]}"#, false),
    ])
    func `literals have their types, and a star means any element`(body: String, isGone: Bool) {
        #expect((read(400, body).verdict == .gone) == isGone)
    }

    @Test func `a text is compared without space around it, and JSON is no text`() {
        #expect(read(500, "busy\n").rule == 2)
        #expect(read(500, "\"busy\"").rule == nil)
        #expect(read(500, "busybody").rule == nil)
    }

    @Test func `a receipt is what the provider calls the message`() {
        #expect(read(200, #"{"id": "m-1"}"#).outcome == .accepted(ReceiptID("m-1")))
        #expect(read(200, #"{"id": 12}"#).outcome == .accepted(ReceiptID("12")))
        #expect(read(200, #"{"id": "\#(String(repeating: "x", count: 300))"}"#).outcome == .accepted(nil))
    }

    @Test(arguments: [
        ("NoCredit", "NoCredit"), ("21211", "21211"), ("mj-0001", "mj-0001"), ("4790012345", "HTTP400"),
        ("Secret-Words", "HTTP400"), ("key-12345", "HTTP400"), ("two words", "HTTP400"), ("1234567890", "HTTP400"),
        ("", "HTTP400"),
    ])
    func `a code has the form of one, and repeats nothing that was sent`(code: String, expected: String) throws {
        let outcome = read(400, #"{"code": "\#(code)", "words": "about Secret-Words and key-12345"}"#).outcome
        let reason = try #require(outcome.reason)
        #expect(reason.code == expected)
        #expect(!reason.description.contains("Secret-Words") && !reason.description.contains("key-12345"))
    }

    @Test(arguments: [
        (#"{"code": "B", "wait": 1500}"#, Duration.milliseconds(1500) as Duration?),
        (#"{"code": "B", "wait": "250"}"#, .milliseconds(250)),
        (#"{"code": "B", "wait": -1}"#, .seconds(7)), (#"{"code": "B", "wait": "soon"}"#, .seconds(7)),
        (#"{"code": "B"}"#, .seconds(7)),
        (#"{"code": "B", "wait": 1e300}"#, .seconds(86400)),
    ])
    func `the wait is where the file says, or in Retry-After, and a day at most`(body: String, wait: Duration?) {
        guard case .deferred(_, let after) = read(429, body, headers: [.init("Retry-After", "7")]).outcome else {
            Issue.record("not deferred")
            return
        }
        #expect(after == wait)
    }

    @Test func `an answer of any form ends in an outcome, and accepts nothing`() {
        let bodies = [
            "", "[]", "null", "{\"id\":", String(repeating: "[", count: 5000),
            "{\"codes\": \(String(repeating: "[", count: 40))",
        ]
        for body in bodies {
            for status in 100...599 {
                if case .accepted = read(status, body).outcome { Issue.record("\(status) \(body.prefix(20))") }
            }
        }
    }
}
