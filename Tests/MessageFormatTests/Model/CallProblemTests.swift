import MessageFormat
import Testing

/// What is wrong with a call of a function before there are arguments; and that formatting thinks so too.
@Suite struct CallProblemTests {
    private func problems(_ source: String) throws -> [CallProblem] {
        let calls = try #require(Message.parse(source).message).introspection.calls
        return calls.flatMap { FunctionRegistry.standard.problems(of: $0) }
    }

    @Test(arguments: [
        ("{$n :number minimumFractionDigits=abc}", "minimumFractionDigits"), ("{$n :number select=plurl}", "select"),
        ("{$n :currency currency=NGN currencyDisplay=smybol}", "currencyDisplay"),
        ("{$n :percent roundingMode=halfUp}", "roundingMode"), ("{$n :integer u:dir=left}", "u:dir"),
        ("{|2026-02-25| :date length=lnog}", "length"), ("{|2026-02-25| :date fields=year}", "fields"),
        ("{|2026-02-25T06:13:20Z| :time precision=minutes}", "precision"),
        ("{|2026-02-25T06:13:20Z| :datetime dateLength=full}", "dateLength"),
        ("{|2026-02-25T06:13:20Z| :carillon:relative numeric=never}", "numeric"),
        ("{$list :carillon:list type=xor}", "type"),
    ])
    func `a value that formatting would refuse is found`(source: String, option: String) throws {
        guard case .badValue(_, of: option, _)? = try problems(source).first else {
            Issue.record("nothing found")
            return
        }
        let message = try #require(Message.parse(source).message)
        let arguments: [String: MessageValue] = ["n": 5, "list": .list(["a", "b"])]
        let context = FormattingContext(now: 0)
        let errors = CompiledMessage(message, locale: "en").format(arguments, context: context).errors
        #expect(errors.map(\.kind) == [.badOption])
    }

    @Test(arguments: [
        ("{$due :date lenght=long}", "lenght", "length"), ("{$n :number style=percnt}", "style", "select"),
        ("{$n :percent minimumIntegerDigits=2}", "minimumIntegerDigits", "maximumFractionDigits"),
        ("{$name :string upper=true}", "upper", nil),
    ])
    func `an option that would be ignored is found`(source: String, option: String, known: String?) throws {
        guard case .unknownOption(option, let names)? = try problems(source).first else {
            Issue.record("nothing found")
            return
        }
        #expect(known.map(names.contains) ?? names.isEmpty)
    }

    @Test(arguments: ["{|x| :number}", "{|5| :currency}", "{|tomorrow| :date}", "{|a| :carillon:list}", "{:integer}"])
    func `words that a function cannot read are found`(source: String) throws {
        guard case .badOperand? = try problems(source).first else {
            Issue.record("nothing found")
            return
        }
        let message = try #require(Message.parse(source).message)
        #expect(CompiledMessage(message, locale: "en").format([:]).errors.map(\.kind) == [.badOperand])
    }

    @Test func `what depends on more than one option is found`() throws {
        #expect(try problems("{$n :offset}") == [.needsOneOffset])
        #expect(try problems("{$n :offset add=1 subtract=1}") == [.needsOneOffset])
        #expect(try problems("{$n :number select=$form}") == [.notLiteral("select")])
        #expect(try problems("{$due :date length=$form}") == [.notLiteral("length")])
        #expect(try problems(".input {$n :number select=exact} {{{$n :integer}}}") == [.inheritedSelect])
    }

    @Test(arguments: [
        "{$n :number minimumFractionDigits=2 signDisplay=always}", "{$n :offset add=1}", "{|5| :number}",
        "{|5| :currency currency=USD}", "{|2026-02-25| :date length=long}", "{$n :carillon:relative unit=day}",
        "{$due :datetime dateFields=weekday timeZone=$zone}", "{$n :number u:id=amount u:dir=ltr}",
        ".local $five = {5} {{{$five :integer}}}", ".input {$n :offset add=1} {{{$n :percent}}}",
    ])
    func `what can be formatted is left alone`(source: String) throws {
        #expect(try problems(source) == [])
    }
}
