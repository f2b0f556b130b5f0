import CarillonModel
import Testing

struct LinearPatternTests {
    @Test(arguments: [
        ("", ["": true, "a": false]),
        ("abc", ["abc": true, "ab": false, "abcd": false]),
        (#"\+[1-9][0-9]{6,14}"#, ["+4790012345": true, "+0790012345": false, "4790012345": false, "+123456": false]),
        ("(SM|MM)[0-9a-f]{4}", ["SM00ff": true, "MM00ff": true, "XM00ff": false, "SM00f": false]),
        ("a?b*c+", ["c": true, "abbcc": true, "abb": false, "aac": false]),
        ("[^/]+", ["a.b": true, "a/b": false, "": false, "å": true]),
        (#"[\w.-]+"#, ["a_b.c-d": true, "a b": false]),
        (#"\d{3}\s\."#, ["123 .": true, "12 .": false]),
        ("(a|b|)c", ["ac": true, "c": true, "abc": false]),
        ("x{2}|y{2,}", ["xx": true, "xxx": false, "yyyy": true, "y": false]),
        ("[a-]", ["-": true, "a": true, "b": false]),
    ])
    func `a pattern matches the whole text or not at all`(pattern: String, cases: [String: Bool]) throws {
        let pattern = try #require(LinearPattern(pattern))
        for (text, isMatch) in cases { #expect(pattern.matches(text) == isMatch, "\(pattern.source) \(text)") }
    }

    @Test(arguments: [
        "(", ")", "[", "[]", "a**", "a{2", "a{3,2}", "{2}", "*", #"\1"#, #"\b"#, "^a$", "(?=a)", "a{99999}", "[z-a]",
        "((((a{60}){60}){60}){60})",
    ])
    func `what can't be matched in linear time, or can't be read, is no pattern`(pattern: String) {
        #expect(LinearPattern(pattern) == nil)
    }

    @Test func `groups nest only so deep`() {
        let depth = 5000
        let nested = String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
        #expect(LinearPattern(nested) == nil)
    }

    @Test func `a text made to slow patterns down is read once`() throws {
        let pattern = try #require(LinearPattern("(a*)*(a|a)*b"))
        #expect(!pattern.matches(String(repeating: "a", count: 20000)))
    }
}
