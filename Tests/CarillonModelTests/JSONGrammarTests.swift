import CarillonModel
import Testing

/// Escapes and numbers, as both readers of JSON understand them.
struct JSONGrammarTests {
    @Test(
        arguments: [
            (#"\""#, .scalar("\"", length: 2)), (#"\/"#, .scalar("/", length: 2)),
            (#"\b"#, .scalar("\u{8}", length: 2)),
            (#"\n tail"#, .scalar("\n", length: 2)), (#"\u00e9"#, .scalar("é", length: 6)),
            (#"\uD83D\uDE00"#, .scalar("😀", length: 12)),
            (#"\q"#, .unknown(length: 2)), (#"\é!"#, .unknown(length: 3)), (#"\"#, .unknown(length: 1)),
            ("\\\nx", .unknown(length: 1)), (#"\u12"#, .unknown(length: 4)), (#"\u12g4"#, .unknown(length: 4)),
            (#"\u+123"#, .unknown(length: 2)),
            (#"\uD83D"#, .loneSurrogate(length: 6)), (#"\uDE00\uD83D"#, .loneSurrogate(length: 6)),
            (#"\uD83D\u0041"#, .loneSurrogate(length: 6)), (#"\uD83D\n"#, .loneSurrogate(length: 6)),
        ] as [(String, JSONEscape)]
    )
    func `an escape stands for a character, or is wrong, for so many bytes`(text: String, escape: JSONEscape) {
        #expect(JSONEscape(in: Array(text.utf8), at: 0) == escape)
        #expect(JSONEscape(in: Array("\"ab\(text)".utf8), at: 3) == escape)
    }

    @Test(
        arguments: [
            ("0", 1), ("-0", 2), ("12,", 2), ("-1.50]", 5), ("1e5", 3), ("1E+05 ", 5), ("2.5e-3", 6), ("1-2", 1),
            ("01", nil), ("-", nil), ("+1", nil), (".5", nil), ("1.", nil), ("1.e5", nil), ("1e", nil), ("1e+", nil),
        ] as [(String, Int?)]
    )
    func `a number ends where its form ends`(text: String, end: Int?) {
        #expect(JSONNumber.end(in: Array(text.utf8), from: 0) == end)
        #expect(JSONNumber.end(in: Array(" \(text)".utf8), from: 1) == end.map { $0 + 1 })
    }
}
