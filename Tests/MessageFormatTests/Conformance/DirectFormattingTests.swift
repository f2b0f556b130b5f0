import Testing

@testable import MessageFormat

/// Messages that compile to a flat list of operations must come out as the evaluator, which follows the specification
/// step by step, would have it.
@Suite struct DirectFormattingTests {
    @Test(arguments: ConformanceSuite.allCases)
    func `both ways of formatting agree on the suite`(_ test: ConformanceCase) {
        let compiled = CompiledMessage(
            Message.parse(test.source),
            locale: test.locale,
            functions: TestFunction.registry
        )
        var arguments = MessageArguments(for: compiled)
        for (name, value) in test.arguments {
            if let slot = compiled.slot(of: name) { arguments[slot] = value }
        }
        for bidi in [BidiStrategy.default, .none] {
            let formatted = compiled.format(arguments, bidi: bidi)
            #expect(compiled.formatOnSlowPath(arguments, bidi: bidi) == formatted)
            #expect(compiled.format(test.arguments, bidi: bidi) == formatted)
            let parts = compiled.formatToParts(test.arguments, bidi: bidi)
            #expect(compiled.formatToParts(arguments, bidi: bidi) == parts)
        }
    }

    @Test(arguments: ["en", "ar-EG", "pl", "nb", "bn", "he"])
    func `both ways of formatting agree on numbers, money and selection`(_ locale: String) throws {
        let sources = [
            "{$x}", "{$x :number}", "{$x :integer}", "{$x :percent}", "{$x :number minimumFractionDigits=2}",
            "{$x :currency currency=EUR}", "{$x :carillon:money currency=USDC}", "{$x :currency}", "{$x :string}",
            "{$x :number signDisplay=always u:dir=rtl}", "{$x :offset add=2}", "a{#b}b{$x :string u:dir=ltr}{/b}",
            ".input {$x :number} .match $x 0 {{zero}} 1 {{1}} one {{one}} few {{few {$x}}} * {{other {$x}}}",
            ".input {$x :integer select=ordinal} .match $x one {{st}} two {{nd}} few {{rd}} * {{th}}",
            ".input {$x :number select=exact} .match $x 1 {{1}} -5 {{-5}} one {{one}} * {{other}}",
            ".input {$x :percent} .match $x 100 {{all}} one {{one}} * {{{$x}}}",
            ".input {$x :string} .match $x a {{A}} 1 {{1}} * {{other}}",
            ".input {$x :integer} .local $y = {$x :offset subtract=1} .match $x $y 1 0 {{a}} one * {{b}} * 1 {{c}} "
                + "* one {{d}} 7 * {{e}} few many {{f}} * * {{{$x}, {$y}}}",
        ]
        let values: [MessageValue?] = [
            nil, "a", "1", "-5", "1.0", "1e2", "bad", 0, 1, 2, 3, 7, 11, 100, -5, .integer(.max), .integer(.min),
            .decimal(try #require(ExactDecimal("1.50"))), .decimal(try #require(ExactDecimal("0.01"))),
            .decimal(try #require(ExactDecimal("123456789012345678901234567890.5"))),
            .money(try #require(ExactDecimal("12.5")), try #require(CurrencyCode("NOK"))),
            .money(try #require(ExactDecimal("0.000001")), try #require(CurrencyCode("USDC"))), true, ["a", "b"],
            .string(String(repeating: "long ø ", count: 40)),
        ]
        for source in sources {
            let compiled = CompiledMessage(Message.parse(source), locale: locale)
            for value in values {
                var arguments = MessageArguments(for: compiled)
                arguments[0] = value
                for bidi in [BidiStrategy.default, .none] {
                    let formatted = compiled.format(arguments, bidi: bidi)
                    #expect(
                        compiled.formatOnSlowPath(arguments, bidi: bidi) == formatted,
                        "\(source) \(String(describing: value))"
                    )
                }
            }
        }
    }

    @Test func `common messages are formatted directly`() {
        for source in [
            "Hi {$a}", ".input {$n :number} .match $n one {{{$n}}} * {{{$n}}}", "{$x :currency currency=NOK}",
        ] {
            #expect(CompiledMessage(Message.parse(source), locale: "en").tables != nil)
        }
    }

    @Test func `output goes into the caller's buffer, or says how much room it needs`() {
        let compiled = CompiledMessage(Message.parse("Hi {$name}!"), locale: "en")
        var arguments = MessageArguments(for: compiled)
        arguments[0] = "Ada"
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 7) { buffer in
            let formatted = compiled.format(arguments, into: buffer, bidi: .none)
            #expect(formatted == FormattedBytes(count: 7, fits: true, errors: []))
            #expect(String(decoding: buffer, as: UTF8.self) == "Hi Ada!")
            let isolated = compiled.format(arguments, into: buffer)
            #expect(isolated == FormattedBytes(count: 13, fits: false, errors: []))
        }
    }
}
