import CarillonDiagnostics
import CarillonProfiles
import Testing

/// Ten faults give ten diagnostics, and one slip gives one.
struct IndependentFaultTests {
    @Test func `the shop is whole`() {
        #expect(WrittenShop().diagnostics.map(\.message) == [])
    }

    @Test(arguments: [
        ("profile.json", #""locales""#, #""locale""#, "T0101"),
        ("profile.json", #""default": "en""#, #""default": "fr""#, "T0230"),
        ("profile.json", #""channels""#, #""chanels""#, "T0101"),
        ("profile.json", #""categories""#, #""catgories""#, "T0101"),
        ("profile.json", #""deepLinks""#, #""deeplinks""#, "T0101"),
        ("profile.json", #""push": {"#, #""Push!": {"#, "T0107"),
        ("events.json", #""events""#, #""evnts""#, "T0101"),
        ("events.json", #""payload""#, #""paylod""#, "T0101"),
        ("events.json", #""type": "text""#, #""typ": "text""#, "T0101"),
        ("events.json", #"{"type": "uuid"}"#, #"{"type": "uid"}"#, "T0105"),
        ("events.json", #""optional""#, #""optinal""#, "T0101"),
        ("templates/en.json", #""messages""#, #""mesages""#, "T0101"),
        ("templates/en.json", #""title""#, #""titel""#, "T0214"),
        ("templates/de.json", #""title""#, #""titel""#, "T0214"),
        ("templates/en.json", "order.paid", "order.piad", "T0210"),
        ("templates/de.json", "order.paid", "order.piad", "T0901"),
        ("templates/en.json", "$item", "$itme", "T0205"),
        ("templates/de.json", "$item", "$itme", "T0205"),
    ])
    func `one slip is reported once`(file: String, old: String, new: String, code: String) {
        #expect(WrittenShop().with(file, old, new).codes == [code])
    }

    @Test(arguments: ["profile.json", "events.json", "contract.json", "templates/de.json"])
    func `a file that is an array is reported once`(file: String) {
        #expect(WrittenShop().with(file, "[]").codes == ["T0103"])
    }

    @Test func `no event at all is reported once, not for all words and samples`() {
        // The contract's field that has the values of an event has none left, which is a fault of its own.
        #expect(WrittenShop().with("events.json", #"{"events": {}}"#).codes == ["T0651", "T0955"])
    }

    @Test func `what stands behind a list that has no end is no channel of it`() {
        let codes = WrittenShop().with("events.json", #"["in-app", "push"]"#, #"["in-app", "push""#).codes
        #expect(codes.contains { $0 < "T0100" } && !codes.contains("T0301"))
    }

    @Test func `words in the default language under a misspelt name are an error with the right name`() {
        let found = WrittenShop().with("templates/en.json", "order.paid", "order.piad").diagnostics
        #expect(found.map(\.primary.text) == ["did you mean `order.paid`?"])
        #expect(found.map(\.severity) == [.error])
    }

    @Test func `the faults of one event are reported beside one another`() {
        let shop = WrittenShop()
            .with("events.json", #""priority": "high""#, #""priority": "hgih""#)
            .with("events.json", #""route": "order""#, #""route": "ordr""#)
            .with("events.json", "order-{order_id}", "order-{nope}")
            .with("events.json", #"{"order_id": "{order_id}"}"#, #"{"order_id": "{"}"#)
            .with("events.json", #""by": "2h""#, #""by": "2 hours""#)
            .with("events.json", #""category": "order""#, #""category": "ordr""#)
            .with("events.json", #"["in-app", "push"]"#, #"["in-app", "psuh"]"#)
        #expect(shop.codes == ["T0105", "T0110", "T0121", "T0301", "T0312", "T0409", "T0501"])
    }

    @Test func `a field with a fault doesn't silence words about other fields`() {
        let shop = WrittenShop()
            .with("events.json", #"{"type": "uuid"}"#, #"{"type": "uid"}"#)
            .with("templates/en.json", "$item", "$itme")
        #expect(shop.codes == ["T0105", "T0205"])
    }

    @Test func `the faults of one route are reported beside one another`() {
        let shop = WrittenShop()
            .with("contract.json", #""from": "body.token""#, #""from": "bdy.token""#)
            .with("contract.json", #""android""#, #""andriod""#)
            .with("contract.json", "{device.id}", "{device.idd}")
        #expect(shop.codes == ["T0602", "T0608", "T0651"])
    }

    @Test func `an example in a language that the tenant lacks is named at the language`() {
        let found = WrittenShop().with("events.json", #"{"en": "Hi"}"#, #"{"fr": "Hi"}"#).diagnostics
        #expect(found.map(\.code.number) == ["T0505"])
        #expect(found.first?.message.contains("holds words in fr, which the tenant doesn't support") == true)
    }

    @Test func `a range that holds nothing is told once, not for every sample`() {
        let shop = WrittenShop()
            .with(
                "events.json",
                #""item": {"type": "text", "maxLength": 80}"#,
                #""item": {"type": "integer", "minimum": 5, "maximum": 2}"#
            )
            .with("samples/order.paid.json", #""Lamp""#, "3")
        #expect(shop.codes == ["T0503"])
    }
}
