import CarillonDiagnostics
import CarillonModel
import Testing

@testable import CarillonProfiles

private func read(_ bytes: [UInt8]) -> (root: JSONNode?, slugs: [String]) {
    var sources = SourceSet()
    let source = sources.add(SourceFile(path: "test.json", content: bytes))
    let (root, diagnostics) = JSONReader.read(bytes, source: source)
    return (root, diagnostics.map(\.code.slug))
}

private func slugs(_ text: String) -> [String] { read(Array(text.utf8)).slugs }

@Test(arguments: [
    "{}", "[]", "0", "-0", "1.50", "1e+3", "-12.5E-7", "null", "true", "false", "\"\"", #""\u00e9\ud83d\ude80\/\b""#,
    " \t\r\n[1, [2, {\"a\": {}}]]\n", #"{"a":1,"b":[true,null],"":""}"#, "\"é🚀\u{2028}\u{7f}\"",
])
func `what RFC 8259 allows is read without a word`(text: String) throws {
    let (root, slugs) = read(Array(text.utf8))
    #expect(slugs == [])
    #expect(root?.value == (try JSONValue(parsing: text.utf8)))
}

@Test(arguments: [
    ("", ["empty-file"]), (" \n", ["empty-file"]), (#"{"a":1 "b":2}"#, ["missing-comma"]),
    ("[1 2\n3]", ["missing-comma", "missing-comma"]), ("[1,]", ["extra-comma"]), ("[,1]", ["extra-comma"]),
    ("[1,,2]", ["extra-comma"]), (#"{"a":1,}"#, ["extra-comma"]), (#"{"a" 1}"#, ["missing-colon"]),
    (#"{"a"}"#, ["missing-colon"]), (#"{"a" = 1}"#, ["missing-colon"]), (#"{"a":}"#, ["missing-value"]),
    (#"{"a":,"b":1}"#, ["missing-value"]), ("{\"a\":[1,2", ["unclosed-bracket"]), ("[", ["unclosed-bracket"]),
    ("[1}", ["wrong-bracket"]), (#"{"a":[1}, "b":2}"#, ["wrong-bracket"]), (#"[{"a":[1}, {"b":2}]"#, ["wrong-bracket"]),
    (#"{"a":{"b":1], "c":2}"#, ["wrong-bracket"]), ("{} {}", ["text-after-end"]),
    ("[01]", ["bad-number"]), ("[1.]", ["bad-number"]), ("[.5]", ["bad-number"]), ("[+1]", ["bad-number"]),
    ("[0x1F]", ["bad-number"]), ("[1e]", ["bad-number"]), ("[-]", ["bad-number"]), ("[1_000]", ["bad-number"]),
    ("[-Infinity]", ["bad-number"]), ("[NaN]", ["bad-word"]), ("[True]", ["bad-word"]), ("[nul]", ["bad-word"]),
    (#"["\x"]"#, ["bad-escape"]), (#"["\u12"]"#, ["bad-escape"]), (#"["\u12G4"]"#, ["bad-escape"]),
    (#"["\é"]"#, ["bad-escape"]), (#"["\ud800"]"#, ["lone-surrogate"]), (#"["\udc00"]"#, ["lone-surrogate"]),
    (#"["\ud800\u0041"]"#, ["lone-surrogate"]), (#"["\ud800\ud800"]"#, ["lone-surrogate", "lone-surrogate"]),
    ("[\"a\tb\"]", ["control-character"]), ("[\"a\u{0}b\"]", ["nul-character"]), ("[\u{0}]", ["nul-character"]),
    ("[\"a", ["unclosed-string"]), ("{\"a\": \"x,\n \"b\": 1}", ["unclosed-string"]),
    ("// c\n{}", ["comment"]), ("{} /* c */", ["comment"]), ("{ # c\n}", ["comment"]),
    ("/* never ends", ["comment", "empty-file"]),
    ("['a', \"b\"]", ["wrong-quotes"]), ("{a: 1}", ["unquoted-name"]), ("{1: 1}", ["unquoted-name"]),
    (#"{"a":1,"a":2}"#, ["duplicate-key"]), ("[=high]", ["unexpected-character"]),
    ("{[1]: 2}", ["unexpected-character"]),
    ("\u{FEFF}{}", ["byte-order-mark"]), ("}", ["missing-value", "text-after-end"]),
    ("[1:2]", ["unexpected-character"]),
])
func `a fault of syntax is one diagnostic`(text: String, expected: [String]) {
    #expect(slugs(text) == expected)
}

@Test func `ten faults give ten diagnostics in their order`() {
    let text = """
        {
          "a": 01,
          "b": True,
          'c': 1,
          "d": "\\x",
          "e" 1,
          f: 1,
          "g": [1,],
          "h": "\\ud800",
          "i": ,
          "j": 1 "k": 2
        }
        """
    #expect(
        slugs(text) == [
            "bad-number", "bad-word", "wrong-quotes", "bad-escape", "missing-colon", "unquoted-name", "extra-comma",
            "lone-surrogate", "missing-value", "missing-comma",
        ]
    )
}

@Test func `what stands around a fault is still read`() throws {
    let (root, _) = read(Array(#"{"a": [1, 2}, "b": {"c": tru, "d": 4}, "e": 5}"#.utf8))
    let node = try #require(root)
    #expect(node["a"]?.elements.map(\.integer) == [1, 2])
    #expect(node.node(at: [.name("b"), .name("d")])?.integer == 4)
    #expect(node["b"]?["c"]?.isBroken == true)
    #expect(node["e"]?.integer == 5)
}

@Test func `a file in another encoding is told apart`() {
    #expect(read([0xFF, 0xFE, 0x7B, 0x00]).slugs == ["not-utf8"])
    #expect(read(Array("{\"a\": \"caf".utf8) + [0xE9] + Array("\"}".utf8)).slugs == ["not-utf8"])
    #expect(read([0x22, 0xC0, 0x80, 0x22]).slugs == ["not-utf8"])
    #expect(read([0x22, 0xED, 0xA0, 0x80, 0x22]).slugs == ["not-utf8"])
}

@Test(arguments: ["[", "{\"a\":", "[{\"a\":["])
func `a hundred thousand levels of nesting are one diagnostic`(bracket: String) {
    #expect(slugs(String(repeating: bracket, count: 100_000)) == ["too-deep"])
}

@Test func `deep but closed nesting loses only what is too deep`() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let (root, found) = read(Array("{\"a\": \(deep), \"b\": 1}".utf8))
    #expect(found == ["too-deep"])
    #expect(root?["b"]?.integer == 1)
}

@Test func `a file full of faults ends quickly`() {
    #expect(slugs(String(repeating: "]", count: 1_000_000)).count <= 2)
    #expect(slugs("[" + String(repeating: "x ", count: 500_000)).count == JSONReader.faultLimit + 1)
    #expect(slugs("[" + String(repeating: "\"a\" ", count: 500_000)).last == "too-many-faults")
}

@Test func `positions are byte ranges`() throws {
    let (root, _) = read(Array(#"{"é": [10, "x\n"]}"#.utf8))
    let member = try #require(root?.members.first)
    #expect(member.nameRange == 1..<5)
    #expect(member.value.range == 7..<18)
    #expect(member.value.elements.map(\.range) == [8..<10, 12..<17])
}

@Test(arguments: [
    (#""abc""#, 1..<2, 2..<3), (#""a\nb""#, 1..<2, 2..<4), (#""a\nb""#, 2..<3, 4..<5), (#""\u00e9x""#, 0..<2, 1..<7),
    (#""\u00e9x""#, 2..<3, 7..<8), (#""\ud83d\ude80x""#, 4..<5, 13..<14), (#""\"q\"""#, 1..<2, 3..<4),
    (#""abc""#, 3..<3, 4..<4), (#""éa""#, 2..<3, 3..<4), (#""\\{a}""#, 1..<4, 3..<6),
])
func `places within a string's value are found in the file`(text: String, value: Range<Int>, file: Range<Int>) {
    let bytes = Array(text.utf8)
    #expect(JSONStringMap(0..<bytes.count, in: bytes).fileRange(value) == file)
}

@Test(arguments: [
    "\"", "\"\"", "'", "' ", "\"\u{0}", "\u{0}", "\"\u{1}\u{2}", ":", ",", "}", "]", "{", "[", "x", "x:", "\"a\" ", "“",
    "“”", "\\",
    "\"\\x", "-", "1 ", "{\"a\" ", "[1 ", "'a':", "\"a\"=", "/**/", "#\n", "\n\"", "é", "\"\\ud800",
])
func `with too many faults what is read ends within the file`(piece: String) {
    func check(_ node: JSONNode, _ count: Int) {
        #expect(node.range.upperBound <= count)
        for member in node.members {
            #expect(member.nameRange.upperBound <= count)
            check(member.value, count)
        }
        for element in node.elements { check(element, count) }
    }
    for start in ["", "{", "[", "{\"a\": {\"b\": ", "{\"a\": \""] {
        for count in [JSONReader.faultLimit - 1, JSONReader.faultLimit, 2 * JSONReader.faultLimit + 1] {
            let bytes = Array((start + String(repeating: piece, count: count)).utf8)
            var sources = SourceSet()
            let source = sources.add(SourceFile(path: "test.json", content: bytes))
            let (root, diagnostics) = JSONReader.read(bytes, source: source)
            if let root { check(root, bytes.count) }
            for diagnostic in diagnostics { #expect(diagnostic.primary.span.range.upperBound <= bytes.count) }
        }
    }
}

@Test func `thousands of crossed brackets take the time of their bytes`() {
    // Counting those behind each would take minutes.
    let text = "{\"a\": " + String(repeating: "{\"a\":[{\"b\":[}]}", count: 60_000)
    #expect(slugs(text).contains("wrong-bracket"))
}
