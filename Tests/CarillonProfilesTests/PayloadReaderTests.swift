import CarillonModel
import CarillonProfiles
import Testing

private let locales = Locales(default: "en", supported: ["en", "ar"])

private let fields = [
    PayloadField("id", .uuid),
    PayloadField("name", .text(maxLength: 5)),
    PayloadField("count", .integer(0...10)),
    PayloadField("fee", .money, isOptional: true),
    PayloadField("role", .choice(["owner", "guest"])),
    PayloadField("due", .instant, isOptional: true),
    PayloadField("tags", .list(of: .text(maxLength: 3), maxItems: 3), isOptional: true),
    PayloadField("words", .localizedText(maxLength: 10), isOptional: true),
]

private func read(_ text: String) throws -> Payload {
    try PayloadReader(fields, locales: locales).read(JSONValue(parsing: text.utf8), at: "/data")
}

@Test func `a payload becomes typed values`() throws {
    let payload = try read(
        """
        {"id": "660E8400-e29b-41d4-a716-446655440001", "name": "Ada", "count": 3, "role": "owner", "due": null,
         "fee": {"minor": 1250, "currency": "NGN"}, "tags": ["a", "b"], "words": {"ar": "مرحبا"}}
        """
    )
    #expect(payload["id"] == .uuid("660e8400-e29b-41d4-a716-446655440001"))
    #expect(payload["count"] == .integer(3))
    #expect(payload["fee"] == Money(value: "12.50", currency: "NGN").map { .money($0) })
    #expect(payload["tags"] == .list([.text("a"), .text("b")]))
    #expect(payload["due"] == nil)
    #expect(payload["words"]?.json(for: ["en"]) == "مرحبا")
}

@Test func `all faults are reported at once with their places`() throws {
    let text = """
        {"id": "660e", "name": "longer", "count": 11, "role": "boss", "due": "soon", "tags": ["a", "long", 3],
         "words": {"fr": "salut"}, "fee": {"value": 12.5, "currency": "NGN"}, "extra/x": 1}
        """
    let faults = try #require(#expect(throws: Faults.self) { try read(text) }).faults
    #expect(
        faults.map { "\($0.pointer) \($0.code.rawValue)" } == [
            "/data/id bad-format", "/data/name too-long", "/data/count out-of-range", "/data/fee/value bad-format",
            "/data/role not-allowed", "/data/due bad-format", "/data/tags/1 too-long", "/data/tags/2 wrong-type",
            "/data/words/fr not-allowed", "/data/extra~1x unknown-field",
        ]
    )
}

@Test func `what is missing is named`() throws {
    let faults = try #require(#expect(throws: Faults.self) { try read("{}") }).faults
    #expect(faults.map(\.pointer) == ["/data/id", "/data/name", "/data/count", "/data/role"])
    #expect(faults.allSatisfy { $0.code == .missing })
}

@Test func `a fault never repeats the value`() throws {
    let text = #"{"id": "hush-hush", "name": "hush-hush", "count": "hush-hush", "role": "hush-hush"}"#
    let faults = try #require(#expect(throws: Faults.self) { try read(text) }).faults
    #expect(faults.count == 4)
    #expect(!faults.contains { $0.message.contains("hush") })
}

@Test(arguments: ["1.5", "1e-1", "\"1\"", "9223372036854775808", "true"])
func `an integer is a number without a fraction`(number: String) throws {
    let reader = PayloadReader([PayloadField("n", .integer(.min ... .max))], locales: locales)
    #expect(throws: Faults.self) { try reader.read(JSONValue(parsing: "{\"n\": \(number)}".utf8)) }
}

@Test func `control characters are refused, or removed where the tenant strips tags`() throws {
    let field = [PayloadField("t", .text(maxLength: 50))]
    let json: JSONValue = ["t": "a\u{7}<b>c</b>\u{9B}"]
    #expect(throws: Faults.self) { try PayloadReader(field, locales: locales).read(json) }
    let payload = try PayloadReader(field, locales: locales, stripsTags: true).read(json)
    #expect(payload["t"] == .text("ac"))
}

@Test(arguments: [
    ("a < b > c", "a < b > c"), ("<script>alert(1)</script>x", "x"), ("<scr<b>ipt>x", "x"), ("<<b>a>x", "x"),
    ("tail <img src=", "tail < img src="), ("<!-- c -->1", "1"), ("3 <4", "3 <4"), ("<>", "<>"), ("a<b", "a<b"),
    ("if a<b then c", "if a< b then c"), ("a<b<c d", "a<b<c d"), ("x </b", "x < /b"), ("<é>", "<é>"),
    ("a<b>c<d", "ac<d"),
    ("<\u{202E}b>\u{202C}x", "x"), ("<b title=\"\u{202C}\">\u{202E}x", "x"), ("<\u{202E}b", "<b"),
    ("a\u{2028}b\u{2029}c", "a\nb\nc"),
    ("x<!-- a > <b>b</b> -->y", "xy"), ("x<!-- a > b", "x< !-- a > b"), ("x<!-->y", "xy"),
    ("a <!doctype html>b", "a b"),
    ("x<STYLE>p { top: 1 }</style >y", "xy"), ("x<script>y", "xy"), ("<style>a</script>b</style>c", "c"),
    ("<x onclick=alert(1)>y", "y"), ("<x/onclick=alert(1)>y", "y"), ("<x onclick=\"y", "< x onclick=\"y"),
    ("<i<b>mg src=x onerror=alert(1)>y", "y"), ("<b <iPhone>", "< b <iPhone>"), ("a</p >b<BR/>c", "abc"),
])
func `markup is stripped and what is left holds none`(text: String, stripped: String) {
    #expect(Sanitizer.strippingTags(from: text) == stripped)
}

@Test(arguments: [
    "<iPhone>", "<iPhone 15> & <Galaxy>", "</iPhone>", "I </3 you", "<Anna and Bob>", "<b=c>", "x <!> y", "what <?>",
    "<blockquotes>", "a <-> b", "<https://example.com/a>", "<\u{202E}\u{202C}iPhone>",
])
func `what only looks like markup stays`(text: String) {
    #expect(Sanitizer.strippingTags(from: text) == text)
}

@Test(arguments: [
    ("<b></b>", "< b>< /b>"), ("<script>alert(1)</script>", "< script>alert(1)< /script>"),
    ("<img src=x>", "< img src=x>"),
    (" <!-- c --> ", " < !-- c --> "), ("\u{200B}<i>\u{202E}", "\u{200B}< i>"),
])
func `no text becomes empty: what is markup and nothing else is made text`(text: String, kept: String) {
    #expect(Sanitizer.strippingTags(from: text) == kept)
    #expect(Sanitizer.strippingTags(from: kept) == kept)
}

@Test(arguments: [
    ("\u{202E}evil", "evil"), ("a\u{202C}b\u{2069}c", "abc"), ("\u{202B}abc\u{202C}", "\u{202B}abc\u{202C}"),
    ("\u{2067}مرحبا\u{2069} \u{2068}x", "\u{2067}مرحبا\u{2069} x"),
    ("\u{2067}a\u{202E}b\u{2069}c\u{202C}", "\u{2067}ab\u{2069}c"),
    ("\u{202A}\u{2066}a\u{202C}\u{2069}b\u{202C}", "\u{202A}\u{2066}a\u{2069}b\u{202C}"),
    ("\u{200F}\u{200E}\u{61C}a", "\u{200F}\u{200E}\u{61C}a"), ("“a”…", "“a”…"),
])
func `directional formatting is closed in the words it stands in, and pairs stay`(text: String, stripped: String) {
    #expect(Sanitizer.strippingTags(from: text) == stripped)
}

@Test func `stripping a hundred thousand marks takes no time`() {
    for mark in ["\u{202E}", "\u{2069}", "<\u{202E}", "\u{2067}\u{202E}", "\u{2067}<"] {
        let left = Sanitizer.strippingTags(from: String(repeating: mark, count: 100_000))
        #expect(left.unicodeScalars.allSatisfy { $0 == "<" })
    }
}

@Test(arguments: [
    ("<a ", ">", ""), ("<x ", ">", "<x "), ("<!-- ", ">", "< !-- "), ("<x =", ">", ""), ("<script>", "</style>", ""),
    ("<b\u{2067}", "\u{2069}>", ""),
])
func `stripping a hundred thousand open brackets takes no time`(open: String, close: String, beginning: String) {
    let hostile = "x" + String(repeating: open, count: 100_000) + String(repeating: close, count: 100_000)
    let left = Sanitizer.strippingTags(from: hostile)
    #expect(left.hasPrefix("x" + beginning) && (left.count == 1) == beginning.isEmpty)
}

@Test(arguments: [
    ("ada@example.org", true), ("a.b+c@mail.example.org", true), ("ada", false), ("ada@localhost", false),
    ("a@b@c.de", false), (".a@b.de", false), ("a@-b.de", false), ("a b@c.de", false),
    ("ünï@e.example", true), ("x@bücher.example", true), ("用户@例子.广告", true), ("x@bücher", false),
    ("a\u{200B}b@c.example", false), ("a\u{A0}b@c.example", false), ("a\u{85}b@c.example", false),
    ("a@b\u{202E}.example", false), ("a@b\u{3002}example", false), ("a@-ü.example", false), ("a@ü_.example", false),
    ("x@\(String(repeating: "ü", count: 64)).example", false),
])
func `an e-mail address is recognised`(text: String, isEmail: Bool) {
    let reader = PayloadReader([PayloadField("e", .email)], locales: locales)
    let payload = try? reader.read(["e": .string(text)])
    #expect((payload != nil) == isEmail)
}

@Test(arguments: [
    ("https://acme.example/a?b=c#d", true), ("http://acme.example:8080", true),
    ("https://acme.example/%C3%A9#%C3%A9", true),
    ("https://acme.example/#é", false), ("https://acme.example/#a b", false), ("https://acme.example/a\\b", false),
    ("https://user@acme.example/", false), ("https://acme.example:80:80/", false), ("https://acme.example:x/", false),
    ("https:/acme.example", false), ("//acme.example", false), ("ftp://acme.example", false), ("#", false),
])
func `a URL is whole, ASCII, and on the web`(url: String, isValid: Bool) {
    #expect(TextFormat.isWebURL(url) == isValid)
}
