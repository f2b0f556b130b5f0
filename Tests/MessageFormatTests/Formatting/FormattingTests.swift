import MessageFormat
import Testing

@Suite struct FormattingTests {
    private func format(_ source: String, _ arguments: [String: MessageValue] = [:]) -> FormattedMessage {
        CompiledMessage(Message.parse(source), locale: "en").format(arguments, bidi: .none)
    }

    @Test func `text, escapes and placeholders`() {
        #expect(format("Hello {$name}, \\{ok\\}", ["name": "Ada"]).text == "Hello Ada, {ok}")
    }

    @Test func `a plural message chooses by exact number, then by category`() {
        let source = ".input {$n :number} .match $n 0 {{none}} one {{one {$n}}} * {{many {$n}}}"
        #expect(format(source, ["n": 0]).text == "none")
        #expect(format(source, ["n": 1]).text == "one 1")
        #expect(format(source, ["n": 5]).text == "many 5")
    }

    @Test func `a missing argument leaves its name and an error`() {
        let formatted = format("Hello {$name}")
        #expect(formatted.text == "Hello {$name}")
        #expect(formatted.errors.map { $0.kind } == [.unresolvedVariable])
    }
}
