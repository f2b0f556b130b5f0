import CarillonModel
import CarillonProfiles
import Testing

/// Looking up a profile's parts by the names that they are asked for with.
struct ProfileIndexTests {
    private static let profile: TenantProfile = {
        let locales = Locales(default: "en", supported: ["en", "no"], fallbacks: ["nb": "no"])
        var parts = ProfileParts(id: "shop", name: "Shop", locales: locales)
        var placed = EventType(id: "order.placed")
        placed.category = "orders"
        placed.alias = "ORDER_PLACED"
        var shipped = EventType(id: "order.shipped")
        shipped.category = "orders"
        // Its name outside is another's id.
        shipped.alias = "order.late"
        var news = EventType(id: "news")
        news.category = "news"
        parts.events = [placed, shipped, news, EventType(id: "order.late")]
        parts.channels = [ChannelBinding(id: "push", plugin: "expo"), ChannelBinding(id: "feed", plugin: "in-app")]
        parts.categories = [Category(id: "orders"), Category(id: "news")]
        parts.androidChannels = [AndroidChannel(id: "orders", name: LocalizedText("Orders"))]
        return TenantProfile(parts)
    }()

    @Test func `each part is found by its name, and nothing by another`() {
        #expect(Self.profile.channel("feed")?.plugin == "in-app" && Self.profile.channel("mail") == nil)
        #expect(Self.profile.category("news")?.id == "news" && Self.profile.category("sport") == nil)
        #expect(Self.profile.androidChannel("orders") != nil && Self.profile.androidChannel("news") == nil)
        #expect(Self.profile.event("news")?.category == "news" && Self.profile.event("order") == nil)
        #expect(Self.profile.hasEvent("news") && !Self.profile.hasEvent("sport"))
    }

    @Test func `an event type is found by what it is called inside and outside, the one written first where both fit`()
    {
        #expect(Self.profile.event(named: "order.placed")?.id == "order.placed")
        #expect(Self.profile.event(named: "ORDER_PLACED")?.id == "order.placed")
        #expect(Self.profile.event(named: "order.late")?.id == "order.shipped")
        #expect(Self.profile.event(named: "") == nil)
    }

    @Test func `the event types of a category come as they are written`() {
        #expect(Self.profile.events(inCategory: "orders").map(\.id) == ["order.placed", "order.shipped"])
        #expect(Self.profile.events(inCategory: "sport").isEmpty)
    }

    @Test(arguments: [nil, "en", "no", "nb-NO", "fr", "en-GB"] as [LocaleTag?])
    func `the languages to try are those that the locales say`(requested: LocaleTag?) {
        #expect(Self.profile.chain(for: requested) == Self.profile.locales.chain(for: requested))
    }

    @Test func `a changed profile is another, with its own names`() {
        let changed = Self.profile.changed { $0.events.removeFirst() }
        #expect(!changed.hasEvent("order.placed") && changed.event(named: "ORDER_PLACED") == nil)
        #expect(changed.event("news")?.id == "news" && changed.events(inCategory: "orders").count == 1)
        #expect(Self.profile.hasEvent("order.placed") && Self.profile.events.count == 4)
    }
}
