import CarillonDiagnostics
import Testing

/// What a message skeleton fixes, and the profile states elsewhere, is reported where the two differ.
struct SkeletonOverrideTests {
    private func shop(
        channel: String = "",
        event: String = "",
        category: String = "",
        priorities: String = "",
        statements: String = ""
    ) -> WrittenShop {
        let profile =
            #""categories": {"order": {\#(category)}}, "priorities": {\#(priorities)},"#
            + #" "androidChannels": {"alerts": {"name": {"en": "Alerts", "de": "Alarm"}}}"#
        let message = event.isEmpty ? "" : #", "message": \#(event)"#
        return WrittenShop()
            .with("profile.json", #""categories": {"order": {}}"#, profile)
            .with("profile.json", #"{"use": "test-push"}"#, #"{"use": "test-push"\#(channel)}"#)
            .with(
                "events.json",
                #""collapse": "order-{order_id}","#,
                #""collapse": "order-{order_id}"\#(message)\#(statements),"#
            )
    }

    private static let overrides: [(channel: String, event: String, statement: [String])] = [
        (#"{"alert": {"channel": "default"}}"#, "", ["category", #""androidChannel": "alerts""#]),
        (#"{"alert": {"channel": null}}"#, "", ["category", #""androidChannel": "alerts""#]),
        // What is around it is taken away, and the words aren't.
        (#"{"alert": null}"#, "", ["category", #""androidChannel": "alerts""#]),
        (#"{"alert": null}"#, #"{"words": "a"}"#, ["statements", #", "sound": "b.wav""#]),
        ("{}", #"{"alert": {"channel": "default"}}"#, ["category", #""androidChannel": "alerts""#]),
        (#"{"alert": {"category": "x"}}"#, "", ["category", #""categoryId": "order""#]),
        (#"{"alert": {"sound": "default"}}"#, "", ["priorities", #""high": {"deliver": "now", "sound": "none"}"#]),
        (#"{"alert": {"sound": "a.wav"}}"#, "", ["statements", #", "sound": "b.wav""#]),
        (#"{"alert": {"badge": 1}}"#, "", ["statements", #", "badge": "unread""#]),
        (#"{"alert": {"badge": 1}}"#, "", ["statements", #", "badge": "none""#]),
        (#"{"priority": "normal"}"#, "", ["category", ""]),
    ]

    @Test(arguments: overrides)
    func `a skeleton that says otherwise is reported`(channel: String, event: String, statement: [String]) {
        func part(_ name: String) -> String { statement[0] == name ? statement[1] : "" }
        let shop = shop(
            channel: #", "message": \#(channel)"#,
            event: event,
            category: part("category"),
            priorities: part("priorities"),
            statements: part("statements")
        )
        #expect(shop.codes == ["T0317"])
    }

    @Test func `it is reported once for all events, with what is without effect`() throws {
        let shop = shop(
            channel: #", "message": {"alert": {"channel": "default"}}"#,
            category: #""androidChannel": "alerts""#
        )
        let found = try #require(shop.diagnostics.first)
        #expect(found.severity == .warning && shop.diagnostics.count == 1)
        #expect(
            found.message == "this message says otherwise than the profile about the Android channel of `order.paid`"
        )
        #expect(found.related.map(\.text) == ["without effect"])
    }

    @Test(arguments: [
        // The same in both places.
        (
            #"{"alert": {"channel": "alerts", "sound": "default"}, "priority": "high"}"#,
            #""high": {"deliver": "now", "sound": "default"}"#
        ),
        // The words are taken away, too: data alone are left.
        (#"{"alert": null, "words": null}"#, #""high": {"deliver": "now", "sound": "default"}"#),
        // Nobody has said anything of a sound, or of a badge.
        (#"{"alert": {"sound": "a.wav", "badge": 1}}"#, ""),
        // Something that only the provider knows.
        (#"{"alert": {"mutable-content": 1}}"#, ""),
    ])
    func `a skeleton that says nothing else is right`(message: String, priorities: String) {
        let shop = shop(
            channel: #", "message": \#(message)"#,
            category: #""androidChannel": "alerts""#,
            priorities: priorities
        )
        #expect(shop.codes == [])
    }
}
