import CarillonDiagnostics
import CarillonModel
import Testing

@testable import CarillonProfiles

/// Words that can be read by the program, and don't say what was meant; and words that only look like such.
struct MeaningTests {
    @Test(
        arguments: [
            (#""{item} is on its way""#, ["T0241"]), (#""{ item } is on its way""#, ["T0241"]),
            (#""{{item}}""#, ["T0241"]),
            (#""{item :string} is on its way""#, ["T0241"]), (#""{$item} and {item}""#, ["T0241"]),
            (#"{"match": ["item"], "when": {"Lamp": "{item}", "*": "{$item}"}}"#, ["T0241"]),
            (#""{things} {$item}""#, []),
            (#""The item {$item}""#, []),
            (#""{#strong}{$item}{/strong}""#, ["T0215"]),
        ] as [(String, [String])]
    )
    func `a variable's name without its sign is reported`(body: String, codes: [String]) {
        #expect(shop.with("templates/en.json", english, body).codes.filter { $0 != "T0908" } == codes)
    }

    @Test func `the fix for a name makes it a variable`() throws {
        let fault = try #require(shop.with("templates/en.json", english, #""{item} left""#).diagnostics.first)
        #expect(fault.fixes.map(\.replacement) == ["$item"])
        #expect(fault.fixes[0].span.range.count == 4)
        let doubled = try #require(shop.with("templates/en.json", english, #""{{item}}""#).diagnostics.first)
        #expect(doubled.fixes.map(\.replacement) == ["{$item}"])
    }

    @Test(arguments: [
        ("at {$due :carillon:relative}", ["T0962"]), ("On {$due :carillon:relative}", ["T0962"]),
        ("around {$due :carillon:relative}", ["T0962"]), ("as of {$due :carillon:relative}", ["T0962"]),
        ("no later than {$due :carillon:relative}", ["T0962"]), ("starting {$due :carillon:relative}", ["T0962"]),
        ("at: {$due :carillon:relative}", ["T0962"]), ("Note: {$due :carillon:relative}", []),
        ("({$due :carillon:relative})", []), ("only {$due :carillon:relative}", []),
        ("by {$due :carillon:relative}", ["T0962"]), ("Until {$due :carillon:relative}", ["T0962"]),
        ("from {$due :carillon:relative}", ["T0962"]), ("since {$due :carillon:relative}", ["T0962"]),
        ("at\u{A0}{$due :carillon:relative}", ["T0962"]), ("at\u{202F}{$due :carillon:relative}", ["T0962"]),
        ("at {#strong}{$due :carillon:relative}{/strong}", ["T0215", "T0962"]),
        ("{#strong}at{/strong} {$due :carillon:relative}", ["T0215", "T0962"]),
        ("at {#strong}now{/strong} {$due :carillon:relative}", ["T0215"]),
        ("Due {$due :carillon:relative}", []),
        ("{$due :carillon:relative}", []), ("at {$due :time}", []), ("at {$item}, {$due :carillon:relative}", []),
        ("in {3 :carillon:relative unit=day}", []), ("Look at:\\n{$due :carillon:relative}", []),
    ])
    func `a preposition before a time of day is reported`(text: String, codes: [String]) {
        let changed = shop.with("events.json", #", "optional": true}}"#, "}}")
            .with("samples/order.paid.json", #""Lamp"}"#, #""Lamp", "due": "2026-02-25T19:16:00Z"}"#)
            .with("templates/en.json", english, "\"{$item} {$due} \(text)\"")
        // The German words show less.
        #expect(changed.codes.filter { $0 != "T0908" } == codes)
    }

    @Test(arguments: [
        (".local $when = {$due :carillon:relative} {{at {$when} {$item}}}", ["T0962"]),
        (".local $a = {$due :carillon:relative} .local $b = {$a} {{at {$b} {$item}}}", ["T0962"]),
        (".input {$due :carillon:relative} {{{$item} by {$due}}}", ["T0962"]),
        (".local $when = {$due :time} {{at {$when} {$item}}}", []),
        (".local $when = {3 :carillon:relative unit=day} {{on {$when} {$item} {$due}}}", []),
    ])
    func `a preposition before a time that was declared is reported, too`(text: String, codes: [String]) {
        let changed = shop.with("events.json", #", "optional": true}}"#, "}}")
            .with("samples/order.paid.json", #""Lamp"}"#, #""Lamp", "due": "2026-02-25T19:16:00Z"}"#)
            .with("templates/en.json", english, "\"\(text)\"")
        #expect(changed.codes.filter { $0 != "T0908" } == codes)
    }

    @Test func `what to do about a preposition depends on whether it is needed`() throws {
        let changed = shop.with("events.json", #", "optional": true}}"#, "}}")
            .with("samples/order.paid.json", #""Lamp"}"#, #""Lamp", "due": "2026-02-25T19:16:00Z"}"#)
        let clock = changed.with("templates/en.json", english, #""{$item} at {$due :carillon:relative}""#)
        #expect(clock.diagnostics.first { $0.code.number == "T0962" }?.fixes.map(\.replacement) == [""])
        let bound = changed.with("templates/en.json", english, #""{$item} by {$due :carillon:relative}""#)
        let fault = try #require(bound.diagnostics.first { $0.code.number == "T0962" })
        #expect(fault.fixes.map(\.replacement) == ["{$due :datetime}"])
        #expect(fault.fixes.map(\.span.range.count) == ["{$due :carillon:relative}".utf8.count])
    }

    @Test func `each language has its own prepositions`() {
        let changed = shop.with("events.json", #", "optional": true}}"#, "}}")
            .with("samples/order.paid.json", #""Lamp"}"#, #""Lamp", "due": "2026-02-25T19:16:00Z"}"#)
        let german = #""{$item} ist unterwegs""#
        let wrong = changed.with("templates/de.json", german, #""{$item} kommt um {$due :carillon:relative}""#)
        #expect(wrong.codes == ["T0962"])
        let bound = changed.with("templates/de.json", german, #""{$item} kommt bis {$due :carillon:relative}""#)
        #expect(bound.codes == ["T0962"])
        let right = changed.with("templates/de.json", german, #""{$item} kommt at {$due :carillon:relative}""#)
        #expect(right.codes == [])
    }

    @Test func `a file that was copied and not translated is reported once`() throws {
        let copy = shop.with("templates/de.json", germanFile, englishFile.replacing(#""en""#, with: #""de""#))
        #expect(copy.codes == ["T0961"])
        #expect(copy.diagnostics.first?.message == "`de` says a text word for word as `en` does")
    }

    @Test(arguments: [
        // Names and short words.
        (#""title": "Shop Plus", "body": "{$item}: OK""#, []),
        // One sentence that somebody left in English on purpose, beside two that were translated.
        (#""title": "Deine Bestellung ist schon da", "body": "{$item} is on its way""#, []),
        (#""title": "Bezahlt", "body": "{$item} is on its way""#, ["T0961"]),
        // Another mark, blank or capital is no translation.
        (#""title": "Bezahlt", "body": "{$item} is on its way.""#, ["T0961"]),
        (#""title": "Bezahlt", "body": "{$item} Is  on its way!""#, ["T0961"]),
        (#""title": "Bezahlt", "body": "{$item} is off its way""#, []),
    ])
    func `what is the same in both languages for a reason isn't told`(text: String, codes: [String]) {
        let english = #""title": "Order paid", "body": "{$item} is on its way""#
        let theirs = text.contains("Plus") ? text : english
        let changed = shop.with("templates/en.json", english, theirs)
            .with("templates/de.json", #""title": "Bezahlt", "body": "{$item} ist unterwegs""#, text)
        #expect(changed.codes == codes)
    }

    @Test func `languages that are written alike may say the same`() {
        for (tag, codes) in [("en-GB", []), ("nl", ["T0961"])] as [(String, [String])] {
            let changed = shop.with("profile.json", #"["en", "de"]"#, #"["en", "\#(tag)"]"#)
                .removing("templates/de.json")
                .with("templates/\(tag).json", englishFile.replacing(#""en""#, with: "\"\(tag)\""))
            #expect(changed.codes.filter { !["T0130", "T0506"].contains($0) } == codes)
        }
    }

    @Test func `an untranslated event is one line, with all languages that lack it`() throws {
        let changed = shop.with("profile.json", #"["en", "de"]"#, #"["en", "de", "nb", "pl"]"#)
            .with("templates/de.json", #", "body": "{$item} ist unterwegs""#, "")
            .with("templates/nb.json", #"{"locale": "nb", "messages": {"order.note": {"title": "{$words}"}}}"#)
            .with("templates/pl.json", #"{"locale": "pl", "messages": {"order.note": {"title": "{$words}"}}}"#)
        #expect(
            changed.diagnostics.map(\.message) == [
                "`order.paid` is not written in `de`: `body`; in `nb` and `pl`: `body` and `title`"
            ]
        )
        #expect(changed.diagnostics.first?.notes == ["readers of `de`, `nb` and `pl` get the words in `en`"])
    }

    @Test(
        arguments: [
            (#"{"order_id": "{order_id}"}"#, "", []), (#"{"to": "{link.app}"}"#, "", []),
            (#"{"kind": "order"}"#, "", ["T0963"]),
            // Somebody's document says what is sent.
            (#"{"kind": "order"}"#, #", "message": {"x": 1}"#, []),
        ] as [(String, String, [String])]
    )
    func `a push that doesn't lead where its event does is reported`(data: String, message: String, codes: [String]) {
        let changed = shop.with("events.json", #"{"order_id": "{order_id}"}"#, data)
            .with("profile.json", #"{"use": "test-push"}"#, #"{"use": "test-push"\#(message)}"#)
        #expect(changed.codes == codes)
    }

    private let shop = WrittenShop()
    private let english = #""{$item} is on its way""#
    private let englishFile = """
        {"locale": "en", "messages": {
          "order.paid": {"title": "Order paid", "body": "{$item} is on its way"},
          "order.note": {"title": "{$words}"}}}
        """
    private let germanFile = """
        {"locale": "de", "messages": {
          "order.paid": {"title": "Bezahlt", "body": "{$item} ist unterwegs"},
          "order.note": {"title": "{$words}"}}}
        """
}
