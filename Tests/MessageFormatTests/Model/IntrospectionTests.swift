import MessageFormat
import Testing

@Suite struct IntrospectionTests {
    private func introspection(_ source: String) throws -> MessageIntrospection {
        try #require(Message.parse(source).message).introspection
    }

    @Test func `arguments are told with what is done to them`() throws {
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

    @Test func `selectors are told with their argument, function and keys`() throws {
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

    @Test func `no output is longer than its bound`() throws {
        let sources = [
            "Hi {$name}!", "{$n :number}", "{$n :currency currency=NOK}", "{$n :number minimumFractionDigits=20}",
            "{$when :datetime dateLength=long dateFields=year-month-day-weekday timePrecision=second timeZoneStyle=long}",
            ".input {$n :integer} .match $n one {{one <{$n}>}} * {{many <{$name}> & {$n}}}", "{$missing}",
        ]
        let inputs: [String: InputBound] = [
            "name": .text(bytes: 12), "n": .number(digits: 30), "when": .moment, "missing": .boolean,
        ]
        let arguments: [String: MessageValue] = [
            "name": "Ada <Byron>\"", "n": .decimal(try #require(ExactDecimal("-1234567890123456789012345.67891"))),
            "when": .instant(1_772_000_000),
        ]
        for locale in ["en", "ar-EG", "bn", "fa", "my", "nb", "th", "he", "de-CH", "ta"] {
            for source in sources {
                for bidi in [BidiStrategy.none, .default, .html] {
                    let compiled = CompiledMessage(Message.parse(source), locale: locale)
                    let bound = try #require(compiled.maximumLength(inputs, bidi: bidi))
                    #expect(compiled.format(arguments, bidi: bidi).text.utf8.count <= bound)
                }
            }
        }
        let unbounded = CompiledMessage(Message.parse("{$other}"), locale: "en")
        #expect(unbounded.maximumLength(inputs) == nil)
    }
}
