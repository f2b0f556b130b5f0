import CarillonLanguage
import CarillonModel
import CarillonProfiles
import CarillonStudio
import MessageFormat
import Testing

/// How a changed form is written over its text.
struct WritingTests {
    private static let fields = [
        PayloadField("count", .integer(0...100)), PayloadField("role", .choice(["owner", "guest"])),
        PayloadField("name", .text(maxLength: 20)), PayloadField("fee", .money, isOptional: true),
    ]

    private static func changed(_ value: String, _ change: (TextForm) throws -> TextForm) throws -> String {
        let text = try #require(StudioText.one(value, fields: fields))
        let bytes = try text.changed(to: change(text.writing.form))
        let after = try #require(text.again(in: bytes))
        #expect(bytes.starts(with: text.bytes[..<text.message.node.range.lowerBound]))
        let (old, new) = (text.message.node.range.upperBound, after.message.node.range.upperBound)
        #expect(bytes[new...] == text.bytes[old...])
        return after.value
    }

    private static func saying(_ text: FormPattern) -> (TextForm) -> TextForm {
        { TextForm(text, shape: $0.shape) }
    }

    @Test(arguments: [
        ("a {b} c", #""a \\{b\\} c""#), (#"C:\x"#, #""C:\\\\x""#), (".match", #""{{.match}}""#),
        ("  .x", #""{{  .x}}""#), ("{$x}", #""\\{$x\\}""#), ("\"", #""\"""#), ("{{", #""\\{\\{""#),
    ])
    func `what is typed is what is read`(typed: String, written: String) throws {
        #expect(try Self.changed(#""old""#, Self.saying(FormPattern(plain: typed))) == written)
    }

    @Test func `escapes and spellings of the rest stay`() throws {
        let value = #""Caf\u00e9 { $name } and {$count  :integer} \u2013 old""#
        let new = try Self.changed(value) { form in
            guard case .text(let text) = form.content else { return form }
            var parts = text.parts
            parts[parts.count - 1] = .text(" – new")
            return TextForm(try FormPattern(parts), shape: form.shape)
        }
        #expect(new == #""Caf\u00e9 { $name } and {$count  :integer} \u2013 new""#)
    }

    @Test func `lines stay lines, and untouched lines keep their bytes`() throws {
        let value = "[\n        \"one \\u0031\",\n        \"two\",\n        \"three\"\n      ]"
        let longer = try Self.changed(value, Self.saying(FormPattern(plain: "one 1\ntwo\nand a half\nthree")))
        #expect(longer == value.replacing("\"two\"", with: "\"two\",\n        \"and a half\""))
        let shorter = try Self.changed(value, Self.saying(FormPattern(plain: "one 1\nthree")))
        #expect(shorter == "[\n        \"one \\u0031\",\n        \"three\"\n      ]")
        let first = try Self.changed(value, Self.saying(FormPattern(plain: "zero\none 1\ntwo\nthree")))
        #expect(first.hasPrefix("[\n        \"zero\",\n        \"one \\u0031\""))
        #expect(try Self.changed(#"["a", "b"]"#, Self.saying(FormPattern(plain: "a\nb\nc"))) == #"["a", "b", "c"]"#)
    }

    private static let choice =
        #"{ "match": ["count"], "when": { "one": "{$count} \u0061pple", "*": ["{$count}", "apples"] } }"#

    private static func rows(_ change: @escaping ([FormRow]) throws -> [FormRow]) -> (TextForm) throws -> TextForm {
        { form in
            guard case .rows(let rows) = form.content else { return form }
            return TextForm(
                shape: form.shape,
                content: .rows(try FormRows(rows.selectors, try change(rows.rows)))
            )
        }
    }

    @Test func `rows are added, renamed and removed without touching the others`() throws {
        let none = FormRow([.literal("0")], FormPattern(plain: "none"))
        #expect(
            try Self.changed(Self.choice, Self.rows { [none] + $0 })
                == Self.choice.replacing(#"{ "one""#, with: #"{ "0": "none", "one""#)
        )
        #expect(
            try Self.changed(Self.choice, Self.rows { Array($0.dropFirst()) })
                == #"{ "match": ["count"], "when": { "*": ["{$count}", "apples"] } }"#
        )
        #expect(
            try Self.changed(Self.choice, Self.rows { [FormRow([.literal("1")], $0[0].text), $0[1]] })
                == Self.choice.replacing(#""one""#, with: #""1""#)
        )
        #expect(
            try Self.changed(Self.choice, Self.rows { [$0[1], $0[0]] })
                == #"{ "match": ["count"], "when": { "*": ["{$count}", "apples"], "one": "{$count} \u0061pple" } }"#
        )
    }

    @Test func `a text that gets forms becomes a choice, and one that loses them a string`() throws {
        let count = FormSelector("count", Message.Function(name: "integer"))
        let made = try Self.changed(#""{$count} new""#) { form in
            try form.depending(onNumber: count, field: Self.fields[0], locale: LocaleTag(unchecked: "en"))
        }
        let value = try JSONValue(parsing: Array(made.utf8))
        #expect(value == ["match": ["count"], "when": ["one": "{$count} new", "*": "{$count} new"]])
        let back = try Self.changed(made) { try $0.independent(of: 0, keeping: .literal("one")) }
        #expect(back == #""{$count} new""#)
    }

    @Test func `a position is chosen by its own forms, which the file says`() throws {
        let ordinal = Message.Function(
            name: "integer",
            options: [Message.Option(name: "select", value: .literal("ordinal"))]
        )
        let made = try Self.changed(#""{$count}.""#) { form in
            try form.depending(
                onNumber: FormSelector("count", ordinal),
                field: Self.fields[0],
                locale: LocaleTag(unchecked: "en")
            )
        }
        let value = try JSONValue(parsing: Array(made.utf8))
        #expect(value["match"] == ["count :integer select=ordinal"])
        #expect(value["when"]?.object?.members.map(\.name) == ["one", "two", "few", "*"])
    }

    @Test func `the chip of an optional field makes two rows at once`() throws {
        let made = try Self.changed(#""Paid {$fee} today""#) { try $0.dependingOnPresence(of: "fee") }
        let value = try JSONValue(parsing: Array(made.utf8))
        #expect(value == ["match": ["fee.present"], "when": ["true": "Paid {$fee} today", "*": "Paid today"]])
    }

    @Test func `source that has its own variants stays source`() throws {
        let source = #"".input {$count :integer}\n.match $count\none {{ {$count} apple}}\n*   {{apples}}""#
        let new = try Self.changed(
            source,
            Self.rows { [$0[0], FormRow($0[1].keys, FormPattern(plain: "{pears}"))] }
        )
        #expect(new == source.replacing("{{apples}}", with: #"{{\\{pears\\}}}"#))
    }

    @Test func `the words of a locked text change, and nothing else of it does`() throws {
        let source = #"".local $x = {$count :integer}\n{{Now { $x } apples}}""#
        let text = try #require(StudioText.one(source, fields: Self.fields))
        guard case .locked(var lock) = text.writing.form.content else {
            Issue.record("this is not locked")
            return
        }
        #expect(lock.reason == .declarations)
        #expect(text.writing.form.json()["source"] == nil)
        let json = text.writing.form.json().text
        #expect(!json.contains("$x"))
        lock.rows[0].text = try FormPattern([.text("Then "), lock.rows[0].text.parts[1], .text(" pears")])
        let bytes = try text.changed(to: TextForm(shape: .string, content: .locked(lock)))
        #expect(
            text.again(in: bytes)?.value
                == source.replacing("Now", with: "Then").replacing("apples", with: "pears")
        )
        lock.rows[0].text = FormPattern(plain: "gone")
        #expect(throws: FormFault.locked) {
            try text.changed(to: TextForm(shape: .string, content: .locked(lock)))
        }
        #expect(throws: FormFault.locked) { try text.changed(to: TextForm(FormPattern(plain: "other"))) }
    }

    @Test(arguments: ["x} {$y", "", "a b", "1 :f"])
    func `a name that isn't one is refused, not written`(name: String) throws {
        let text = try #require(StudioText.one(#""old""#))
        let form = TextForm(try FormPattern([.chip(FormPattern.Chip(.variable(name)))]))
        #expect(throws: FormFault.name) { try text.changed(to: form) }
    }
}
