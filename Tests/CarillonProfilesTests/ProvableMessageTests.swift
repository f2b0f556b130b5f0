import CarillonDiagnostics
import CarillonModel
import CarillonProfiles
import Testing

/// What a provider would refuse each time, and what posting would, is reported before anything runs.
struct ProvableMessageTests {
    @Test func `data under a provider's own name are an error where the event goes to it`() throws {
        func shop(_ channels: String) -> WrittenShop {
            WrittenShop()
                .with("events.json", #""data": {"order_id""#, #""data": {"from": "{item}", "gcm_x": 1, "order_id""#)
                .with("events.json", #""channels": ["in-app", "push"]"#, #""channels": \#(channels)"#)
        }
        let found = shop(#"["in-app", "push"]"#).diagnostics
        #expect(found.map(\.code) == [.reservedDataName, .reservedDataName])
        #expect(found.first?.message == "`from` is a name that `test-push` keeps to itself")
        #expect(found.first?.notes == ["reserved are `from` and `gcm…`"])
        #expect(!shop(#"["in-app"]"#).codes.contains("T0970"))
        // A fallback gets the same data.
        let standIn = shop(#"["in-app"]"#).with(
            "profile.json",
            #"{"use": "test-push"}"#,
            #"{"use": "test-push", "fallbackFor": ["in-app"]}"#
        )
        #expect(standIn.codes.contains("T0970"))
    }

    @Test func `data for what is collected are held to the same`() {
        let shop = WrittenShop()
            .with(
                "profile.json",
                #""categories""#,
                """
                "priorities": {"high": {"deliver": "collected", "text": "collected"}},
                "policies": {"collect": {"data": {"from": "{count}"}}}, "categories"
                """
            )
            .with(
                "events.json",
                #"{"events": {"#,
                #"{"texts": {"collected": {"payload": {"count": {"type": "integer"}}}}, "events": {"#
            )
            .with("templates/en.json", #""order.paid""#, #""collected": {"title": "{$count} new"}, "order.paid""#)
            .with("templates/de.json", #""order.paid""#, #""collected": {"title": "{$count} neu"}, "order.paid""#)
        #expect(shop.codes.contains("T0970"), "\(shop.diagnostics.map(\.message))")
    }

    @Test(arguments: [
        (#"{"alert": {"badge": "many"}}"#, ["T0971"]), (#"{"priority": "urgent"}"#, ["T0971"]),
        (#"{"alert": "x"}"#, ["T0971"]),
        (#"{"options": {"tl": 60}}"#, ["T0972"]), (#"{"data": {"from": "x"}}"#, ["T0970"]),
        (#"{"data": {"a": 1}}"#, ["T0971"]),
        // Taken away, or the provider's affair.
        (#"{"alert": {"badge": null}, "options": null, "data": {"from": null}}"#, []), (#"{"new": {"a": [1]}}"#, []),
    ])
    func `a message sets what the provider takes`(message: String, codes: [String]) {
        let channel = WrittenShop()
            .with("profile.json", #"{"use": "test-push"}"#, #"{"use": "test-push", "message": \#(message)}"#)
        #expect(channel.codes.filter { $0.hasPrefix("T097") } == codes)
        let event = WrittenShop()
            .with("events.json", #""collapse": "order-{order_id}","#, #""collapse": "a", "message": \#(message),"#)
        #expect(event.codes.filter { $0.hasPrefix("T097") } == codes)
    }

    @Test func `a fault is reported once, at its value, with what is possible`() throws {
        let shop = WrittenShop()
            .with("events.json", #""collapse": "order-{order_id}","#, #""message": {"priority": "urgent"},"#)
            .with(
                "profile.json",
                #""push": {"use": "test-push"}"#,
                #""push": {"use": "test-push"}, "tablet": {"use": "test-push"}"#
            )
            .with("events.json", #""channels": ["in-app", "push"]"#, #""channels": ["in-app", "push", "tablet"]"#)
        let found = shop.diagnostics.filter { $0.code == .badMessageValue }
        #expect(found.map(\.message) == ["in a message of `test-push`, `priority` must be one of “high”, “normal”"])
        #expect(found.first?.notes == ["an event's `message` goes to all of its channels"])
    }

    @Test(arguments: [
        (#""expireAfter": "0s""#, ["T0973"]), (#""expireAfter": "999ms""#, ["T0973"]), (#""expireAfter": "1s""#, []),
        (#""expireAfter": "5000w""#, ["T0954"]), (#""expireAfter": "3653d""#, []),
        (#""schedule": [{"before": "due", "by": "5000w"}]"#, ["T0954"]),
        (#""schedule": [{"before": "due", "by": "0s"}]"#, []),
    ])
    func `an event's durations can be meant`(member: String, codes: [String]) {
        let shop = WrittenShop().with("events.json", #""schedule": [{"before": "due", "by": "2h"}]"#, member)
        #expect(shop.codes.filter { ["T0973", "T0954"].contains($0) } == codes)
    }

    @Test func `the policies' expiry is held to the same`() {
        func codes(_ duration: String) -> [String] {
            WrittenShop()
                .with("profile.json", #""categories""#, #""policies": {"expireAfter": "\#(duration)"}, "categories""#)
                .codes
        }
        #expect(codes("1ms") == ["T0973"] && codes("5000w") == ["T0954"] && codes("7d") == [])
    }

    @Test func `what an image is made of is https, in samples, examples and the schema`() throws {
        func shop(_ url: String, examples: String = "") -> WrittenShop {
            WrittenShop()
                .with("events.json", #""item": {"#, #""photo": {"type": "url"\#(examples)}, "item": {"#)
                .with("events.json", #""collapse": "order-{order_id}","#, #""image": "{photo}","#)
                .with("samples/order.paid.json", #""item""#, #""photo": "\#(url)", "item""#)
        }
        #expect(shop("https://shop.example/a.png").codes == [])
        let found = shop("http://shop.example/a.png").diagnostics
        #expect(found.map(\.code) == [.badSample])
        #expect(
            found.first?.message
                == "the event would refuse this: `photo` must be an https URL, because the event's `image` is made of it"
        )
        let example = shop("https://shop.example/a.png", examples: #", "examples": ["http://shop.example/a.png"]"#)
        #expect(example.codes == ["T0505"])
        let profile = try #require(shop("https://shop.example/a.png").profile)
        let schema = try #require(profile.events.first { $0.id == "order.paid" }).payloadSchema(in: profile)
        #expect(schema["properties"]?["photo"]?["pattern"]?.string?.hasPrefix("^[Hh][Tt][Tt][Pp][Ss]:") == true)
    }

    @Test(arguments: [
        (#"{"type": "text", "maxLength": 256}"#, "search", [] as [String]),
        (
            #"{"type": "text", "maxLength": 300}"#, "search",
            ["T0412: `item` may have 300 characters, and a parameter of a route takes 256"]
        ),
        (
            #"{"type": "text"}"#, "artist",
            ["T0974: not every text in `item` makes a link, because `q` is a part of the link's path"]
        ),
        (
            #"{"type": "email"}"#, "artist",
            ["T0974: not every email in `item` makes a link, because `q` is a part of the link's path"]
        ),
        (#"{"type": "email"}"#, "search", []),
        (#"{"type": "slug"}"#, "artist", []),
        (
            #"{"type": "enum", "values": ["U2", "AC/DC"]}"#, "artist",
            ["T0412: `AC/DC`, a value of `item`, makes no link as the parameter `q`"]
        ),
        (#"{"type": "enum", "values": ["U2", "AC/DC"]}"#, "search", []),
        (#"{"type": "money"}"#, "search", ["T0412: `item` is a money, and the parameter `q` is a text"]),
    ])
    func `a text that can't fill a link with every value is reported`(type: String, route: String, found: [String]) {
        let routes = """
            "search": {"params": {"q": "text"}, "app": "shop://search?q={q}"},
            "artist": {"params": {"q": "text"}, "app": "shop://artists/{q}", "web": "https://shop.example/?a={q}"},
            """
        let shop = WrittenShop()
            .with(
                "profile.json",
                #""schemes": ["shop"],"#,
                #""schemes": ["shop"], "origins": ["https://shop.example"],"#
            )
            .with("profile.json", #""routes": {"#, #""routes": {\#(routes)"#)
            .with("events.json", #""item": {"type": "text", "maxLength": 80}"#, #""item": \#(type)"#)
            .with("events.json", #"{"route": "order", "id": "order_id"}"#, #"{"route": "\#(route)", "q": "item"}"#)
            .with(
                "samples/order.paid.json",
                #""Lamp""#,
                type.contains("money")
                    ? #"{"value": "1", "currency": "NOK"}"# : type.contains("email") ? #""a/b@shop.example""# : #""U2""#
            )
        let faults = shop.diagnostics.filter { $0.code == .wrongArgument || $0.code == .textInPath }
        #expect(shop.isChanged && faults.map { "\($0.code.number): \($0.message)" } == found)
    }
}
