import MessageFormat
import Testing

@Suite struct FunctionTests {
    private let context = FormattingContext(
        now: 1_772_020_800,  // 2026-02-25T12:00:00Z
        timeZone: "Europe/Oslo",
        timeZones: TimeZones { identifier, _ in identifier == "Europe/Oslo" ? TimeZoneOffset(seconds: 3_600) : nil }
    )

    private func format(
        _ source: String,
        _ arguments: [String: MessageValue] = [:],
        locale: String = "nb",
        functions: FunctionRegistry = .standard,
        bidi: BidiStrategy = .none
    ) -> FormattedMessage {
        CompiledMessage(Message.parse(source), locale: locale, functions: functions)
            .format(arguments, bidi: bidi, context: context)
    }

    private func kinds(_ formatted: FormattedMessage) -> [MessageErrorKind] { formatted.errors.map { $0.kind } }

    // MARK: Money

    @Test func `money keeps every digit of what was written`() throws {
        let amount = try #require(ExactDecimal("92233720368547758089.99"))
        let code = try #require(CurrencyCode("NOK"))
        #expect(
            format("{$a :currency}", ["a": .money(amount, code)], locale: "en").text
                == "NOK\u{A0}92,233,720,368,547,758,089.99"
        )
    }

    @Test func `a token is money for carillon's function and a bad operand for the standard one`() throws {
        let value = MessageValue.money(try #require(ExactDecimal("1.000001")), try #require(CurrencyCode("USDC")))
        #expect(
            format("{$a} {$a :carillon:money fractionDigits=2}", ["a": value], locale: "en").text
                == "USDC\u{A0}1.000001 USDC\u{A0}1.00"
        )
        #expect(kinds(format("{$a :currency}", ["a": value])) == [.badOperand])
    }

    @Test func `a message cannot change the currency of an amount`() throws {
        let value = MessageValue.money(ExactDecimal(5), try #require(CurrencyCode("NOK")))
        let formatted = format("{$a :currency currency=EUR}", ["a": value], locale: "en")
        #expect(formatted.text == "NOK\u{A0}5.00")
        #expect(kinds(formatted) == [.badOption])
    }

    // MARK: Numbers

    @Test func `an option that belongs to another function has no effect`() {
        #expect(
            format("{1.5 :integer minimumFractionDigits=2}", locale: "en") == format("{1.5 :integer}", locale: "en")
        )
        #expect(format("{0.5 :percent minimumIntegerDigits=4}", locale: "en").text == "50%")
    }

    @Test func `more precision without a number of digits is all there is`() {
        #expect(format("{12.3456789 :number roundingPriority=morePrecision}", locale: "en").text == "12.3456789")
        #expect(format("{0.5555 :percent roundingPriority=morePrecision}", locale: "en").text == "55.55%")
        #expect(format("{12.3456789 :number roundingPriority=lessPrecision}", locale: "en").text == "12.346")
        #expect(format("{12.5 :currency currency=NOK}", locale: "en").text == "NOK\u{A0}12.50")
    }

    @Test func `a key that is neither number nor category is reported`() {
        let source = ".input {$n :number} .match $n several {{a}} * {{b}}"
        #expect(kinds(format(source, ["n": 3])) == [.badVariantKey])
    }

    @Test func `the category is that of the number as it is shown`() {
        let source = ".input {$n :number minimumFractionDigits=1} .match $n one {{one}} * {{{$n} other}}"
        #expect(format(source, ["n": 1], locale: "en").text == "1.0 other")
    }

    // MARK: Dates

    @Test func `an instant is shown in the recipient's zone`() {
        #expect(format("{$t}", ["t": .instant(1_772_000_000)]).text == "25. feb. 2026, 07:13")
        #expect(format("{$t :time timeZone=UTC}", ["t": .instant(1_772_000_000)]).text == "06:13")
        #expect(format("{|2026-02-25T06:13:20-05:00| :time timeZone=input}").text == "06:13")
    }

    @Test func `a zone nobody knows is an error, not another zone`() {
        let formatted = format("{$t :time timeZone=|Mars/Olympus|}", ["t": .instant(0)])
        #expect(formatted.text == "{$t}")
        #expect(kinds(formatted) == [.unsupportedOperation])
    }

    @Test func `date options must stand in the message`() {
        let formatted = format("{$t :date length=$l}", ["t": .instant(1_772_000_000), "l": "long"])
        #expect(formatted.text == "25. feb. 2026")
        #expect(kinds(formatted) == [.badOption])
    }

    @Test func `a relative day is shown in words`() {
        #expect(format("{$t :carillon:relative}", ["t": .instant(1_772_026_320)]).text == "I dag kl. 14:32")
        #expect(format("{-1 :carillon:relative unit=day numeric=auto}", locale: "en").text == "yesterday")
        #expect(format("{3 :carillon:relative unit=day}", locale: "en").text == "in 3 days")
    }

    // MARK: Lists

    @Test func `a list is joined as the language does`() {
        #expect(format("{$l}", ["l": ["a", 2, "c"]]).text == "a, 2 og c")
        #expect(format("{$l :carillon:list type=disjunction}", ["l": ["a", "b"]], locale: "en").text == "a or b")
    }

    // MARK: Functions of the host

    private struct Shout: MessageFunction {
        func call(_ call: inout FunctionCall) throws(MessageFunctionError) -> any FunctionValue {
            guard let text = call.operand?.text else { throw .badOperand("`shop:shout` needs text") }
            if call.option("volume")?.value.text == "eleven" { call.report(.badOption("ten will do")) }
            return TextFunctionValue(text.uppercased())
        }
    }

    @Test func `a host's function is called, can fail, and can complain`() {
        let functions = FunctionRegistry.standard.adding(Shout(), as: "shop:shout")
        #expect(format("{hei :shop:shout}", functions: functions).text == "HEI")
        let loud = format("{hei :shop:shout volume=eleven}", functions: functions)
        #expect(loud.text == "HEI")
        #expect(kinds(loud) == [.badOption])
        #expect(kinds(format("{:shop:shout}", functions: functions)) == [.badOperand])
        #expect(kinds(format("{hei :shop:shout}")) == [.unknownFunction])
    }

    @Test func `a host chooses how bare values are formatted`() {
        let date = Message.Function(name: "date", options: [.init(name: "length", value: .literal("long"))])
        let functions = FunctionRegistry.standard.formatting(.instant, with: date)
        #expect(format("{$t}", ["t": .instant(1_772_000_000)], functions: functions).text == "25. februar 2026")
        #expect(format("{$n} {$s}", ["n": 1_234_567, "s": "x"], functions: functions).text == "1\u{A0}234\u{A0}567 x")
    }

    // MARK: Strategies

    @Test func `HTML output isolates with elements and lets no value bring its own`() {
        let formatted = format("a < b {$name} {$n}", ["name": "<i>\"&'</i>", "n": 1], locale: "ar-EG", bidi: .html)
        #expect(
            formatted.text
                == "a &lt; b <bdi>&lt;i&gt;&quot;&amp;&#39;&lt;/i&gt;</bdi> <bdi dir=\"rtl\">١</bdi>"
        )
    }

    @Test func `strict formatting throws what collecting returns`() {
        let compiled = CompiledMessage(Message.parse("{$a} {$b :number}"), locale: "en")
        let collected = compiled.format(["b": "x"])
        #expect(collected.errors.map { $0.kind } == [.unresolvedVariable, .badOperand])
        #expect {
            try compiled.formatStrictly(["b": "x"])
        } throws: { error in
            (error as? MessageFormattingFailure)?.errors == collected.errors
        }
    }

    @Test func `a message with errors of its own formats to a replacement character`() {
        #expect(format("{").text == "{\u{FFFD}}")
        #expect(kinds(format(".input {$n :number} .match $n 1 {{}}")) == [.missingFallbackVariant])
    }
}
