import CarillonModel
import CarillonProfiles
import Testing

private let scope = TemplateScope(
    JSONObject([
        .init("id", "x-1"), .init("count", 3), .init("fee", ["value": "12.50", "currency": "NGN"]),
        .init("at", "2026-02-25T06:13:20Z"), .init("gone", .null), .init("evil", "{id}"),
        .init("items", [["n": 1, "name": "a"], ["n": 2]]),
    ])
)

@Test(arguments: [
    ("a-{id}", "a-x-1"), ("{count}", "3"), ("{fee}", "12.50 NGN"), ("{fee.value}", "12.50"), ("{{id}}", "{id}"),
    ("{at.epochMillis}", "1772000000000"), ("{at.iso}", "2026-02-25T06:13:20Z"), ("{evil}{evil}", "{id}{id}"), ("", ""),
])
func `placeholders are filled in once`(source: String, text: String) throws {
    #expect(try PlaceholderText(source).resolved(in: scope) == text)
}

@Test(arguments: ["{gone}", "{nowhere}", "{id.more}", "x{items.n}"])
func `a placeholder without a value leaves nothing of its text`(source: String) throws {
    #expect(try PlaceholderText(source).resolved(in: scope) == nil)
}

@Test(arguments: [
    ("a{b", PlaceholderFault.Kind.unclosed, 1..<3), ("a}b", .strayBrace, 1..<2), ("{}", .badPath, 0..<2),
    ("{a b}", .badPath, 0..<5), ("{a..b}", .badPath, 0..<6), ("é{", .unclosed, 2..<3),
])
func `braces that don't match are found`(source: String, kind: PlaceholderFault.Kind, range: Range<Int>) {
    #expect(throws: PlaceholderFault(kind: kind, range: range)) { try PlaceholderText(source) }
}

private func text(_ source: String) throws -> JSONTemplate { .text(try PlaceholderText(source)) }

@Test func `a template keeps JSON types for answers and writes text for apps`() throws {
    let template = JSONTemplate.object([
        .init("id", try text("{id}")), .init("count", try text("{count}")), .init("gone", try text("{gone?}")),
        .init("fixed", .constant(true)),
    ])
    #expect(template.resolved(in: scope, wholeValues: .asJSON) == ["id": "x-1", "count": 3, "fixed": true])
    #expect(template.resolved(in: scope, wholeValues: .asText) == ["id": "x-1", "count": "3", "fixed": true])
}

@Test func `each maps a list and still sees what is around it`() throws {
    let path = try #require(FieldPath("items"))
    let template = JSONTemplate.each(
        path,
        .object([.init("n", try text("{n}")), .init("of", try text("{id}-{name?}"))])
    )
    #expect(template.resolved(in: scope, wholeValues: .asJSON) == [["n": 1, "of": "x-1-a"], ["n": 2]])
}
