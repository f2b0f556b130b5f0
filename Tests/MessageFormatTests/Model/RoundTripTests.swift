import MessageFormat
import Testing

@Suite struct RoundTripTests {
    @Test(arguments: ConformanceSuite.allCases)
    func `printing and parsing gives the same message`(_ test: ConformanceCase) {
        guard let message = Message.parse(test.source).message else { return }
        #expect(Message.parse(message.description).message?.json == message.json, "\(message)")
    }

    @Test(arguments: ConformanceSuite.allCases)
    func `the interchange format carries the whole message`(_ test: ConformanceCase) throws {
        // An object cannot name an option twice, so only valid messages can be carried.
        let parsed = Message.parse(test.source)
        guard let message = parsed.message, parsed.problems.isEmpty else { return }
        #expect(try Message(json: message.json).json == message.json)
    }

    @Test(arguments: [
        ("Hi {$name}", "Hi {$name}"),
        ("{{.dot}}", "{{.dot}}"),
        ("{{ \u{3000}.dot}}", "{{ \u{3000}.dot}}"),
        ("{{plain}}", "plain"),
        ("{|two words| :f a=|b c| @d=|| @e}", "{|two words| :f a=|b c| @d=|| @e}"),
        ("{#b x=$y /} \\\\ \\{ \\}", "{#b x=$y /} \\\\ \\{ \\}"),
        (".input{$n :number}.match $n 1{{a}}*{{b}}", ".input {$n :number}\n.match $n\n1 {{a}}\n* {{b}}"),
    ])
    func `source is printed in one way`(_ source: String, _ expected: String) {
        #expect(Message.parse(source).message?.description == expected)
    }

    @Test func `interchange writes what the schema says`() {
        let source = ".input {$n :number select=exact} .match $n 1 {{a{$m @x}}} * {{{#b/}}}"
        #expect(
            Message.parse(source).message?.json == """
                {"type":"select","declarations":[{"type":"input","name":"n","value":{"type":"expression",\
                "arg":{"type":"variable","name":"n"},"function":{"type":"function","name":"number",\
                "options":{"select":{"type":"literal","value":"exact"}}}}}],\
                "selectors":[{"type":"variable","name":"n"}],\
                "variants":[{"keys":[{"type":"literal","value":"1"}],"value":["a",{"type":"expression",\
                "arg":{"type":"variable","name":"m"},"attributes":{"x":true}}]},\
                {"keys":[{"type":"*"}],"value":[{"type":"markup","kind":"standalone","name":"b"}]}]}
                """
        )
    }

    @Test(arguments: [
        ("", "$: not JSON at byte 0: a JSON value is needed"),
        ("[1", "$: not JSON at byte 2: `]` is needed"),
        ("{}", "$.declarations: an array is needed"),
        (#"{"type":"message","declarations":[],"pattern":[{}]}"#, "$.pattern[0].type: `expression` is needed"),
        (
            #"{"type":"message","declarations":[],"pattern":["\u0000"]}"#,
            "$.pattern[0]: U+0000 cannot stand in a message"
        ),
        (
            #"{"type":"message","declarations":[],"pattern":[{"type":"expression","arg":{"type":"variable","name":"a b"}}]}"#,
            "$.pattern[0].arg.name: `a b` is no name"
        ),
    ])
    func `what is no message is refused with its path`(_ json: String, _ expected: String) {
        #expect {
            try Message(json: json)
        } throws: { error in
            (error as? InterchangeError).map { "\($0.path): \($0.description)" } == expected
        }
    }

    @Test func `unknown members are ignored and adjacent text is joined`() throws {
        let message = try Message(json: #"{"type":"message","x":[1.5e3],"declarations":[],"pattern":["a","","b"]}"#)
        #expect(message == Message(body: .pattern([.text("ab")])))
    }
}
