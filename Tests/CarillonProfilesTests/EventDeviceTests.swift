import CarillonDiagnostics
import CarillonModel
import Testing

@testable import CarillonProfiles

/// How apps find fields that pushes of one event don't carry: `device` of an event, before what the profile says of all.
struct EventDeviceTests {
    /// A shop whose pushes carry the order's id and the day alone, with ways to the item.
    private static func shop(profile: String = "", event: String) -> WrittenShop {
        let device =
            #""device": {"words": true, "tables": {"orders": {"members": ["name", "day"]}}\#(profile)}, "auth""#
        return WrittenShop().with("profile.json", #""auth""#, device)
            .with("events.json", #""collapse": "order-{order_id}","#, #""collapse": "order-{order_id}", \#(event)"#)
    }

    private static let own =
        #""item": {"lookup": "orders", "key": "order_id", "member": "name", "default": "{order_id}"}"#

    private static func ways(of event: String, in profile: TenantProfile?) -> JSONValue? {
        profile.flatMap { profile in
            ClientProfile(profile, TestChannels.registry).json["events"]?.array?.first { $0["id"]?.string == event }?[
                "device"
            ]
        }
    }

    @Test func `an event says how its field is found, and the profile needn't`() {
        #expect(Self.shop(event: "").codes == ["T0237", "T0237"], "in both languages")
        let shop = Self.shop(event: #""device": {"fields": {\#(Self.own)}},"#)
        #expect(shop.codes == [])
        #expect(
            Self.ways(of: "order.paid", in: shop.profile) == [
                "fields": [
                    "item": [["lookup": "orders", "key": "order_id", "member": "name", "default": "{order_id}"]]
                ]
            ]
        )
    }

    @Test func `its own way counts before the profile's, and that of no other event`() throws {
        let all = #", "fields": {"item": {"shorten": "order_id"}}"#
        let other =
            #""order.late": {"payload": {"order_id": {"type": "uuid"}, "item": {"type": "text"}}, "channels": ["push"], "data": {"late": "{order_id}"}}, "order.note""#
        var shop = Self.shop(profile: all, event: #""device": {"fields": {\#(Self.own)}},"#)
            .with("events.json", #""order.note""#, other)
        for locale in ["en", "de"] {
            shop = shop.with(
                "templates/\(locale).json",
                #""order.note""#,
                #""order.late": {"title": "\#(locale) {$item}"}, "order.note""#
            )
        }
        #expect(shop.codes == ["T0904"], "the new event has no sample")
        let profile = try #require(shop.profile)
        #expect(Self.ways(of: "order.paid", in: profile)?["fields"]?["item"]?.array?.first?["lookup"] == "orders")
        #expect(
            Self.ways(of: "order.late", in: profile)
                == ["fields": ["item": [["shorten": "order_id", "head": 6, "tail": 4]]]]
        )
        let paid = try #require(profile.event("order.paid"))
        #expect(profile.device.field("item", of: paid) != profile.device.fields.first)
    }

    @Test(arguments: [
        (#""item": {"lookup": "order", "key": "order_id", "member": "name"}"#, ["T0235"]),
        (#""item": {"lookup": "orders", "key": "order_id", "member": "title"}"#, ["T0235"]),
        (#""item": {"lookup": "orders", "key": "order_id"}"#, ["T0236"]),
        // What no payload has, named and found by.
        (#""itme": {"shorten": "order_id"}"#, ["T0237", "T0237", "T0501"]),
        (#""item": {"shorten": "order"}"#, ["T0501"]),
        (
            #""item": [{"shorten": "order_id"}, {"lookup": "orders", "key": "order_id", "member": "day", "default": "{day}"}]"#,
            ["T0501"]
        ),
        // A field of the payload that doesn't travel.
        (#""item": {"lookup": "orders", "key": "due", "member": "name"}"#, ["T0237", "T0237"]),
    ])
    func `a way that leads nowhere is refused where the event says it`(fields: String, codes: [String]) throws {
        let shop = Self.shop(event: #""device": {"fields": {\#(fields)}},"#)
        let found = shop.diagnostics
        #expect(found.map(\.code.number).sorted() == codes)
        #expect(found.filter { $0.code.number != "T0237" }.allSatisfy { shop.isIn("events.json", $0) })
    }
}
