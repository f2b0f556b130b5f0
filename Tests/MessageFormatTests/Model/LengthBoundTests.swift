import MessageFormat
import Testing

/// `maximumLength` against what comes out, in every locale the tables know.
@Suite struct LengthBoundTests {
    /// The locales of the data, each with what a message makes of its arguments under every strategy.
    private func checkEverywhere(
        _ sources: [String],
        _ inputs: [String: InputBound],
        _ arguments: [[String: MessageValue]],
        now: Int64? = nil
    ) throws {
        let locales = try DataFiles.read("numbers.json", as: NumberFile.self).locales.keys.sorted()
        #expect(locales.count == 102)
        for locale in locales {
            for source in sources {
                let compiled = CompiledMessage(Message.parse(source), locale: locale)
                for bidi in [BidiStrategy.none, .default, .html] {
                    let bound = try #require(compiled.maximumLength(inputs, bidi: bidi))
                    let units = try #require(compiled.maximumLength(inputs, bidi: bidi, in: .utf16))
                    for values in arguments {
                        let formatted = compiled.format(values, bidi: bidi, context: FormattingContext(now: now))
                        let length = formatted.text.utf8.count
                        if length > bound { Issue.record("\(locale) \(source) has \(length) bytes, not \(bound)") }
                        let written = formatted.text.utf16.count
                        if written > units { Issue.record("\(locale) \(source) has \(written) units, not \(units)") }
                    }
                }
            }
        }
    }

    @Test func `text, selections and fallbacks keep to their bound`() throws {
        try checkEverywhere(
            [
                "Hi {$name}!", "{$name :string u:dir=rtl}", "{$missing}", "{$name :number}", "{$name :nobody}",
                "{$broken",
                ".input {$n :integer} .match $n one {{one <{$n}>}} * {{many <{$name}> & {$n}}}",
            ],
            ["name": .text(bytes: 12), "n": .number(digits: 3), "missing": .boolean],
            [["name": "Ada <Byron>\"", "n": 1], ["name": "", "n": -999], [:]]
        )
    }

    @Test func `numbers keep to their bound`() throws {
        let number = try #require(ExactDecimal("-1234567890123456789012345.67891"))
        try checkEverywhere(
            [
                "{$n}", "{$n :number minimumFractionDigits=20}", "{$n :integer signDisplay=always useGrouping=always}",
                "{$n :percent}", "{$n :number minimumIntegerDigits=40}", "{$n :offset add=99}",
                "{$n :currency currency=NOK currencySign=accounting}",
                "{$n :carillon:money currency=ABCDEFGHIJKLMNOPQRSTUVWX}",
                "{$n :currency currency=USD currencyDisplay=name trailingZeroDisplay=stripIfInteger}",
            ],
            ["n": .number(digits: 30)],
            [["n": .decimal(number)], ["n": 0], ["n": .integer(.min)]]
        )
    }

    @Test func `amounts in every currency keep to their bound`() throws {
        let locale = try #require(try DataFiles.read("numbers.json", as: NumberFile.self).locales["en"])
        let assets = ["W", "ABCDEFGHIJKLMNOPQRSTUVWX"]
        let codes = (locale.currency.keys.sorted() + assets).compactMap { CurrencyCode($0) }
        #expect(codes.count == 70)
        try checkEverywhere(["{$n}"], ["n": .number(digits: 1)], codes.map { ["n": .money(ExactDecimal(-9), $0)] })
    }

    @Test func `dates, distances in time and lists keep to their bound`() throws {
        let fields = "dateLength=long dateFields=year-month-day-weekday timePrecision=second timeZoneStyle=long"
        let now: Int64 = 1_772_000_000
        // Every month and every weekday comes up.
        let moments = (0..<24).map { now + $0 * 1_300_000 }
        try checkEverywhere(
            [
                "{$when :datetime \(fields)}", "{$when :datetime \(fields) hour12=true}", "{$when :date length=long}",
                "{$when :time precision=second timeZoneStyle=long}", "{$when :datetime \(fields) calendar=persian}",
                "{$when :carillon:relative}",
            ],
            ["when": .moment],
            moments.map { ["when": .instant($0)] },
            now: now
        )
        let units = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"]
        try checkEverywhere(
            units.map { "{$n :carillon:relative unit=\($0)} {$names} {$names :carillon:list type=disjunction}" },
            ["n": .number(digits: 3), "names": .list(count: 3, bytes: 3)],
            [-999, -2, -1, 0, 1, 2, 11, 999].map { ["n": .integer($0), "names": ["Ada", "Ibo", "Øya"]] }
        )
    }

    @Test func `what the registry does with bare values counts`() throws {
        let digits = Message.Function(
            name: "number",
            options: [.init(name: "minimumFractionDigits", value: .literal("99"))]
        )
        let message = CompiledMessage(
            Message.parse("{$n}"),
            locale: "en",
            functions: .standard.formatting(.integer, with: digits)
        )
        let bound = try #require(message.maximumLength(["n": .number(digits: 1)], bidi: .none))
        #expect(bound >= message.format(["n": 7], bidi: .none).text.utf8.count)
    }

    @Test func `where nobody can know the length there is no bound`() {
        #expect(CompiledMessage(Message.parse("{$other}"), locale: "en").maximumLength([:]) == nil)
        let functions = FunctionRegistry.standard.adding(Echo(), as: "test:echo")
        let message = Message.parse("{x :test:echo}")
        #expect(CompiledMessage(message, locale: "en", functions: functions).maximumLength([:]) == nil)
        let bare = functions.formatting(.string, with: Message.Function(name: "test:echo"))
        #expect(CompiledMessage(Message.parse("{x}"), locale: "en", functions: bare).maximumLength([:]) == nil)
    }
}

private struct Echo: MessageFunction {
    func call(_ call: inout FunctionCall) throws(MessageFunctionError) -> any FunctionValue {
        TextFunctionValue(call.operand?.text ?? "")
    }
}
