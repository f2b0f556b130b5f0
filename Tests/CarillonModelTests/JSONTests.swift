import CarillonModel
import Testing

@Test(arguments: [
    #"{"a":[1,2.50,-0,1e+3],"b":"é\n\"","c":null,"d":true}"#, "[]", "\"\"", "0", #"{"a":{}}"#,
    #""\u0000 a\u001f\\b\t\"\r""#,
])
func `JSON is written as it was read`(text: String) throws {
    #expect(try JSONValue(parsing: text.utf8).text == text)
}

@Test(arguments: [
    ("", JSONSyntaxError.Kind.empty, 0),
    ("{", .unexpectedEnd, 1),
    ("[1,]", .unexpectedByte, 3),
    ("01", .badNumber, 0),
    ("1.", .badNumber, 0),
    ("nul", .badLiteral, 0),
    (#""\x""#, .badEscape, 1),
    (#""\ud800""#, .loneSurrogate, 1),
    ("\"\u{1}\"", .controlCharacter, 1),
    (#"{"a":1,"a":2}"#, .duplicateName("a"), 7),
    ("1 2", .trailingText, 2),
    ("\u{FEFF}1", .byteOrderMark, 0),
])
func `JSON outside RFC 8259 is refused where it goes wrong`(text: String, kind: JSONSyntaxError.Kind, offset: Int) {
    #expect(throws: JSONSyntaxError(kind: kind, offset: offset)) { try JSONValue(parsing: text.utf8) }
}

@Test(arguments: [0, 15, 16, 17, 39])
func `a name that stands twice is found in objects of any size`(place: Int) {
    let names = (0..<40).map { "name-\($0)" } + ["name-\(place)"]
    let text = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    let offset = text.utf8.count - "\"name-\(place)\":1}".utf8.count
    #expect(throws: JSONSyntaxError(kind: .duplicateName("name-\(place)"), offset: offset)) {
        try JSONValue(parsing: text.utf8)
    }
}

@Test func `nesting deeper than the limit is refused without a crash`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONSyntaxError(kind: .tooDeep(limit: 64), offset: 64)) { try JSONValue(parsing: deep.utf8) }
}

@Test func `a surrogate pair becomes one character`() throws {
    #expect(try JSONValue(parsing: #""\ud83d\ude80""#.utf8) == "🚀")
}

/// RFC 7396, appendix A.
@Test(arguments: [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
])
func `a merge patch is applied as RFC 7396 says`(target: String, patch: String, result: String) throws {
    let merged = try JSONValue(parsing: target.utf8).merging(JSONValue(parsing: patch.utf8))
    #expect(merged.text == result)
}

/// Strings are read and written eight bytes at a time: what matters may stand anywhere among them.
@Test(arguments: [
    ("\"", #"\""#), ("\\", #"\\"#), ("\u{1F}", #"\u001f"#), ("\0", #"\u0000"#), ("\n", #"\n"#), (" ", " "), ("!", "!"),
    ("#", "#"),
    ("[", "["), ("]", "]"), ("\u{7F}", "\u{7F}"), ("\u{A0}", "\u{A0}"), ("é", "é"), ("🔔", "🔔"),
])
func `a character is written and read as it must be wherever it stands`(character: String, written: String) throws {
    for before in 0..<18 {
        for after in 0..<18 {
            for other in ["a", "ø"] {
                let (start, end) = (String(repeating: other, count: before), String(repeating: other, count: after))
                let text = start + character + end + character
                #expect(JSONValue.string(text).text == "\"" + start + written + end + written + "\"")
                #expect(try JSONValue(parsing: JSONValue.string(text).utf8) == .string(text))
            }
        }
    }
}

@Test func `a control character in a string is found wherever it stands`() {
    for place in 0..<30 {
        let text = "\"" + String(repeating: "a", count: place) + "\u{1}aaaaaaaaaaaaaaaa\""
        #expect(throws: JSONSyntaxError(kind: .controlCharacter, offset: place + 1)) {
            try JSONValue(parsing: text.utf8)
        }
    }
}
