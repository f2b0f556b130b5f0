import CarillonModel
import CarillonProfiles
import Testing

/// A picture's address is one that every phone and provider takes, or it is refused before anything is sent.
struct PictureTests {
    private static func shop(_ image: String) -> WrittenShop {
        WrittenShop()
            .with("events.json", #""item": {"#, #""photo": {"type": "url"}, "item": {"#)
            .with("events.json", #""collapse": "order-{order_id}","#, #""image": "\#(image)","#)
            .with("samples/order.paid.json", #""item""#, #""photo": "https://shop.example/a.png", "item""#)
    }

    @Test(arguments: [
        ("{photo}", []), ("https://shop.example/a.png", []), ("https://shop.example/{item}.png", []),
        ("https://shop.example?i={item}&t={event.type}", []),
        ("{photo}/x.png", ["T0118"]), ("https://{item}/x.png", ["T0118"]), ("https://shop.example{item}", ["T0118"]),
        ("https://shop.example:{item}/", ["T0118"]), ("HTTPS://shop.example/{item}", ["T0118"]),
        ("http://shop.example/{item}", ["T0118"]), ("https://shop.example/a b/{item}", ["T0118"]),
        ("https://shop.example/../{item}", ["T0118"]), ("https://shop.example/{item}/x?p=../y", []),
        ("{event.type}", ["T0118"]), ("{item}", ["T0502"]), ("https://shop.example/{slot.title}", ["T0501"]),
    ])
    func `an event's image is a url, or has a host of its own`(image: String, codes: [String]) {
        #expect(Self.shop(image).codes.filter { ["T0118", "T0501", "T0502"].contains($0) } == codes)
    }

    @Test(arguments: [
        ("https://shop.example/a.png", []), ("not a url {$item}", ["T0118"]), ("http://shop.example/a.png", ["T0118"]),
        ("HTTPS://shop.example/a.png", ["T0118"]), ("https://shop.example/{$item}.png", ["T0118"]),
    ])
    func `a slot's image is written out`(image: String, codes: [String]) {
        let shop = WrittenShop()
            .with("templates/en.json", #""title": "Order paid""#, #""title": "Order paid", "image": "\#(image)""#)
        #expect(shop.isChanged && shop.codes.filter { $0 == "T0118" } == codes)
    }

    @Test func `values are percent-encoded, and change neither host nor path`() throws {
        let event = try Self.event(Self.shop("https://shop.example/{item}.png"))
        let scope = TemplateScope(["item": "../a b\n\u{202E}?#"])
        #expect(event.picture(in: scope) == "https://shop.example/..%2Fa%20b%0A%E2%80%AE%3F%23.png")
    }

    @Test(arguments: [
        ("HTTPS://A.EXAMPLE/x", "https://A.EXAMPLE/x"), ("http://a.example/x", nil), ("https://", nil),
        ("https://u@a.example/x", nil), ("https://a.example/å", nil),
    ])
    func `a whole address has its scheme in small letters`(url: String, sent: String?) throws {
        let event = try Self.event(Self.shop("{photo}"))
        #expect(event.picture(in: TemplateScope(["photo": .string(url)])) == sent)
        #expect(event.imageFaults(in: Payload(["photo": .url(url)])).map(\.pointer) == (sent == nil ? ["/photo"] : []))
    }

    @Test func `a value that makes the address too long is refused at its field`() throws {
        let event = try Self.event(Self.shop("https://shop.example/{item}.png"))
        let long = Payload(["item": .text(String(repeating: "é", count: 400))])
        #expect(event.imageFaults(in: long).map(\.pointer) == ["/item"])
        #expect(event.imageFaults(in: Payload(["item": .text("é")])) == [])
    }

    @Test(arguments: [(".", true), ("..", true), ("...", false), ("../a", false), ("a..", false)])
    func `a value that would be a step up in the path is refused at its field`(value: String, isRefused: Bool) throws {
        let event = try Self.event(Self.shop("https://shop.example/{item}/x.png"))
        let faults = event.imageFaults(in: Payload(["item": .text(value)]))
        #expect(faults.map(\.pointer) == (isRefused ? ["/item"] : []))
        #expect(faults.allSatisfy { $0.message.contains("lead elsewhere") })
        #expect((event.picture(in: TemplateScope(["item": .string(value)])) == nil) == isRefused)
        let inQuery = try Self.event(Self.shop("https://shop.example/x.png?by={item}"))
        #expect(inQuery.imageFaults(in: Payload(["item": .text(value)])).isEmpty)
    }

    private static func event(_ shop: WrittenShop) throws -> EventType {
        let profile = try #require(shop.profile)
        return try #require(profile.events.first { $0.id == "order.paid" })
    }
}
