import CarillonDiagnostics
import CarillonModel
import Testing

@testable import CarillonProfiles

/// How much apps load at their start.
struct ClientProfileSizeTests {
    private static func shop(textOf count: Int) -> WrittenShop {
        WrittenShop().with(
            "events.json",
            #"{"events""#,
            #"{"texts": {"terms": {"summary": "Beside a button"}}, "events""#
        )
        .with(
            "templates/en.json",
            #""messages": {"#,
            #""messages": {"terms": {"text": "\#(String(repeating: "a", count: count))"}, "#
        )
        .with("templates/de.json", #""messages": {"#, #""messages": {"terms": {"text": "Bedingungen"}, "#)
    }

    private static func size(_ shop: WrittenShop) -> Int? {
        shop.profile.map { JSONValue.object(ClientProfile($0, TestChannels.registry).json).utf8.count }
    }

    @Test(arguments: [(64 << 10, "T0965"), (256 << 10, "T0238")])
    func `as much as is possible is, and a byte more is told, with what to shorten`(limit: Int, code: String) throws {
        let small = try #require(Self.size(Self.shop(textOf: 1)))
        let fitting = limit - small + 1
        let whole = Self.shop(textOf: fitting)
        #expect(Self.size(whole) == limit)
        #expect(!whole.codes.contains(code))
        let more = Self.shop(textOf: fitting + 1)
        let found = more.diagnostics.filter { $0.code.number == code }
        let diagnostic = try #require(found.first)
        #expect(found.count == 1 && more.isIn("events.json", diagnostic))
        #expect(diagnostic.message.contains("\(limit / 1024 + 1) KiB, \(limit / 1024) are "))
        #expect(diagnostic.notes.contains { $0.hasPrefix("`terms` has ") })
        #expect(diagnostic.help?.contains("shorten them") == true)
        #expect((more.profile == nil) == (diagnostic.severity == .error))
    }

    @Test func `what makes it large is named, be it event types or words of pushes`() throws {
        let kinds = (0..<400).map { number in
            #""kind.of.event.number-\#(number)": {"category": "order", "channels": ["push"], "data": {"kind": "{event.type}", "shop": "a-constant-that-goes-along"}}"#
        }
        let texts = (0..<400).map { #""kind.of.event.number-\#($0)": {"title": "LOCALE \#($0)"}"# }.joined(
            separator: ", "
        )
        var shop = WrittenShop().with(
            "events.json",
            #"{"events": {"#,
            #"{"events": {\#(kinds.joined(separator: ", ")), "#
        )
        for locale in ["en", "de"] {
            let translated = texts.replacing("LOCALE", with: locale)
            shop = shop.with("templates/\(locale).json", #""messages": {"#, #""messages": {\#(translated), "#)
        }
        let many = try #require(shop.diagnostics.first { $0.code.number == "T0965" })
        #expect(shop.isIn("events.json", many) && many.notes.first?.contains("KiB event types") == true)
        // The same with words that apps make, which are longer than all else.
        let long = String(repeating: "word ", count: 100)
        for locale in ["en", "de"] {
            let text = try #require(shop.text("templates/\(locale).json"))
            shop = shop.with(
                "templates/\(locale).json",
                text.replacing(#"{"title": "\#(locale) "#, with: #"{"title": "\#(locale) \#(long)"#)
            )
        }
        shop = shop.with(
            "profile.json",
            #""auth""#,
            #""device": {"words": true, "fields": {"item": {"shorten": "order_id"}}}, "auth""#
        )
        let large = try #require(shop.diagnostics.first { $0.code.number == "T0238" })
        #expect(shop.isIn("profile.json", large) && large.help?.contains("`device.words`") == true)
    }

    @Test func `nothing is said of the size of a tenant with errors`() {
        let shop = Self.shop(textOf: 300 << 10).with("templates/en.json", "{$item}", "{$itme}")
        #expect(shop.codes == ["T0205"])
    }
}
