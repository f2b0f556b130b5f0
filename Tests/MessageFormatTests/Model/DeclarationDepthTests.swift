import MessageFormat
import Testing

@Suite struct DeclarationDepthTests {
    /// `.local $a0 = {$name} .local $a1 = {$a0} …`, and the last one shown.
    private func chain(_ count: Int, link: (Int) -> String) -> String {
        let declarations = (0..<count).map { ".local $a\($0) = {\($0 == 0 ? "$name" : link($0 - 1))}" }
        return declarations.joined(separator: " ") + " {{{$a\(count - 1)}}}"
    }

    @Test func `a hundred declarations may build upon one another`() {
        let parsed = Message.parse(chain(Message.maximumDeclarationDepth) { "$a\($0)" })
        #expect(parsed.problems == [])
        #expect(CompiledMessage(parsed, locale: "en").format(["name": "Ada"], bidi: .none).text == "Ada")
    }

    @Test(arguments: [101, 100_000]) func `a longer chain is refused, and not followed`(count: Int) {
        let parsed = Message.parse(chain(count) { "$a\($0)" })
        #expect(parsed.problems.map(\.kind) == [.declarationTooDeep])
        let formatted = CompiledMessage(parsed, locale: "en").format(["name": "Ada"], bidi: .none)
        #expect(formatted.text == "{\u{FFFD}}")
        #expect(formatted.errors.map(\.kind) == [.declarationTooDeep])
        #expect(parsed.message?.maximumLength(["name": .text(bytes: 3)], locale: "en") == formatted.text.utf8.count)
    }

    @Test func `a chain of options is one, too`() {
        let parsed = Message.parse(chain(20_000) { "1 :number minimumIntegerDigits=$a\($0)" })
        #expect(parsed.problems.map(\.kind) == [.declarationTooDeep])
    }

    @Test func `thousands of declarations side by side are taken`() {
        let declarations = (0..<5000).map { ".local $a\($0) = {$name}" }.joined(separator: " ")
        #expect(Message.parse(declarations + " {{{$a4999}}}").problems == [])
    }
}
