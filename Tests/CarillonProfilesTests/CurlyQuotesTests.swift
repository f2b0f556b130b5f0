import CarillonDiagnostics
import CarillonModel
import Testing

@testable import CarillonProfiles

/// Files that a word processor has been at.
struct CurlyQuotesTests {
    @Test(arguments: [
        (#"{ “title”: “Order paid”, “n”: [1, “two”] }"#, #"{ "title": "Order paid", "n": [1, "two"] }"#),
        (#"{ "title": “Order paid” }"#, #"{ "title": "Order paid" }"#),
        ("{ „title“: „Bezahlt“ }", #"{ "title": "Bezahlt" }"#),
        ("{ ‘title’: ‘It’s paid’ }", #"{ "title": "It’s paid" }"#),
        (#"{ “title”: “He said “yes” to it” }"#, #"{ "title": "He said “yes” to it" }"#),
        (#"{ “title”: “A 5" pipe”, "b": 1 }"#, #"{ "title": "A 5\" pipe", "b": 1 }"#),
        ("{ “a”: “x”,\n  “b”: “y” }", "{ \"a\": \"x\",\n  \"b\": \"y\" }"),
        (#"{ “a”: “x\n\u00e9” }"#, #"{ "a": "x\n\u00e9" }"#),
    ])
    func `curly quotes are one fault, and one fix makes the file whole`(text: String, whole: String) throws {
        let (root, diagnostics) = read(text)
        #expect(diagnostics.map(\.code.number) == ["T0020"])
        let fix = try #require(diagnostics.first?.fixes.first)
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(fix.span.range, with: Array(fix.replacement.utf8))
        #expect(String(decoding: bytes, as: UTF8.self) == whole)
        #expect(read(whole).diagnostics == [])
        #expect(root?.value == (try JSONValue(parsing: whole.utf8)))
    }

    @Test func `curly quotes within words are right`() {
        #expect(read(#"{ "title": "“Lamp” is ‘here’" }"#).diagnostics == [])
    }

    @Test func `other faults of such a file are still told`() {
        let codes = read("{ “a”: “x”,\n  “b”: 01,\n  “c”: “y }").diagnostics.map(\.code.number)
        #expect(Set(codes) == ["T0020", "T0013", "T0018"])
    }

    @Test func `a whole folder that went through a word processor is one fault a file`() {
        let folder = WrittenShop().with(
            "templates/de.json",
            """
            {“locale”: “de”, “messages”: {
              “order.paid”: {“title”: “Bezahlt”, “body”: “{$item} ist unterwegs”},
              “order.note”: {“title”: “{$words}”}}}
            """
        )
        #expect(folder.codes == ["T0020"])
    }

    private func read(_ text: String) -> (root: JSONNode?, diagnostics: [Diagnostic]) {
        let bytes = Array(text.utf8)
        var sources = SourceSet()
        let source = sources.add(SourceFile(path: "test.json", content: bytes))
        return JSONReader.read(bytes, source: source)
    }
}
