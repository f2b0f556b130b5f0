import CarillonModel
import CarillonProfiles
import CarillonStudio
import MessageFormat
import Testing

/// The rows that a number has in a language.
struct PluralTests {
    private static let integer = Message.Function(name: "integer")
    private static let ordinal = Message.Function(
        name: "integer",
        options: [Message.Option(name: "select", value: .literal("ordinal"))]
    )

    private static func choices(
        _ locale: String,
        _ type: PayloadType = .integer(0...Int64.max),
        _ function: Message.Function = integer
    ) -> [String] {
        let field = PayloadField("n", type)
        return KeyChoice.all(of: FormSelector("n", function), field: field, locale: LocaleTag(unchecked: locale))
            .map { "\($0.key): \($0.numbers ?? "")" }
    }

    @Test func `Arabic has six rows, in order`() {
        #expect(
            Self.choices("ar") == [
                "zero: 0", "one: 1", "two: 2", "few: 3–10, 103–110", "many: 11–99, 111–199",
                "other: 100–102, 200, 1000, 1001 …",
            ]
        )
    }

    @Test func `Polish has no other for whole numbers, and one for fractions`() {
        #expect(Self.choices("pl").map { $0.prefix { $0 != ":" } } == ["one", "few", "many"])
        let decimal = Self.choices("pl", .decimal, Message.Function(name: "number"))
        #expect(decimal.map { $0.prefix { $0 != ":" } } == ["one", "few", "many", "other"])
        #expect(decimal[3].hasPrefix("other: 0.1, 0.2, 0.5"))
    }

    @Test func `French has many only where a million can come`() {
        #expect(Self.choices("fr", .integer(0...500)).map { $0.prefix { $0 != ":" } } == ["one", "other"])
        #expect(Self.choices("fr").map { $0.prefix { $0 != ":" } } == ["one", "many", "other"])
    }

    @Test func `English positions have four rows`() {
        #expect(
            Self.choices("en", .integer(1...30), Self.ordinal) == [
                "one: 1, 21", "two: 2, 22", "few: 3, 23", "other: 4–20, 24–30",
            ]
        )
    }

    @Test func `values of an enumeration are rows, and texts have none of their own`() {
        let string = Message.Function(name: "string")
        #expect(Self.choices("en", .choice(["a", "b"]), string) == ["a: ", "b: "])
        #expect(Self.choices("en", .boolean, string) == ["true: ", "false: "])
        #expect(Self.choices("en", .text(maxLength: 9), string) == [])
        let presence = FormSelector("fee.present", string)
        let rows = KeyChoice.all(of: presence, field: nil, locale: LocaleTag(unchecked: "en"))
        #expect(rows.map(\.key) == ["true", "false"])
    }

    @Test func `the rest is named by the form that is left, or stays the rest`() throws {
        let selector = FormSelector("n", Self.integer)
        let field = PayloadField("n", .integer(0...100))
        let choices = KeyChoice.all(of: selector, field: field, locale: LocaleTag(unchecked: "pl"))
        let text = FormPattern(plain: "x")
        let two = try FormRows([selector], [FormRow([.literal("one")], text), FormRow([.catchAll], text)])
        #expect(two.meaning(of: .catchAll, column: 0, among: choices) == .others(Array(choices.dropFirst())))
        let three = try FormRows([selector], [FormRow([.literal("few")], text)] + two.rows)
        #expect(three.meaning(of: .catchAll, column: 0, among: choices) == .choice(choices[2]))
        #expect(three.meaning(of: .literal("7"), column: 0, among: choices) == .value("7"))
    }

    @Test func `copying to another language gives every form of it, filled from the closest`() throws {
        let fields = [PayloadField("n", .integer(0...1000))]
        let source = ".input {$n :integer}\n.match $n\n0 {{none}}\none {{one apple}}\n* {{apples}}"
        let copy = try TextForm(source: source).copied(to: LocaleTag(unchecked: "ar"), fields: fields)
        guard case .rows(let rows) = copy.content else {
            Issue.record("this has no rows")
            return
        }
        #expect(rows.rows.map(\.name) == ["0", "zero", "one", "two", "few", "many", "*"])
        #expect(
            rows.rows.map(\.text.plainText) == ["none", "apples", "one apple", "apples", "apples", "apples", "apples"]
        )
    }
}
