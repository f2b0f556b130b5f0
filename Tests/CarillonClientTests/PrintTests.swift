import CarillonClient
import CarillonModel
import Testing

/// What is the reader's alone isn't in a log because somebody printed a value there.
struct PrintTests {
    private let secret = "Mama Jasmina"

    private func expectHidden(_ value: some Any, _ what: Comment) {
        var dumped = ""
        dump(value, to: &dumped)
        for text in [
            "\(value)", String(describing: value), String(reflecting: value), String(describing: [value]), dumped,
        ] {
            #expect(!text.contains(secret), what)
        }
    }

    @Test func `pushes and what they are recognized as`() {
        let payload: JSONValue = [
            "aps": ["alert": ["title": .string(secret), "body": .string(secret)]], "to": .string(secret),
        ]
        let push = ReceivedPush(payload, shape: .apns)
        #expect(push.data["to"] == secret && push.title == secret)
        expectHidden(push, "a push")
        expectHidden(EventCatalogue([]).recognize(push), "an unknown push")
        let catalogue = EventCatalogue([EventDefinition(id: "sent", data: [.init("to", "{name}")])])
        let recognized = catalogue.recognize(push)
        guard case .event(let event) = recognized else {
            Issue.record("the push isn't recognized")
            return
        }
        #expect(event.fields == ["name": secret])
        expectHidden(recognized, "a recognized push")
        expectHidden(ServiceExtensionReducer.Event.received(push, texts: [:], badge: nil, wasShown: false), "an event")
    }

    @Test func `the list, the centre, and what is kept of them`() throws {
        var inbox = InboxReducer.State()
        let json: JSONValue = ["id": "a", "createdAt": "2026-03-01T08:00:00Z", "title": .string(secret)]
        let item = try #require(InboxItem(json))
        _ = InboxReducer().reduce(&inbox, .opened(user: "u1", cache: nil))
        _ = InboxReducer().reduce(&inbox, .stream(.notification(item), id: "e1", request: 1, at: 0))
        #expect(inbox.items == [item])
        expectHidden(item, "an item")
        expectHidden(inbox, "an inbox")
        expectHidden(try #require(InboxCache(inbox)), "a cache")
        let zone = ReaderZone { _ in 0 }
        expectHidden(Centre(inbox, today: zone.day(of: item.time), in: zone), "a centre")
    }

    @Test func `words made on the device, and what they are made of`() {
        var tables = DeviceTables()
        tables.set(["name": secret], of: "0x1", in: "contacts")
        expectHidden(tables, "tables")
        let profile: JSONValue = [
            "locales": ["default": "en", "supported": ["en"]],
            "events": [
                [
                    "id": "sent", "data": ["to": "{name}"], "arguments": ["name": "text"],
                    "words": ["en": ["title": "{$name}"]],
                ]
            ],
        ]
        let push = ReceivedPush(["to": .string(secret)], shape: .apns)
        let made = DeviceWords(profile).texts(for: push, in: "en", with: tables)
        #expect(made.title == secret)
        expectHidden(made, "words")
        var state = ServiceExtensionReducer.State()
        let effects = ServiceExtensionReducer().reduce(
            &state,
            .received(push, texts: made.slots, badge: nil, wasShown: false)
        )
        #expect(state.content.title == secret)
        expectHidden(state, "the extension's state")
        expectHidden(effects, "what the extension hands over")
    }
}
