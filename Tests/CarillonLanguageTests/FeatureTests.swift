import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonProfiles
import Testing

struct FeatureTests {
    private let english = "templates/en.json"

    private func text(_ range: Range<Int>, _ path: String) -> String {
        String(decoding: Array((LanguageTenant.shop.files[path] ?? "").utf8)[range], as: UTF8.self)
    }

    @Test func `the tenant of these tests is valid`() {
        #expect(LanguageTenant.shop.snapshot.diagnostics.map(\.message) == [])
    }

    @Test func `messages have colours inside their strings`() {
        let tokens = LanguageTenant.shop.snapshot.tokens(of: english)
        let shown = tokens.map { "\(SemanticToken.kinds[$0.kind]) \(text($0.range, english))" }
        #expect(shown.prefix(4) == ["string Shipped by ", "operator {", "variable $brand", "operator }"])
        #expect(shown.contains("enumMember one"))
        #expect(shown.contains(#"string  parcel with \""#))
        for (token, next) in zip(tokens, tokens.dropFirst()) {
            #expect(token.range.upperBound <= next.range.lowerBound)
        }
    }

    @Test func `only what is asked for is coloured, as in the whole`() {
        let snapshot = LanguageTenant.shop.snapshot
        let all = snapshot.tokens(of: english)
        let range = all[1].range.lowerBound..<all[3].range.upperBound
        let some = snapshot.tokens(of: english, in: range)
        #expect(some.count >= 3 && some.count < all.count)
        #expect(some.allSatisfy(all.contains))
    }

    @Test func `wording and numbers stand beside messages`() {
        let bytes = Array((LanguageTenant.shop.files["templates/ru.json"] ?? "").utf8)
        let hints = LanguageTenant.shop.snapshot.hints(in: 0..<bytes.count, of: "templates/ru.json")
        #expect(
            hints.filter { $0.kind == .wording }.map(\.text) == [
                "\u{2068}Отправлено: Магазин\u{2069}", "\u{2068}3 посылки, drone\u{2069}",
            ]
        )
        #expect(hints.filter { $0.kind == .numbers }.map(\.text).first == "1, 21, 31 …")
        #expect(LanguageTenant.shop.snapshot.hints(in: 0..<10, of: "templates/ru.json") == [])
        let links = LanguageTenant.shop.snapshot.hints(in: 0..<10_000, of: "events.json")
        #expect(links.map(\.text) == ["shop://orders/a-1"])
    }

    @Test func `a fix is offered at its fault, and takes it away`() throws {
        let wrong = LanguageTenant.shop.replacing(#""summary""#, with: #""sumary""#, in: "events.json")
        let snapshot = wrong.snapshot
        let fault = try #require(snapshot.diagnostics.first { !$0.fixes.isEmpty })
        let actions = snapshot.actions(in: fault.primary.span.range, of: "events.json")
        let fix = try #require(actions.first { $0.kind == .fix })
        #expect(wrong.applying(fix.edits).snapshot.diagnostics.map(\.message) == [])
        let all = try #require(actions.first { $0.kind == .fixAll })
        #expect(wrong.applying(all.edits).files == LanguageTenant.shop.files)
        #expect(LanguageTenant.shop.snapshot.actions(in: 0..<5, of: "events.json").isEmpty)
    }

    @Test func `lines become one string, and the string lines`() throws {
        let (tenant, offset) = LanguageTenant.shop.cursor(
            #""Shipped by {$brand}""#,
            #"["Ship‸ped", "by {$brand}"]"#,
            in: english
        )
        let action = try #require(tenant.actions(in: offset..<offset, of: english).first { $0.kind == .rewrite })
        #expect(action.edits.map(\.text) == [#""Shipped\nby {$brand}""#])
    }

    @Test func `an outline has events with their fields, and messages with their slots`() {
        let snapshot = LanguageTenant.shop.snapshot
        let events = snapshot.outline(of: "events.json").first { $0.name == "events" }
        #expect(events?.children.map(\.name) == ["order.shipped"])
        #expect(events?.children.first?.children.map(\.name) == ["order_id", "count", "carrier", "note"])
        let messages = snapshot.outline(of: english).first { $0.name == "messages" }
        #expect(messages?.children.first?.children.map(\.name) == ["title", "body"])
        #expect(snapshot.symbols(matching: "ordsh").map(\.name) == ["order.shipped"])
    }

    @Test func `the outline of a huge file is cut short, its deepest levels first`() {
        func outline(of events: Int) -> OutlineSymbol? {
            let messages = (0..<events).map { #""made.up-\#($0)": { "title": "One", "body": "Two" }"# }
            let file = #"{ "locale": "en", "messages": { \#(messages.joined(separator: ",")) } }"#
            let snapshot = LanguageTenant.shop.with(english, file).snapshot
            return snapshot.outline(of: english).first { $0.name == "messages" }
        }
        let whole = outline(of: 6000)
        #expect(whole?.children.count == 6000 && whole?.children.last?.children.count == 2)
        let half = outline(of: 8000)
        #expect(half?.children.count == 8000 && half?.children.first?.children.count == 2)
        #expect(half?.children.reduce(0) { $0 + $1.children.count } == 20_000 - 2 - 8000)
        let cut = outline(of: 30_000)
        #expect(cut?.children.count == 20_000 - 2 && cut?.children.first?.children == [])
    }

    @Test func `what surrounds a place grows to the whole file`() {
        let (tenant, offset) = LanguageTenant.shop.cursor("parcels", "par‸cels", in: english)
        let ranges = tenant.surroundings(of: offset, in: english)
        #expect(ranges.count > 6)
        for (inner, outer) in zip(ranges, ranges.dropFirst()) {
            #expect(outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound)
        }
        #expect(ranges.last == 0..<(LanguageTenant.shop.files[english] ?? "").utf8.count)
    }

    @Test func `layout changes nothing but blanks, and is settled at once`() throws {
        let messy = LanguageTenant.shop.with(
            english,
            "{\"locale\" :\"en\" , \"terms\":{ },\n\"messages\":\n{\n\n\"a\" : [1,2 , 3]\n,\"b\":{\"c\":  \"d  e\"}} }"
        )
        let edit = try #require(messy.snapshot.formatting(of: english).first)
        #expect(
            edit.text
                == "{ \"locale\": \"en\", \"terms\": {}, \"messages\": {\n  \"a\": [1, 2, 3],\n  \"b\": { \"c\": \"d  e\" }\n} }\n"
        )
        #expect(messy.applying([edit]).snapshot.formatting(of: english) == [])
        #expect(LanguageTenant.shop.with(english, "{ \"a\": ").snapshot.formatting(of: english) == [])
    }

    @Test(arguments: ["\r\n", "\r", "\n"]) func `lines end in the layout as they did`(end: String) throws {
        let text = try #require(LanguageTenant.shop.files[english]).replacing("\n", with: end) + end
        #expect(LanguageTenant.shop.with(english, text).snapshot.formatting(of: english) == [])
        let messy = text.replacing(#""locale": "en""#, with: #""locale" :"en""#)
        let edit = try #require(LanguageTenant.shop.with(english, messy).snapshot.formatting(of: english).first)
        #expect(edit.text == text)
    }

    @Test(arguments: RealTenants.names) func `a real tenant's files have the layout already`(name: String) throws {
        let snapshot = LanguageTenant.snapshot(of: try RealTenants.folder(name))
        for path in snapshot.files.keys.sorted() where !path.hasPrefix("samples/") {
            #expect(snapshot.formatting(of: path) == [], "\(path)")
        }
    }

    @Test func `words stand beside the first messages of a range, however many are on a line`() throws {
        let text = #"{ "match": ["count :integer"], "when": { "one": "x", "*": "y" } }"#
        let messages = (0..<1000).map { #""made.up\#($0)": { "title": \#(text) }"# }.joined(separator: ", ")
        let tenant = LanguageTenant.shop.replacing(
            #""messages": {"#,
            with: #""messages": { \#(messages),"#,
            in: english
        )
        let snapshot = tenant.snapshot
        let bytes = try #require(tenant.files[english]).utf8.count
        let hints = snapshot.hints(in: 0..<bytes, of: english)
        #expect(hints.count > 100)
        #expect(hints.allSatisfy { $0.offset <= 32 << 10 })
        let later = snapshot.hints(in: bytes / 2..<bytes, of: english)
        #expect(later.count > 100 && later.allSatisfy { $0.offset >= bytes / 2 })
    }
}
