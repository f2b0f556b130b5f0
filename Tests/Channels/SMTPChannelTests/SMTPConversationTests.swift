import CarillonModel
import CarillonPluginKit
import CarillonTesting
import SMTPChannel
import Synchronization
import Testing

/// A relay that says what it is told to say, one entry for each thing it hears; nil ends the connection.
private final class ScriptedRelay: ByteStreams, ByteStream {
    private struct State {
        var answers: [String?]
        var output: [UInt8] = []
        var heard: [String] = []
        var isAtEnd = false
    }

    private let state: Mutex<State>

    init(_ greeting: String?, _ answers: [String?]) {
        state = Mutex(
            State(answers: answers.reversed(), output: Array((greeting ?? "").utf8), isAtEnd: greeting == nil)
        )
    }

    var heard: [String] { state.withLock { $0.heard } }

    func open(host: String, port: Int, security: StreamSecurity) async throws(EgressFailure) -> any ByteStream { self }

    func read() async throws(EgressFailure) -> [UInt8] {
        state.withLock { state in
            defer { state.output = [] }
            return state.output
        }
    }

    func write(_ bytes: [UInt8]) async throws(EgressFailure) {
        state.withLock { state in
            state.heard.append(String(decoding: bytes, as: UTF8.self))
            guard let answer = state.answers.popLast() else { return }
            state.output += Array((answer ?? "").utf8)
        }
    }

    func upgradeToTLS(host: String) async throws(EgressFailure) {
        state.withLock { $0.heard.append("TLS \(host)") }
    }

    func close() async {}
}

private let hello = "250-relay\r\n250-SIZE 1000000\r\n250 AUTH PLAIN LOGIN\r\n"
private let ok = "250 2.0.0 OK\r\n"

private func message(_ number: Int64 = 1, to address: String = "ana@example.net") -> OutgoingMessage {
    var message = OutgoingMessage.testing(to: address, delivery: number)
    message.slots = ["email.subject": "Door opened", "email.text": "Front door opened."]
    return message
}

private func outcomes(
    _ relay: ScriptedRelay,
    security: String = "none",
    _ batch: [OutgoingMessage] = [message()]
) async throws -> [String] {
    try await answers(relay, security: security, batch).map(summary)
}

private func answers(
    _ relay: ScriptedRelay,
    security: String = "none",
    _ batch: [OutgoingMessage] = [message()]
) async throws -> [DeliveryOutcome] {
    var values: [String: JSONValue] = [
        "host": "relay.acme.example", "port": 25, "security": .string(security), "from": "Acme <alerts@acme.example>",
    ]
    var secrets: [String: Secret] = [:]
    if security != "none" {
        values["username"] = "carillon"
        secrets["password"] = Secret("sesame")
    }
    let channel = try SMTPMail(
        settings: ChannelSettings(values: values, secrets: secrets),
        host: .testing(streams: relay)
    )
    return await channel.deliver(batch)
}

private func summary(_ outcome: DeliveryOutcome) -> String {
    switch outcome {
    case .accepted: "accepted"
    case .deferred(let reason, _): "deferred \(reason.code)"
    case .refused(let reason): "refused \(reason.code)"
    case .tooLarge: "too large"
    case .gone(let reason, _): "gone \(reason.code)"
    case .misconfigured(let reason): "misconfigured \(reason.code)"
    case .uncertain(let reason): "uncertain \(reason.code)"
    }
}

@Test func `the conversation is the one the RFCs have`() async throws {
    let relay = ScriptedRelay(
        "220 relay\r\n",
        ["250-relay\r\n250 STARTTLS\r\n", "220 go\r\n", hello, "235 ok\r\n", ok, ok, "354 go\r\n", ok, "221 bye\r\n"]
    )
    #expect(try await outcomes(relay, security: "starttls") == ["accepted"])
    let heard = relay.heard.map { $0.prefix { $0 != "\r\n" } }
    let size = relay.heard[8].utf8.count - 3
    #expect(
        heard[..<8] == [
            "EHLO acme.example", "STARTTLS", "TLS relay.acme.example", "EHLO acme.example",
            "AUTH PLAIN AGNhcmlsbG9uAHNlc2FtZQ==", "MAIL FROM:<alerts@acme.example> SIZE=\(size)",
            "RCPT TO:<ana@example.net>",
            "DATA",
        ]
    )
    #expect(heard.last == "QUIT")
}

@Test func `LOGIN is used where PLAIN isn't offered`() async throws {
    let offer = "250-relay\r\n250 AUTH LOGIN\r\n"
    let relay = ScriptedRelay(
        "220 relay\r\n",
        [offer, "334 VXNlcm5hbWU6\r\n", "334 UGFzc3dvcmQ6\r\n", "235 ok\r\n", ok, ok, "354 go\r\n", ok]
    )
    #expect(try await outcomes(relay, security: "tls") == ["accepted"])
    #expect(relay.heard[1..<4] == ["AUTH LOGIN\r\n", "Y2FyaWxsb24=\r\n", "c2VzYW1l\r\n"])
}

@Test func `without an offer of STARTTLS nothing is sent in the clear`() async throws {
    let relay = ScriptedRelay("220 relay\r\n", [hello])
    #expect(try await outcomes(relay, security: "starttls") == ["misconfigured NoSTARTTLS"])
    #expect(!relay.heard.contains { $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
}

@Test func `words slipped in before TLS end the conversation`() async throws {
    let relay = ScriptedRelay("220 relay\r\n", ["250 STARTTLS\r\n", "220 go\r\n250 AUTH PLAIN\r\n"])
    // The greeting's single line is no capability: the relay names itself there.
    let two = ScriptedRelay("220 relay\r\n", ["250-relay\r\n250 STARTTLS\r\n", "220 go\r\n250 AUTH PLAIN\r\n"])
    #expect(try await outcomes(relay, security: "starttls") == ["misconfigured NoSTARTTLS"])
    #expect(try await outcomes(two, security: "starttls") == ["deferred NoSMTP"])
    #expect(!two.heard.contains { $0.hasPrefix("TLS") })
}

@Test(
    arguments: [
        ("535 5.7.8 no\r\n", "misconfigured SMTP535"), ("454 4.7.0 later\r\n", "deferred SMTP454"),
        (nil, "deferred NotSent"),
    ] as [(String?, String)]
)
func `a log-in that fails is the tenant's or the moment's fault, not the recipient's`(
    answer: String?,
    expected: String
) async throws {
    let relay = ScriptedRelay("220 relay\r\n", [hello, answer])
    #expect(try await outcomes(relay, security: "tls", [message(1), message(2)]) == [expected, expected])
}

@Test(arguments: [
    ("450 4.2.1 later\r\n", "deferred SMTP450"), ("550 5.7.1 no relay\r\n", "misconfigured SMTP550"),
    ("530 5.7.0 log in\r\n", "misconfigured SMTP530"), ("552 5.3.4 too big\r\n", "refused SMTP552"),
])
func `a refusal of the sender has its outcome`(answer: String, expected: String) async throws {
    #expect(try await outcomes(ScriptedRelay("220 relay\r\n", [hello, answer, ok])) == [expected])
}

@Test(arguments: [
    ("550 5.1.1 user unknown\r\n", "gone SMTP550"), ("550 no such user\r\n", "gone SMTP550"),
    ("551 moved\r\n", "gone SMTP551"),
    ("553 5.1.3 bad address\r\n", "gone SMTP553"), ("550 5.7.1 relaying denied\r\n", "refused SMTP550"),
    ("550 5.2.1 disabled\r\n", "refused SMTP550"), ("554 no\r\n", "refused SMTP554"),
    ("450 4.2.0 greylisted\r\n", "deferred SMTP450"),
    ("452 full\r\n", "deferred SMTP452"), ("530 5.7.0 log in\r\n", "misconfigured SMTP530"),
])
func `a refusal of the recipient has its outcome`(answer: String, expected: String) async throws {
    #expect(try await outcomes(ScriptedRelay("220 relay\r\n", [hello, ok, answer, ok])) == [expected])
}

@Test(
    arguments: [
        ("451 4.3.0 later\r\n", "deferred SMTP451"), ("552 too big\r\n", "refused SMTP552"),
        ("554 5.7.1 spam\r\n", "refused SMTP554"),
        ("550 5.1.1 content\r\n", "refused SMTP550"), (nil, "uncertain NoAnswer"),
    ] as [(String?, String)]
)
func `a refusal of the text has its outcome, and no address dies of it`(answer: String?, expected: String) async throws
{
    #expect(
        try await outcomes(ScriptedRelay("220 relay\r\n", [hello, ok, ok, "354 go\r\n", answer, ok])) == [expected]
    )
}

@Test func `what the relay says itself is reported, in one line, without the addresses it repeats`() async throws {
    let answer =
        "550-5.7.1 <guest@example.net>: we take no mail\r\n550 5.7.1 from you\u{7},\u{202E} see http://x.example/why\r\n"
    let relay = ScriptedRelay("220 relay\r\n", [hello, ok, answer, ok])
    #expect(
        try await answers(relay).first?.reason?.message
            == "the relay answered 5.7.1 to RCPT: … we take no mail from you, see http://x.example/why"
    )
    let long = ScriptedRelay("220 relay\r\n", [hello, ok, "550 5.7.1 \(String(repeating: "no", count: 400))\r\n", ok])
    #expect(try await answers(long).first?.reason?.message.count == "the relay answered 5.7.1 to RCPT: ".count + 201)
}

@Test func `after a refusal the next message goes over the same connection`() async throws {
    let relay = ScriptedRelay(
        "220 relay\r\n",
        [hello, ok, "550 5.1.1 unknown\r\n", ok, ok, ok, "354 go\r\n", ok, "221 bye\r\n"]
    )
    let batch = [message(1, to: "gone@example.net"), message(2, to: "not an address"), message(3)]
    #expect(try await outcomes(relay, batch) == ["gone SMTP550", "refused MalformedAddress", "accepted"])
    #expect(relay.heard.count { $0.hasPrefix("EHLO") } == 1 && relay.heard.contains("RSET\r\n"))
}

@Test func `421 and a broken connection put off the rest of the batch`() async throws {
    let closing = ScriptedRelay("220 relay\r\n", [hello, ok, "421 4.3.2 closing\r\n"])
    #expect(try await outcomes(closing, [message(1), message(2)]) == ["deferred SMTP421", "deferred SMTP421"])
    let broken = ScriptedRelay("220 relay\r\n", [hello, ok, ok, "354 go\r\n", nil])
    #expect(try await outcomes(broken, [message(1), message(2)]) == ["uncertain NoAnswer", "deferred NotSent"])
}

@Test(arguments: [nil, "554 no service\r\n", "HTTP/1.1 400 Bad Request\r\n", "\u{0}\r\n", "22\r\n"] as [String?])
func `what doesn't greet as a relay takes no message`(greeting: String?) async throws {
    let outcome = try await outcomes(ScriptedRelay(greeting, []))
    #expect(outcome.first?.hasPrefix("deferred") == true || outcome.first == "misconfigured SMTP554")
}

@Test func `a domain beyond ASCII needs nothing of the relay`() async throws {
    let relay = ScriptedRelay("220 relay\r\n", [hello, ok, ok, "354 go\r\n", ok])
    #expect(try await outcomes(relay, [message(1, to: "x@bücher.example")]) == ["accepted"])
    #expect(relay.heard.contains("RCPT TO:<x@xn--bcher-kva.example>\r\n"))
    #expect(relay.heard.contains { $0.contains("\r\nTo: x@xn--bcher-kva.example\r\n") })
}

@Test func `an address beyond ASCII needs a relay that takes it`() async throws {
    let international = "250-relay\r\n250 SMTPUTF8\r\n"
    let relay = ScriptedRelay("220 relay\r\n", [international, ok, ok, "354 go\r\n", ok])
    #expect(try await outcomes(relay, [message(1, to: "søren@eksempel.example")]) == ["accepted"])
    #expect(relay.heard.contains("MAIL FROM:<alerts@acme.example> SMTPUTF8\r\n"))
    let other = ScriptedRelay("220 relay\r\n", [hello, ok])
    #expect(try await outcomes(other, [message(1, to: "søren@eksempel.example")]) == ["refused NoSMTPUTF8"])
}
