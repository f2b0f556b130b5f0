import CarillonChannels
import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Testing

/// What a file makes of a message.
struct RequestTests {
    private func text(_ template: String, _ change: (inout OutgoingMessage) -> Void = { _ in }) throws -> JSONValue? {
        let channel = try Acme.channel(template)
        let settings = channel.settings(of: nil)
        let request = try channel.request(for: Acme.message(change), settings: settings, at: DeclaredChannel.sampleTime)
        return try JSONValue(parsing: request.body)["text"]
    }

    private static let templates: [(String, JSONValue?)] = [
        (#""{slot.body}""#, "Hello"),
        (#""{{{slot.body}}}""#, "{Hello}"),
        (#""{delivery.id}""#, 1),
        (#""no {delivery.id|text}""#, "no 1"),
        (#""{address|number}""#, 4_790_012_345),
        (#""{badge?}""#, nil),
        (#""{badge?} new""#, nil),
        (#""{created.epoch|clamp:1:10}""#, 10),
        (#""{slot.body|truncate:3}""#, "He…"),
        (#""{slot.body|lower}""#, "hello"),
        (#""{slot.body|base64}""#, "SGVsbG8="),
        (#""{data|json}""#, "{}"),
        (#""{data}""#, [:]),
        (#"{ "from": "{priority}", "values": { "high": 4, "*": 3 } }"#, 3),
        (#"{ "from": "{settings.region}", "values": { "eu": "EU", "us": "US" } }"#, "EU"),
        (#"{ "first": ["{link.web?}", "{slot.title?}", "{slot.body}"] }"#, "Hello"),
        (#"{ "join": ", ", "of": ["{slot.title?}", "{slot.body}", "end"] }"#, "Hello, end"),
        (#"{ "needs": ["{link.web?}"], "of": { "url": "{link.web}" } }"#, nil),
        (#"[1, "{link.web?}", true, null]"#, [1, true, .null]),
        (#"{ "from": "{slot.body}", "to": "{link.web?}" }"#, ["from": "Hello"]),
    ]

    @Test(arguments: templates)
    func `a template becomes JSON`(template: String, expected: JSONValue?) throws {
        #expect(try text(template) == expected)
    }

    @Test func `what is there is known to be there inside of needs`() throws {
        let template = #"{ "needs": ["{link.web?}"], "of": { "url": "{link.web}" } }"#
        #expect(
            try text(template) { $0.link = MessageLink(web: "https://a.example/1") } == ["url": "https://a.example/1"]
        )
    }

    @Test func `a value that looks like a placeholder stays text`() throws {
        #expect(try text(#""{slot.body}""#) { $0.slots["body"] = "{secret.key}" } == "{secret.key}")
    }

    @Test func `values are encoded as steps of a path, and can't leave it`() throws {
        let channel = try Acme.channel(url: "https://api.acme.example/m/{slot.body}/{delivery.id}")
        let settings = channel.settings(of: nil)
        func url(_ body: String) throws -> String {
            let message = try Acme.message { $0.slots["body"] = body }
            return try channel.request(for: message, settings: settings, at: DeclaredChannel.sampleTime).url
        }
        #expect(try url("a/b?c#d%é:") == "https://api.acme.example/m/a%2Fb%3Fc%23d%25%C3%A9:/1")
        for step in [".", ".."] {
            #expect(throws: RequestFault.unfitPath) { try url(step) }
        }
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "å", "\u{0}"]) func `what a header can't hold is never sent`(
        value: String
    ) throws {
        let channel = try Acme.channel(headers: #"{ "X-Note": "{slot.body}" }"#)
        let message = try Acme.message { $0.slots["body"] = value }
        #expect(throws: RequestFault.unfitHeader("X-Note")) {
            try channel.request(for: message, settings: channel.settings(of: nil), at: DeclaredChannel.sampleTime)
        }
    }

    @Test func `a text is cut to its slot's length, and one of a single line has no line breaks`() throws {
        let channel = try Acme.channel()
        let message = try Acme.message {
            $0.slots = ["title": "a\nb and so on", "body": String(repeating: "é", count: 500)]
        }
        let request = try channel.request(
            for: message,
            settings: channel.settings(of: nil),
            at: DeclaredChannel.sampleTime
        )
        let json = try JSONValue(parsing: request.body)
        #expect(json["title"] == "a b and s…")
        #expect(json["body"]?.string?.utf16.count == 160)
        #expect(json["body"]?.string?.hasSuffix("é…") == true)
    }

    @Test(arguments: [
        (TextLimit(3, .bytes), "Hello", ""), (TextLimit(4, .bytes), "Hello", "H…"),
        (TextLimit(5, .chars), "Hello", "Hello"),
        (TextLimit(4, .chars), "Hello", "Hel…"), (TextLimit(3, .chars), "👍👍👍", "👍…"),
        (TextLimit(2, .scalars), "👍👍👍", "👍…"), (TextLimit(1, .chars), "Hello", "…"),
    ])
    func `a limit cuts by what it counts, and no character in two`(limit: TextLimit, text: String, expected: String) {
        let fitted = limit.fitted(text)
        #expect(limit.count(fitted) <= limit.most)
        #expect(fitted == expected || expected.isEmpty && fitted == "…")
    }

    @Test func `a silent message and a wrong address are refused without a request`() async throws {
        let channel = try Acme.channel()
        let egress = ScriptedEgress { _ in .answer(200, #"{"id": "m"}"#) }
        let instance = try channel.make(settings: channel.settings(of: nil), host: .testing(egress: egress))
        let silent = try Acme.message { $0.isSilent = true }
        let nowhere = try Acme.message { $0.address = "x" }
        let codes = await instance.deliver([silent, nowhere]).map { $0.reason?.code }
        #expect(codes == ["SilentMessage", "MalformedAddress"])
        #expect(egress.requests.isEmpty)
        #expect(await instance.deliver([try Acme.message()]) == [.accepted(ReceiptID("m"))])
    }

    @Test func `an address is kept in one form`() throws {
        let channel = try Acme.channel()
        #expect(channel.canonical("+47 900 12 345") == "4790012345")
        #expect(channel.isAddress("+47 900 12 345"))
        #expect(!channel.isAddress("12"))
    }
}
