import CarillonModel
import Testing

@testable import CarillonProfiles

/// What makes two pushes the same, where none carries the notification's id.
struct PushIdentityTests {
    /// Fields of every kind, of which `data` may take any.
    private static func event(_ data: [(String, String)], link: String? = nil) throws -> EventType {
        var event = EventType(id: "order.changed")
        event.category = "orders"
        event.payload = [
            PayloadField("order", .uuid), PayloadField("chain", .slug), PayloadField("parcel", .slug, isOptional: true),
            PayloadField("number", .integer(0...999)), PayloadField("weight", .decimal), PayloadField("price", .money),
            PayloadField("isPaid", .boolean), PayloadField("state", .choice(["packed", "sent"])),
            PayloadField("due", .instant), PayloadField("day", .date), PayloadField("page", .path),
            PayloadField("words", .text(maxLength: 80)), PayloadField("picture", .url(maxLength: 80)),
            PayloadField("mail", .email), PayloadField("title", .localizedText(maxLength: 80)),
        ]
        event.data = .object(try data.map { .init($0.0, .text(try PlaceholderText($0.1))) })
        event.deepLink = link.map { DeepLinkTemplate(route: "order", arguments: [.init("id", from: $0)]) }
        return event
    }

    private static func identity(of event: EventType) -> [String] {
        let parts = ProfileParts(id: "shop", name: "Shop", locales: Locales(default: "en", supported: ["en"]))
        return ClientProfile(TenantProfile(parts), TestChannels.registry).identity(of: event)
    }

    @Test(arguments: [
        "number", "weight", "price.value", "price.currency", "isPaid", "state", "due", "due.epochSeconds", "day",
        "page",
    ])
    func `two pushes about one thing may differ in what is exact alone`(field: String) throws {
        let event = try Self.event([("type", "{event.type}"), ("order_id", "{order}"), ("more", "{\(field)}")])
        #expect(Self.identity(of: event) == ["type", "order_id", "more"])
    }

    @Test(arguments: ["words", "picture", "mail", "title", "slot.action"])
    func `what is words, or long, is never part of it`(field: String) throws {
        let event = try Self.event([("type", "{event.type}"), ("order_id", "{order}"), ("more", "{\(field)}")])
        #expect(Self.identity(of: event) == ["type", "order_id"])
    }

    @Test(arguments: ["number", "weight", "price.value", "isPaid", "state", "due", "day", "page", "link.app"])
    func `without an id, the same value may be another thing's`(field: String) throws {
        let event = try Self.event([("type", "order"), ("more", "{\(field)}")])
        #expect(Self.identity(of: event) == ["type"], "constants alone tell nothing apart, and so each push is shown")
    }

    @Test func `nor do values with an id that may be absent`() throws {
        let event = try Self.event([("type", "order"), ("parcel", "{parcel?}"), ("state", "{state}")])
        #expect(Self.identity(of: event) == ["type", "parcel"])
        let both = try Self.event([("order", "{order}"), ("parcel", "{parcel?}"), ("state", "{state}")])
        #expect(Self.identity(of: both) == ["order", "parcel", "state"])
    }

    @Test func `an integer by which something is found is an id`() throws {
        let data = [("type", "order"), ("number", "{number}"), ("state", "{state}")]
        #expect(Self.identity(of: try Self.event(data)) == ["type"])
        #expect(Self.identity(of: try Self.event(data, link: "number")) == ["type", "number", "state"])
        var event = try Self.event(data)
        event.collapse = try PlaceholderText("order-{number}")
        #expect(Self.identity(of: event) == ["type", "number", "state"])
        event.collapse = try PlaceholderText("state-{state}")
        #expect(Self.identity(of: event) == ["type"])
    }

    @Test func `a text of several ids is one, and of an id and words none`() throws {
        let event = try Self.event(
            [
                ("kind", "{event.category}/order"), ("place", "{chain}:{order}"), ("line", "{order}: {words}"),
                ("link", "{link.app}"),
            ],
            link: "order"
        )
        #expect(Self.identity(of: event) == ["kind", "place", "link"])
    }

    @Test func `the notification's own id says more than all of it`() throws {
        let event = try Self.event([("id", "{notification.id}"), ("order", "{order}"), ("state", "{state}")])
        #expect(Self.identity(of: event) == [])
    }
}
