import CarillonDiagnostics
import CarillonModel
import CarillonProfiles
import Testing

/// Routes that state who may be led there.
struct RouteAudienceTests {
    private func shop(_ route: String, event: String = "") -> WrittenShop {
        WrittenShop()
            .with("profile.json", #""app": "shop://orders/{id}"}"#, #""app": "shop://orders/{id}", \#(route)}"#)
            .with("events.json", #""collapse": "order-{order_id}","#, #""collapse": "order-{order_id}",\#(event)"#)
    }

    @Test func `an event has the audience of the place it leads to`() {
        let shop = shop(#""audience": "order:{{{id}", "dataNames": {"id": "order_id"}"#)
        #expect(shop.codes == [])
        #expect(shop.profile?.event(named: "order.paid")?.audience?.source == "order:{{{order_id}")
        #expect(shop.profile?.event(named: "order.note")?.audience == nil)
        #expect(shop.profile?.audiences.count == 2)
    }

    @Test func `what tells of access has none`() {
        let shop = shop(#""audience": "order:{id}""#)
            .with("profile.json", #""categories": {"order": {}}"#, #""categories": {"order": {"grantsAccess": true}}"#)
        #expect(shop.codes == [] && shop.profile != nil)
        #expect(shop.profile?.event(named: "order.paid")?.audience == nil)
    }

    @Test(arguments: [
        (#""audience": "order:{number}""#, ["T0404"]),
        (#""audience": "order:{id}", "dataNames": {"number": "order_id"}"#, ["T0404", "T0415"]),
        (#""audience": "order:{id}", "screen": "/orders""#, ["T0415"]),
        (#""audience": "order:{id}", "dataNames": {}"#, []),
        (#""dataNames": {"id": "order_id"}"#, ["T0415"]),
        (#""audience": "staff""#, []),
    ])
    func `an audience that nobody could tell is told of`(route: String, codes: [String]) {
        let shop = shop(route)
        #expect(shop.isChanged && shop.codes.sorted() == codes)
    }

    @Test(arguments: [
        (#" "audience": "order:{order_id}","#, []), (#" "audience": "staff","#, ["T0416"]),
        (#" "audience": "order:{item}","#, ["T0416"]), (#" "topic": "order:{item}","#, ["T0416"]),
        (#" "topic": "order:{nothing}","#, ["T0416", "T0501"]),
    ])
    func `an event with another audience than its place is told of`(event: String, codes: [String]) {
        #expect(shop(#""audience": "order:{id}""#, event: event).codes == codes)
    }
}
