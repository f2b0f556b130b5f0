import CarillonDiagnostics
import CarillonModel
import Testing

@testable import CarillonProfiles

/// Links and buttons in mails: they lead somewhere, for every payload.
struct MarkupLinkTests {
    @Test(arguments: ["link", "button"])
    func `parameters come from the event's deep link, a field of the same name, or an option`(name: String) {
        #expect(found("{#\(name) to=order}Open{/\(name)}") == [])
        #expect(found("{#\(name) to=order id=$count}Open{/\(name)}") == [])
        #expect(found("{#\(name) to=order id=abc}Open{/\(name)}") == [])
        #expect(found("{#\(name) to=invoice}Open{/\(name)}") == [])
        #expect(found("{#\(name) to=home}Open{/\(name)}") == [])
        let local = ".input {$count :integer} .local $n = {$count} {{{#\(name) to=order id=$n}Open{/\(name)}}}"
        #expect(found(local) == [])
    }

    @Test(arguments: ["link", "button"])
    func `a route that doesn't exist, or no route, is an error of both`(name: String) {
        #expect(found("{#\(name) to=nowhere}Open{/\(name)}") == ["T0409"])
        #expect(found("{#\(name)}Open{/\(name)}") == ["T0221"])
        #expect(found("{#\(name) to=$state}Open{/\(name)}") == ["T0221"])
    }

    @Test(arguments: [
        // Nothing fills it.
        "{#link to=receipt}Open{/link}",
        // Of another type, or one that senders write as they like.
        "{#link to=order id=$words}Open{/link}", "{#link to=search q=$words}Open{/link}",
        "{#link to=order id=|a b|}Open{/link}", "{#link to=search q=$mail}Open{/link}",
        "{#link to=order id=$at}Open{/link}", "{#link to=order id=$recipient}Open{/link}",
        // Made by a function: its text is another.
        ".local $n = {$count :offset add=1} {{{#link to=order id=$n}Open{/link}}}",
        // A slash within a path, and one of an enum's values that holds one.
        "{#link to=artist name=|AC/DC|}Open{/link}", "{#link to=artist name=$band}Open{/link}",
        // No such parameter; no way into it from a mail.
        "{#link to=order ID=abc}Open{/link}", "{#link to=settings}Open{/link}",
    ])
    func `a link that some payload could not fill is an error`(html: String) {
        #expect(found(html) == ["T0221"])
    }

    @Test(arguments: [
        "{#link to=order}{#button to=order}Open{/button}{/link}", "{#link to=order}{#link to=home}Open{/link}{/link}",
        "{#link to=order}Open {#strong}{#button to=home}now{/button}{/strong}{/link}",
        "{#link to=order}{/link}", "{#button to=order} {/button}", "{#link to=order/}",
        "{#link to=order}{#strong}{/strong}{/link}",
    ])
    func `a link within a link, or one without words, is an error`(html: String) {
        #expect(found("Hello {#br /}" + html) == ["T0221"])
    }

    @Test func `links stand beside one another, and hold markup and values`() {
        #expect(found("{#link to=order}One{/link}{#button to=order}{#strong}Two{/strong}{/button}") == [])
        #expect(found("{#p}{#link to=order}{$words}{/link}{/p}") == [])
    }

    @Test func `a field that may be absent fills a link only where it is proven to be there`() {
        #expect(found("{#link to=maybe}Open{/link}") == ["T0221"])
        #expect(found("{#link to=order id=$maybe_id}Open{/link}") == ["T0212"])
        let proven = """
            .input {$maybe_id.present :string} .match $maybe_id.present true {{{#link to=maybe}Open{/link}}} * {{None}}
            """
        #expect(found(proven) == [])
        let unproven = """
            .input {$maybe_id.present :string} .match $maybe_id.present false {{{#link to=maybe}Open{/link}}} * {{None}}
            """
        #expect(found(unproven) == ["T0221"])
    }

    @Test func `markup has no options that would have no effect, or keep the mail from being sent`() {
        #expect(found("{#p u:dir=rtl}Open{/p}") == ["T0222"])
        #expect(found("{#strong to=nowhere}Open{/strong}") == ["T0222"])
        #expect(found("{#link to=home u:dir=rtl}Open{/link}") == ["T0222"])
    }

    @Test func `a sample whose text can't stand in the link is refused as the event would be`() {
        let link = #"{"route": "search", "q": "words"}"#
        #expect(found("{#p}Hello{/p}", deepLink: link, text: "lamps") == [])
        for text in ["", "a\nb", "a\\b", "AC/DC?"] {
            #expect(found("{#p}Hello{/p}", deepLink: link, text: text) == [])
        }
        for text in ["javascript:alert(1)", "java\nscript:alert(1)", "\\\\evil.example"] {
            #expect(found("{#p}Hello{/p}", deepLink: link, text: text) == ["T0506"])
        }
    }

    private func found(
        _ html: String,
        deepLink: String = #"{"route": "order", "id": "order_id"}"#,
        text: String = "w"
    ) -> [String] {
        let html = JSONValue.string(html).text
        let sample: JSONValue = [
            "order_id": "o", "number": "n", "count": 1, "words": .string(text), "band": "U2", "mail": "a@b.example",
            "at": "2026-02-25T12:00:00Z", "state": "one",
        ]
        let files = [
            (
                "profile.json",
                #"""
                {"tenant": "shop", "name": "Shop", "locales": {"default": "en", "supported": ["en"]},
                 "deepLinks": {"schemes": ["shop"], "origins": ["https://shop.example"], "routes": {
                  "order": {"params": {"id": "slug"}, "app": "shop://orders/{id}"},
                  "invoice": {"params": {"number": "slug"}, "web": "https://shop.example/invoices/{number}"},
                  "receipt": {"params": {"receipt": "slug"}, "app": "shop://receipts/{receipt}"},
                  "maybe": {"params": {"maybe_id": "uuid"}, "app": "shop://maybe/{maybe_id}"},
                  "search": {"params": {"q": "text"}, "app": "shop://search?q={q}"},
                  "artist": {"params": {"name": "text"}, "app": "shop://artists/{name}"},
                  "home": {"app": "shop://home"}, "settings": {"screen": "/settings"}}},
                 "channels": {"mail": {"use": "test-mail", "settings": {"host": "smtp.shop.example"}}}}
                """#
            ),
            (
                "events.json",
                #"""
                {"events": {"order": {"deepLink": \#(deepLink), "channels": ["mail"], "payload": {
                    "order_id": {"type": "slug"}, "number": {"type": "slug"}, "count": {"type": "integer"},
                    "words": {"type": "text", "maxLength": 40}, "mail": {"type": "email"}, "at": {"type": "instant"},
                    "band": {"type": "enum", "values": ["U2", "AC/DC"]}, "state": {"type": "enum", "values": ["one"]},
                    "maybe_id": {"type": "uuid", "optional": true}}}}}
                """#
            ),
            (
                "templates/en.json",
                #"""
                {"locale": "en", "messages": {
                  "order": {"email": {"subject": "Hello", "text": "Hello", "html": \#(html)}}}}
                """#
            ),
            ("samples/order.json", sample.text),
        ]
        var sources = SourceSet()
        let folder = TenantFolder(
            name: "shop",
            path: "shop",
            files: files.map { TenantFolder.File($0.0, Array($0.1.utf8)) }
        )
        let loaded = ProfileLoader(registry: TestChannels.registry).load(folder, into: &sources)
        return loaded.diagnostics.map(\.code.number)
    }
}
