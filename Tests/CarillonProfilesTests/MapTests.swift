import CarillonModel
import CarillonProfiles
import Testing

/// A payload field whose names the sender makes up, and what an event lays of it into `data`.
struct MapTests {
    private static let shop = WrittenShop()
        .with(
            "events.json",
            #""item": {"type": "text", "maxLength": 80},"#,
            #"""
            "item": {"type": "text", "maxLength": 80},
            "custom": {"type": "map", "maxItems": 2, "maxLength": 5, "optional": true},
            "size": {"type": "enum", "values": ["S", "L"], "default": "S"},
            """#
        )
        .with(
            "events.json",
            #""collapse": "order-{order_id}","#,
            #""collapse": "order-{order_id}", "dataFrom": "custom","#
        )
        .with(
            "profile.json",
            #"{"use": "test-push"}"#,
            #"{"use": "test-push", "message": {"android": {"data": {"pinned": "1"}}, "apns": {"payload": {"mine": 2}}}}"#
        )

    private func read(_ custom: JSONValue?) throws -> Payload {
        let profile = try #require(Self.shop.profile)
        let event = try #require(profile.events.first { $0.id == "order.paid" })
        var data: JSONObject = [
            "order_id": "660e8400-e29b-41d4-a716-446655440001", "item": "Lamp",
        ]
        data["custom"] = custom
        return try PayloadReader(event, of: profile).read(.object(data), at: "/data")
    }

    @Test func `a profile with a map is whole`() {
        #expect(Self.shop.codes == [])
    }

    @Test func `texts by name are taken, and what is left out has its default`() throws {
        let payload = try read(["utm.source": "mail", "_x-1": ""])
        #expect(payload["custom"] == .map(["utm.source": "mail", "_x-1": ""]))
        #expect(payload["size"] == .choice("S"))
        #expect(try read(nil)["custom"] == nil)
    }

    private static let refused: [(JSONValue, String, Fault.Code)] = [
        // Providers' own.
        (["from": "x"], "/data/custom/from", .notAllowed), (["gcm.n": "x"], "/data/custom/gcm.n", .notAllowed),
        (["google_x": "x"], "/data/custom/google_x", .notAllowed), (["aps": "x"], "/data/custom/aps", .notAllowed),
        (["message_type": "x"], "/data/custom/message_type", .notAllowed),
        (["fcm_options": "x"], "/data/custom/fcm_options", .notAllowed),
        // The event's own, and those of the channel's message.
        (["order_id": "x"], "/data/custom/order_id", .notAllowed),
        (["pinned": "x"], "/data/custom/pinned", .notAllowed),
        (["mine": "x"], "/data/custom/mine", .notAllowed),
        (["1a": "x"], "/data/custom/1a", .badFormat), (["": "x"], "/data/custom/", .badFormat),
        (["a b": "x"], "/data/custom/a b", .badFormat), (["a": "sixsix"], "/data/custom/a", .tooLong),
        (["a": 1], "/data/custom/a", .wrongType), (["a": .null], "/data/custom/a", .wrongType),
        (["a": "\u{1}"], "/data/custom/a", .controlCharacter),
        (["a": "1", "b": "2", "c": "3"], "/data/custom", .tooMany),
        ([1], "/data/custom", .wrongType),
    ]

    @Test(arguments: refused)
    func `a name or a text that can't go into data is refused`(
        custom: JSONValue,
        pointer: String,
        code: Fault.Code
    ) throws {
        let faults = #expect(throws: Faults.self) { try read(custom) }
        #expect(faults?.faults.map(\.pointer) == [pointer] && faults?.faults.map(\.code) == [code])
    }

    @Test func `the schema for senders says the same`() throws {
        let profile = try #require(Self.shop.profile)
        let event = try #require(profile.events.first { $0.id == "order.paid" })
        let schema = event.payloadSchema(in: profile)
        let custom = schema["properties"]?["custom"]
        #expect(custom?["maxProperties"] == 2)
        let taken = custom?["propertyNames"]?["not"]?["anyOf"]?.array?.first?["enum"]?.array ?? []
        #expect(
            ["aps", "from", "message_type", "mine", "order_id", "pinned"].allSatisfy { taken.contains(.string($0)) }
        )
        #expect(schema["properties"]?["size"]?["default"] == "S")
        #expect(schema["required"]?.array?.contains("size") == false)
    }

    @Test(arguments: [
        (#""maxItems": 2"#, #""maxItems": 60"#, "T0220"), (#""maxLength": 5"#, #""maxLength": 600"#, "T0220"),
        (#""dataFrom": "custom""#, #""dataFrom": "costum""#, "T0501"),
        (#""dataFrom": "custom""#, #""dataFrom": "item""#, "T0502"),
        (#""default": "S""#, #""default": "M""#, "T0614"),
    ])
    func `what would not do is reported`(old: String, new: String, code: String) {
        #expect(Set(Self.shop.with("events.json", old, new).codes) == [code])
    }

    @Test func `no text shows a map`() {
        let shown = Self.shop.with("templates/en.json", "{$item} is on its way", "{$item} {$size}")
            .with("templates/de.json", "{$item} ist unterwegs", "{$item} {$size}")
        #expect(shown.codes == [])
        let map = Self.shop.with("events.json", #""maxLength": 5, "optional": true"#, #""maxLength": 5"#)
            .with("templates/en.json", "{$item} is on its way", "{$item} {$custom}")
        #expect(map.codes.contains("T0207"))
    }
}
