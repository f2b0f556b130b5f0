import CarillonModel
import Testing

@testable import CarillonProfiles

/// Payloads made up from types.
struct PayloadMakerTests {
    @Test(arguments: [false, true])
    func `what is made up would be accepted, and is the same each time`(stripsTags: Bool) throws {
        let (event, profile) = Self.everything(stripsTags: stripsTags)
        let reader = PayloadReader(event, of: profile)
        for number in 0..<2000 {
            let payload = PayloadMaker(event, of: profile).payload(number)
            #expect(payload == PayloadMaker(event, of: profile).payload(number))
            #expect(throws: Never.self, "\(number): \(payload.text.prefix(2000))") { try reader.read(payload) }
        }
    }

    @Test func `the first are the extremes`() throws {
        let (event, profile) = Self.everything()
        let maker = PayloadMaker(event, of: profile)
        let (shortest, longest, bare) = (maker.payload(0), maker.payload(1), maker.payload(2))
        #expect(shortest["text"] == "" && shortest["list"] == [] && shortest["maybe"] == nil)
        #expect(longest["text"]?.string?.utf8.count == 40 * 4)
        #expect(longest["list"]?.array?.count == 3 && longest["maybe"] != nil)
        #expect(longest["localized"]?.object?.members.count == 2)
        #expect(bare["maybe"] == nil && bare["withDefault"] == nil)
        #expect(bare["text"]?.string?.utf8.count == 40 * 4)
    }

    @Test(arguments: [false, true])
    func `a readable one would be accepted, has every field, and says which is which`(stripsTags: Bool) throws {
        let (event, profile) = Self.everything(stripsTags: stripsTags)
        var named = event
        named.payload += [
            PayloadField("orderId", .text(maxLength: 40)), PayloadField("due_at", .instant),
            PayloadField("seat", .text(maxLength: 9), examples: ["12A"]),
        ]
        let moment = Instant(epochMilliseconds: 1_772_020_800_000)
        let payload = PayloadMaker(named, of: profile).readable(on: moment)
        #expect(throws: Never.self, "\(payload.text)") { try PayloadReader(named, of: profile).read(payload) }
        #expect(payload.object?.members.map(\.name) == named.payload.map(\.name))
        #expect(payload["text"] == "text" && payload["letter"] == "l" && payload["orderId"] == "order id")
        #expect(payload["due_at"] == "2026-02-25T12:00:00Z" && payload["date"] == "2026-02-25")
        #expect(payload["seat"] == "12A" && payload["maybe"] == "maybe" && payload["integer"] == 2)
    }

    @Test func `mixtures differ, and hold what is seldom met`() throws {
        let (event, profile) = Self.everything(stripsTags: true)
        let maker = PayloadMaker(event, of: profile)
        let payloads = (0..<500).map { maker.payload($0) }
        #expect(Set(payloads).count > 490)
        let texts = payloads.compactMap { $0["text"]?.string }
        for scalar in ["\u{202E}", "\u{0301}", "\u{0}", "\u{10FFFF}", "\u{1F69A}", "\n", "<"] as [Unicode.Scalar] {
            #expect(texts.contains { $0.unicodeScalars.contains(scalar) }, "U+\(String(scalar.value, radix: 16))")
        }
        let numbers = Set(payloads.compactMap { $0["integer"]?.integer })
        #expect(numbers.isSuperset(of: [-7, 99]) && numbers.allSatisfy { (-7...99).contains($0) })
    }

    private static func everything(stripsTags: Bool = false) -> (EventType, TenantProfile) {
        var profile = ProfileParts(id: "shop", name: "Shop", locales: Locales(default: "en", supported: ["en", "ar"]))
        profile.policies.stripsTags = stripsTags
        var event = EventType(id: "everything")
        event.payload = [
            PayloadField("text", .text(maxLength: 40)), PayloadField("letter", .text(maxLength: 1)),
            PayloadField("integer", .integer(-7...99)), PayloadField("any", .integer(.min ... .max)),
            PayloadField("decimal", .decimal), PayloadField("money", .money), PayloadField("boolean", .boolean),
            PayloadField("choice", .choice(["a", "bc"])), PayloadField("uuid", .uuid), PayloadField("slug", .slug),
            PayloadField("path", .path), PayloadField("url", .url(maxLength: 2048)),
            PayloadField("short", .url(maxLength: 20)), PayloadField("email", .email),
            PayloadField("instant", .instant),
            PayloadField("date", .date), PayloadField("list", .list(of: .money, maxItems: 3)),
            PayloadField("map", .map(maxLength: 10, maxItems: 12)),
            PayloadField("localized", .localizedText(maxLength: 30)),
            PayloadField("word", .localizedText(maxLength: 1)),
            PayloadField("maybe", .text(maxLength: 9), isOptional: true),
            PayloadField("withDefault", .boolean, defaultValue: true),
        ]
        event.data = .object([JSONTemplate.Member("_0", .constant(true))])
        profile.events = [event]
        return (event, TenantProfile(profile))
    }
}
