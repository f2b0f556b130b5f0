import Foundation
import Testing

/// `carillon format` as those who call it see it: a process, lines in, lines out.
struct FormatTests {
    /// What the program answers to lines, and its exit status.
    private func run(_ lines: [String]) throws -> (answers: [String], status: Int32) {
        let process = try CarillonProcess(["format"])
        try process.write(lines.map { $0 + "\n" }.joined())
        let text = try process.end()
        return (text.split(separator: "\n").map(String.init), process.status)
    }

    /// The output and the errors of one line; ids and keys are looked at elsewhere.
    private func answer(_ line: String) throws -> Answer {
        let (answers, _) = try run([line])
        return try JSONDecoder().decode(Answer.self, from: Data(try #require(answers.first).utf8))
    }

    private struct Answer: Decodable, Equatable {
        var output: String
        var errors: [String]
    }

    @Test func `each line is answered by one line, in the same order and with the same id`() throws {
        let (answers, status) = try run([
            #"{"id": 7, "locale": "nb", "src": "Hei {$name}", "params": {"name": "Ada"}, "bidi": "none"}"#,
            #"{"id": "b", "locale": "en", "src": "{$count :integer} files", "params": {"count": 12345}}"#,
            #"{"id": [1, null], "locale": "en", "src": "x", "params": {}}"#,
            #"{"locale": "en", "src": "y"}"#,
        ])
        #expect(
            answers == [
                #"{"id":7,"output":"Hei Ada","errors":[]}"#, #"{"id":"b","output":"12,345 files","errors":[]}"#,
                #"{"id":[1,null],"output":"x","errors":[]}"#, #"{"id":null,"output":"y","errors":[]}"#,
            ]
        )
        #expect(status == 0)
    }

    @Test func `a line is answered before the next one is asked`() throws {
        let process = try CarillonProcess(["format"])
        for turn in 1...3 {
            try process.write("{\"id\": \(turn), \"src\": \"x\"}\n")
            #expect(try process.line() == "{\"id\":\(turn),\"output\":\"x\",\"errors\":[]}")
        }
        #expect(try process.end() == "")
        #expect(process.status == 0)
    }

    @Test func `isolates are there unless bidi is none`() throws {
        let line = #"{"id": 1, "locale": "en", "src": "Hi {$name}", "params": {"name": "Ada"}BIDI}"#
        for (bidi, output) in [
            ("", "Hi \u{2068}Ada\u{2069}"), (#", "bidi": "default""#, "Hi \u{2068}Ada\u{2069}"),
            (#", "bidi": "none""#, "Hi Ada"),
        ] {
            let answer = try answer(line.replacing("BIDI", with: bidi))
            #expect(answer.output.unicodeScalars.elementsEqual(output.unicodeScalars))
        }
    }

    @Test(
        arguments: [
            (#""Ada""#, "Ada"), ("3", "3"), ("-0.50", "-0.5"), ("-0", "-0"),
            ("12345678901234567890123.45", "12,345,678,901,234,567,890,123.45"),
            ("1e3", "1,000"), ("true", "true"), (#"["a", "b", 3]"#, "a, b, and 3"),
            (#"{"value": "12.50", "currency": "NOK"}"#, "NOK\u{A0}12.50"),
            (#"{"value": 1234.5, "currency": "USD"}"#, "$1,234.50"),
            (#"{"value": "0.10", "currency": "USDC"}"#, "USDC\u{A0}0.10"),
            (#"{"instant": "2026-02-25T06:13:20Z"}"#, "Feb 25, 2026, 6:13\u{202F}AM"),
            (#"{"instant": "2026-02-25T07:13:20.5+01:00"}"#, "Feb 25, 2026, 6:13\u{202F}AM"),
        ]
    )
    func `parameters are JSON values, money and points in time`(json: String, output: String) throws {
        let answer = try answer(
            #"{"id": 1, "locale": "en", "src": "{$x}", "params": {"x": \#(json)}, "bidi": "none"}"#
        )
        #expect(answer == Answer(output: output, errors: []))
    }

    @Test(
        arguments: [
            ("{$missing}", "{$missing}", ["unresolved-variable"]),
            ("{$nothing}", "{$nothing}", ["unresolved-variable"]),
            ("{$x :nobody}", "{$x}", ["unknown-function"]),
            ("{|a| :number} {$missing}", "{|a|} {$missing}", ["bad-operand", "unresolved-variable"]),
            ("{$x :number minimumFractionDigits=foo}", "1", ["bad-option"]),
            ("{$thing}", "{$thing}", ["bad-operand"]),
            (
                ".local $s = {$x :number select=$y} .match $s 1 {{one}} * {{any}}", "any",
                ["bad-option", "bad-selector"]
            ),
            // What is wrong with the message itself leaves nothing of it.
            ("{$x", "{\u{FFFD}}", ["syntax-error"]),
            (".match $x * {{a}}", "{\u{FFFD}}", ["missing-selector-annotation"]),
            (".local $a = {1} .local $a = {2} {{a}}", "{\u{FFFD}}", ["duplicate-declaration"]),
            (".input {$x :number} .match $x 1 {{a}}", "{\u{FFFD}}", ["missing-fallback-variant"]),
            (".input {$x :number} .match $x 1 2 {{a}} * {{b}}", "{\u{FFFD}}", ["variant-key-mismatch"]),
            (".input {$x :number} .match $x 1 {{a}} 1 {{b}} * {{c}}", "{\u{FFFD}}", ["duplicate-variant"]),
            ("{$x :number style=a style=b}", "{\u{FFFD}}", ["duplicate-option-name"]),
        ] as [(String, String, [String])]
    )
    func `errors have the suite's names`(source: String, output: String, errors: [String]) throws {
        let answer = try answer(
            #"{"id": 1, "locale": "en", "src": "\#(source)", "bidi": "none","#
                + #" "params": {"x": 1, "y": "exact", "nothing": null, "thing": {"a": 1}}}"#
        )
        #expect(answer == Answer(output: output, errors: errors))
    }

    @Test func `half of a surrogate pair is a fault of the message, and no text of a parameter`() throws {
        func answer(_ source: String) throws -> Answer {
            try self.answer(
                #"{"id": 1, "src": "\#(source)", "bidi": "none", "params": {"\\ud83d\ude00x": "a\ud800b"}}"#
            )
        }
        for half in [#"\ud800"#, #"{\udfff}"#, #"\ud800\ud800"#, #"\\\ud800\u0041"#] {
            #expect(try answer(half) == Answer(output: "{\u{FFFD}}", errors: ["syntax-error"]))
        }
        #expect(try answer(#"\ud83d\ude00 \\\\ud800"#) == Answer(output: "\u{1F600} \\ud800", errors: []))
        let named = #"{"id": 1, "src": "{$x}", "bidi": "none", "params": {"x": "a\ud800b\udc00"}}"#
        #expect(try self.answer(named) == Answer(output: "a\u{FFFD}b\u{FFFD}", errors: []))
    }

    @Test(arguments: ["Mars/Phobos", "zone.tab", "Europe"])
    func `only zones are time zones`(name: String) throws {
        let answer = try answer(
            #"{"id": 1, "src": "{|2026-02-25T06:13:20Z| :datetime timeZone=|\#(name)|}", "bidi": "none"}"#
        )
        #expect(answer == Answer(output: "{|2026-02-25T06:13:20Z|}", errors: ["unsupported-operation"]))
    }

    @Test func `today is the twenty-fifth of February 2026 in UTC, unless the line says otherwise`() throws {
        let line = #"""
            {"id": 1, "locale": "nb", "src": "{$t :carillon:relative}", "bidi": "none",
            "params": {"t": {"instant": "2026-02-25T13:32:00Z"}}MORE}
            """#.replacing("\n", with: " ")
        #expect(try answer(line.replacing("MORE", with: "")).output == "I dag kl. 13:32")
        #expect(try answer(line.replacing("MORE", with: #", "timeZone": "+01:00""#)).output == "I dag kl. 14:32")
        #expect(
            try answer(line.replacing("MORE", with: #", "now": "2026-02-26T12:00:00Z""#)).output == "I går kl. 13:32"
        )
    }

    @Test(
        arguments: [
            ("nonsense", "null", "the line is no JSON object"), ("[1]", "null", "the line is no JSON object"),
            (#"{"id": 3, "locale": "en"}"#, "3", "`src` needs a message"),
            (#"{"id": 3, "src": "x", "bidi": "html"}"#, "3", #"`bidi` is \"default\" or \"none\""#),
            (#"{"id": 3, "src": "x", "locale": 7}"#, "3", "`locale` needs a tag such as nb-NO"),
            (#"{"id": 3, "src": "x", "params": [1]}"#, "3", "`params` needs an object"),
            (#"{"id": 3, "src": "x", "now": "soon"}"#, "3", "`now` needs an instant such as 2026-02-25T12:00:00Z"),
        ]
    )
    func `a line that can't be understood is reported, and the others are answered`(
        line: String,
        id: String,
        message: String
    ) throws {
        let (answers, status) = try run([line, #"{"id": 4, "src": "x"}"#])
        #expect(answers == [#"{"id":\#(id),"error":"\#(message)"}"#, #"{"id":4,"output":"x","errors":[]}"#])
        #expect(status == 1)
    }
}
