import CarillonModel
import CarillonProfiles
import CarillonStudio
import MessageFormat
import Testing

/// What a text is drawn as.
struct FormTests {
    @Test(arguments: [
        (".local $x = {1}\n{{a}}", TextForm.Lock.Reason.declarations), ("{$x :own}", .function("own")),
        ("{:string}", .function("string")), ("{$x @note}", .attributes), ("{#b @note/}", .attributes),
        ("{#b}x", .markup),
        ("{/b}", .markup), ("{#b}{/b}", .markup), ("{#b}x{/b a=1}", .markup), ("{$x", .faulty),
        ("{#b}x{/i}", .markup),
        (".input {$a :string}\n.input {$b :string}\n.input {$c :string}\n.match $a $b $c\n* * * {{x}}", .selectors),
    ])
    func `what a form can't show is locked, with the reason`(source: String, reason: TextForm.Lock.Reason) {
        guard case .locked(let lock) = TextForm(source: source).content else {
            Issue.record("\(source) is not locked")
            return
        }
        #expect(lock.reason == reason)
        #expect(lock.source == source)
    }

    @Test func `marks are ranges of parts, in whatever order they nest`() throws {
        let source = "{#p}Hello {#b}{$name}{/b}{/p}{#br /}{#link route=order id=$id}{#b}go{/b}{/link}"
        let form = TextForm(source: source)
        guard case .text(let text) = form.content else {
            Issue.record("this is locked")
            return
        }
        #expect(text.marks.map(\.name) == ["p", "b", "link", "b"])
        #expect(text.marks.map(\.range) == [0..<2, 1..<2, 3..<4, 3..<4])
        #expect(try form.message(fields: []).description == Message.parse(source).message?.description)
        #expect(try TextForm(json: form.json(), over: nil) == form)
    }

    @Test func `marks that overlap or are around nothing are refused`() throws {
        let parts: [FormPattern.Part] = [.text("a"), .text("b"), .text("c")]
        func mark(_ name: String, _ range: Range<Int>) -> FormPattern.Mark { FormPattern.Mark(name, over: range) }
        #expect(throws: FormFault.overlap("i")) { try FormPattern(parts, marks: [mark("b", 0..<2), mark("i", 1..<3)]) }
        #expect(throws: FormFault.mark("b")) { try FormPattern(parts, marks: [mark("b", 1..<1)]) }
        #expect(throws: FormFault.mark("b")) { try FormPattern(parts, marks: [mark("b", 2..<4)]) }
        #expect(throws: FormFault.mark("b")) { try FormPattern([.text("")], marks: [mark("b", 0..<1)]) }
        let text = try FormPattern([.text("a"), .text(""), .text("b"), .text("c")], marks: [mark("b", 2..<4)])
        #expect(text.parts == [.text("a"), .text("bc")])
        #expect(text.marks.map(\.range) == [1..<2])
    }

    @Test(arguments: [
        #"{"shape": "string", "form": "text"}"#, #"{"shape": "s", "form": "text", "parts": []}"#,
        #"{"shape": "string", "form": "text", "parts": [1]}"#,
        #"{"shape": "string", "form": "text", "parts": [{"chip": {}}]}"#,
        #"{"shape": "string", "form": "text", "parts": ["a"], "marks": [{"mark": "b", "from": 0, "upTo": 2}]}"#,
        #"{"shape": "string", "form": "text", "parts": ["a"], "marks": [{"mark": "b", "from": 5, "upTo": 1}]}"#,
        #"{"shape": "string", "form": "text", "parts": [{"frozen": 0}]}"#,
        #"{"shape": "choice", "form": "rows", "selectors": [], "rows": []}"#,
        #"{"shape": "choice", "form": "rows", "selectors": [{"field": "n", "function": {}}], "rows": []}"#,
        #"{"shape": "choice", "form": "rows", "selectors": [{"field": "n", "function": {"name": "x"}}], "rows": []}"#,
        #"{"shape": "string", "form": "locked", "rows": []}"#, "[]", "null",
    ])
    func `what isn't a form is refused`(json: String) throws {
        let value = try JSONValue(parsing: Array(json.utf8))
        #expect(throws: FormFault.self) { try TextForm(json: value, over: nil) }
    }

    @Test func `rows need keys, one rest, and no doubles`() throws {
        let selector = FormSelector("n", Message.Function(name: "integer"))
        let rest = FormRow([.catchAll], FormPattern(plain: "x"))
        #expect(throws: FormFault.noRest) { try FormRows([selector], [FormRow([.literal("one")], rest.text)]) }
        #expect(throws: FormFault.duplicate("*")) { try FormRows([selector], [rest, rest]) }
        #expect(throws: FormFault.keys) { try FormRows([selector, selector], [rest]) }
        #expect(throws: FormFault.selectors) { try FormRows([], [rest]) }
        #expect(throws: FormFault.selectors) { try FormRows([selector, selector, selector], [rest]) }
    }
}
