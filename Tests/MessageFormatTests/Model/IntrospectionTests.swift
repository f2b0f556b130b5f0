import MessageFormat
import Testing

@Suite struct IntrospectionTests {
    private func introspection(_ source: String) throws -> MessageIntrospection {
        try #require(Message.parse(source).message).introspection
    }

    @Test func `arguments are listed with what is done to them`() throws {
        let found = try introspection(
            """
            .input {$amount :currency currency=$code}
            .local $shown = {$amount}
            {{{#b}{$name}{/b}: {$shown} {$due :date length=short} {$name :string} {#a href=$link}}}
            """
        )
        let date = Message.Function(name: "date", options: [.init(name: "length", value: .literal("short"))])
        let currency = Message.Function(name: "currency", options: [.init(name: "currency", value: .variable("code"))])
        #expect(found.arguments.map { $0.name } == ["amount", "code", "name", "due", "link"])
        #expect(
            found.arguments.map { $0.uses } == [
                [.operand(of: currency)], [.option("currency", of: "currency")],
                [.bare, .operand(of: Message.Function(name: "string"))], [.operand(of: date)],
                [.markupOption("href", of: "a")],
            ]
        )
        #expect(found.functions == ["currency", "date", "string"])
        #expect(found.markup == ["a", "b"])
    }

    @Test func `selectors are listed with their argument, function and keys`() throws {
        let found = try introspection(
            ".local $n = {$count :integer} .match $n 0 {{}} one {{}} 0x {{}} * {{{$count}}}"
        )
        #expect(found.selectors.map { $0.variable } == ["n"])
        #expect(found.selectors.map { $0.argument } == ["count"])
        #expect(found.selectors.map { $0.function?.name } == ["integer"])
        #expect(found.selectors.map { $0.keys } == [["0", "one", "0x"]])
        #expect(
            found.arguments.map { $0.uses } == [[.operand(of: Message.Function(name: "integer")), .selector, .bare]]
        )
    }

    @Test(arguments: [1, 7, 8, 9, 10, 40]) func `each of few or many arguments is listed once`(count: Int) throws {
        let names = (0..<count).map { "name\($0)" }
        let once = names.map { "{$\($0) :f\($0)}{#m\($0) /}" }.joined()
        let found = try introspection(once + once)
        #expect(found.arguments.map { $0.name } == names)
        #expect(found.arguments.allSatisfy { $0.uses.count == 1 })
        #expect(found.functions == names.map { "f" + $0 }.sorted())
        #expect(found.markup == names.map { "m" + $0 }.sorted())
        #expect(found.calls.count == count)
    }
}
