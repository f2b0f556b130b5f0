import CarillonDiagnostics
import CarillonProfiles
import Testing

/// The words for what is collected are held to what the channels need, and to what they get.
struct CollectedTextsTests {
    @Test func `words with count alone, for every channel that collects, are whole`() {
        #expect(shop().codes == [])
    }

    @Test func `a slot that a collecting channel needs is missing where the words stand`() {
        let found = shop(text: #"{"body": "{$count} new"}"#).diagnostics
        #expect(found.map(\.code) == [.missingSlot])
        #expect(found.map(\.message) == ["`collected` has no words for `title`"])
        #expect(
            found.first?.notes == ["`push` cannot do without", "it goes out in place of several notifications there"]
        )
    }

    @Test func `words in no language at all are missing at the app text`() {
        let found = shop(text: nil).diagnostics
        #expect(found.map(\.message) == ["`collected` has no words for `title`"])
    }

    @Test func `words that only a translation has are missing`() {
        let other = shop().with("templates/en.json", #""title": "{$count} new""#, #""body": "{$count} new""#)
        #expect(other.codes.contains("T0210"))
    }

    @Test(arguments: [
        // An event goes there itself.
        (#""mail": {"use": "test-mail", "settings": {"host": "a.example"}}"#, #"["in-app", "push", "mail"]"#),
        // A stand-in, and one of a stand-in.
        (
            #""mail": {"use": "test-mail", "settings": {"host": "a.example"}, "fallbackFor": ["push"]}"#,
            #"["in-app", "push"]"#
        ),
        (
            #"""
            "mail": {"use": "test-mail", "settings": {"host": "a.example"}, "fallbackFor": ["hook"]},
            "hook": {"use": "test-hook", "fallbackFor": ["push"]}
            """#, #"["in-app", "push"]"#
        ),
    ])
    func `mail that is collected needs a subject`(channel: String, channels: String) {
        let needed = ["`collected` has no words for `email.subject`", "`collected` has no words for `email.text`"]
        let other = shop(channel: channel, channels: channels)
        #expect(other.isChanged && other.diagnostics.map(\.message) == needed)
        let mail = #""email": {"subject": "{$count} new", "text": "{$count} new messages"}"#
        let mended = shop(text: #"{"title": "{$count} new", \#(mail)}"#, channel: channel, channels: channels)
        #expect(mended.codes == [])
    }

    @Test func `the feed has everything at once, and needs no words for what is collected`() {
        #expect(!shop(text: #"{"text": "{$count} new"}"#, channels: #"["in-app"]"#).codes.contains("T0210"))
    }

    @Test(arguments: [(#""priorities": ["low"], "#, true), ("", false)])
    func `a stand-in that takes other priorities, or has no words for the event, needs none`(own: String, mail: Bool) {
        let channel =
            #""mail": {"use": "test-mail", \#(own)"settings": {"host": "a.example"}, "fallbackFor": ["push"]}"#
        let other = shop(channel: channel, channels: #"["in-app", "push"]"#, mail: mail)
        #expect(other.isChanged && !other.codes.contains("T0210"))
    }

    @Test(arguments: [
        (#"{"type": "text"}"#, "`count` of `collected` is a text, and gets an integer"),
        (#"{"type": "decimal"}"#, "`count` of `collected` is a decimal, and gets an integer"),
        (#"{"type": "integer"}, "name": {"type": "text"}"#, "nothing fills `name` of `collected`"),
        (#"{"type": "integer"}, "name": {"type": "text", "optional": true}"#, "nothing fills `name` of `collected`"),
    ])
    func `the payload is the integer count alone`(count: String, message: String) {
        #expect(shop(count: count).diagnostics.map(\.message) == [message])
    }

    @Test(
        arguments: [
            (#""policies": {"collect": "15m", "expireAfter": "16m"}, "#, "", []),
            (
                #""policies": {"collect": "15m", "expireAfter": "15m"}, "#, "",
                ["`order.paid` is collected for 15m on `push` and worth nothing after 15m: it never goes out there"]
            ),
            (
                "", #""expireAfter": "10m", "#,
                ["`order.paid` is collected for 15m on `push` and worth nothing after 10m: it never goes out there"]
            ),
            (#""policies": {"expireAfter": "1m"}, "#, #""expireAfter": "1h", "#, []),
            (
                #""policies": {"collect": "3h"}, "#, "",
                ["`order.paid` is collected for 3h on `push` and worth nothing after 2h: it never goes out there"]
            ),
        ]
    )
    func `what is collected is worth something until its window ends`(policies: String, own: String, found: [String]) {
        let shop = shop().with("profile.json", #""categories""#, policies + #""categories""#)
            .with("events.json", #""category": "order""#, own + #""category": "order""#)
        #expect(shop.isChanged)
        #expect(shop.diagnostics.map(\.code.number) == found.map { _ in "T0954" })
        #expect(shop.diagnostics.map(\.message) == found)
    }

    @Test func `a count that may be absent is reported`() {
        let text = #"{"title": {"match": ["count.present"], "when": {"true": "{$count} new", "*": "New"}}}"#
        let found = shop(count: #"{"type": "integer", "optional": true}"#, text: text).diagnostics
        #expect(found.map(\.message) == ["`count` of `collected` is optional, and is always there"])
    }

    @Test func `a variable besides count is unknown`() {
        #expect(shop(text: #"{"title": "{$count} new for {$item}"}"#).codes == ["T0205", "T0205"])
    }

    @Test func `lines and length are those of an event`() {
        #expect(shop(text: #"{"title": "{$count}\nnew"}"#).codes == ["T0218", "T0218"])
        let long = String(repeating: "a", count: 5000)
        #expect(shop(text: #"{"title": "{$count} new", "body": "\#(long)"}"#).codes == ["T0220", "T0220"])
    }

    @Test(
        arguments: [
            (#""15m""#, []),
            (#"{"window": "15m"}"#, []),
            (
                #"{"deepLink": {"route": "new", "n": "count"}, "data": {"ids": "{ids}", "n": "{count} of {link.app}"}}"#,
                []
            ),
            (#"{"window": "0s"}"#, ["this lasts no time at all"]),
            (#"{"window": "soon"}"#, nil),
            (#"{"deepLink": {"route": "nwe", "n": "count"}}"#, ["there is no route called `nwe`"]),
            (#"{"deepLink": {"route": "new"}}"#, ["the route `new` needs its parameter `n`"]),
            (#"{"deepLink": {"route": "new", "n": "ids"}}"#, ["`ids` is a list, and the parameter `n` is an integer"]),
            (#"{"deepLink": {"route": "new", "n": "item"}}"#, ["the payload has no field `item`"]),
            (#"{"data": {"id": "{notification.id}"}}"#, ["the payload has no field `notification.id`"]),
            (#"{"data": {"to": "{link.app}"}}"#, ["the payload has no field `link.app`"]),
            (#"{"data": {"ids": "{ids"}}"#, ["this brace is never closed"]),
        ] as [(String, [String]?)]
    )
    func `where the message leads and what it tells the app exists`(collect: String, messages: [String]?) {
        let found = shop()
            .with(
                "profile.json",
                #""routes": {"#,
                #""routes": {"new": {"params": {"n": "integer"}, "app": "shop://new/{n}"}, "#
            )
            .with("profile.json", #""categories""#, #""policies": {"collect": \#(collect)}, "categories""#)
        #expect(found.isChanged)
        guard let messages else {
            #expect(!found.diagnostics.isEmpty)
            return
        }
        #expect(found.diagnostics.map(\.message) == messages)
    }

    @Test func `the ids and the link count for the message's size`() {
        let name = String(repeating: "a", count: 2000)
        for (data, codes) in [
            (#""ids": "{ids}""#, []), (#""ids": "{ids}", "\#(name)": "{ids}", "more": "{ids}""#, ["T0220"]),
        ] {
            let found = shop().with(
                "profile.json",
                #""categories""#,
                #""policies": {"collect": {"data": {\#(data)}}}, "categories""#
            )
            #expect(found.isChanged && Set(found.codes) == Set(codes))
        }
    }

    @Test func `windows of which none ever opens lead nowhere`() {
        let found = WrittenShop().with(
            "profile.json",
            #""categories""#,
            #""policies": {"collect": {"data": {"kind": "several"}}}, "categories""#
        )
        #expect(found.diagnostics.map(\.message) == ["no priority is `collected`, so nothing ever leads there"])
    }

    /// The shop that collects what is of high priority.
    ///
    /// - Parameter words: of the app text, in both languages; nil for none.
    private func shop(
        count: String = #"{"type": "integer"}"#,
        text: String? = #"{"title": "{$count} new"}"#,
        channel: String = #""hook": {"use": "test-hook"}"#,
        channels: String = #"["in-app", "push", "hook"]"#,
        mail: Bool = true
    ) -> WrittenShop {
        let own = mail ? #", "email": {"subject": "Paid", "text": "{$item}"}"# : ""
        let said = text.map { #""collected": \#($0), "# } ?? ""
        return WrittenShop()
            .with("profile.json", #""push": {"use": "test-push"}"#, #""push": {"use": "test-push"}, \#(channel)"#)
            .with(
                "profile.json",
                #""categories""#,
                #""priorities": {"high": {"deliver": "collected", "text": "collected"}}, "categories""#
            )
            .with(
                "events.json",
                #"{"events": {"#,
                #"{"texts": {"collected": {"payload": {"count": \#(count)}}}, "events": {"#
            )
            .with("events.json", #"["in-app", "push"]"#, channels)
            .with("templates/en.json", #""body": "{$item} is on its way""#, #""body": "{$item} is on its way"\#(own)"#)
            .with("templates/de.json", #""body": "{$item} ist unterwegs""#, #""body": "{$item} ist unterwegs"\#(own)"#)
            .with("templates/en.json", #""messages": {"#, #""messages": {\#(said)"#)
            .with("templates/de.json", #""messages": {"#, #""messages": {\#(said)"#)
    }
}
