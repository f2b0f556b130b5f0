import CarillonDiagnostics
import CarillonModel
import Testing

@testable import CarillonProfiles

/// Words and links that would validate and could not be sent, or would be sent and say nothing.
struct TextsThatFailTests {
    @Test(arguments: [#""""#, #""  ""#, #"[""]"#, #"["", " "]"#, #""{||}""#, #""\u200B""#, #""{#p}{/p}""#])
    func `a text that says nothing is refused`(text: String) throws {
        #expect(found(body: text).contains("T0108"))
    }

    @Test func `a variant that says nothing is refused, and pointed at`() throws {
        #expect(found(body: #"{"match": ["count"], "when": {"one": "One", "*": ""}}"#) == ["T0108"])
        #expect(found(body: #"{"match": ["count"], "when": {"one": "One", "*": "{$count}"}}"#) == [])
        #expect(found(body: #"["First", "", "Third"]"#) == [])
    }

    @Test(arguments: [
        (#""Seen {$at :date lenght=long}""#, "T0222"), (#""{$count :number minimumFractionDigits=abc}""#, "T0223"),
        (#""{|x| :number}""#, "T0207"), (#""{$price :currency currency=USD}""#, "T0223"),
        (#""{$at :time timeZone=|Europe/Olso|}""#, "T0223"), (#""{$at :time timeZone=input}""#, "T0223"),
        (#"{"match": ["count :number select=ordnal"], "when": {"*": "{$count}"}}"#, "T0223"),
    ])
    func `a function that would fail is refused`(text: String, code: String) throws {
        #expect(found(body: text) == [code])
    }

    @Test(arguments: [
        (#""{$count :number minimumFractionDigits=$count}""#, "T0223"), (#""{$at :time timeZone=$words}""#, "T0223"),
        (#""{$at :time timeZone=$zone}""#, "T0223"), (#""{$count :currency currency=$words}""#, "T0223"),
        (#""{$count :number u:dir=$words}""#, "T0223"), (#""{$count :number u:id=$at}""#, "T0223"),
        (#"".local $n = {|abc|} {{{$count :number minimumFractionDigits=$n}}}""#, "T0223"),
        (#"".local $n = {$few :offset add=1} {{{$count :number minimumFractionDigits=$n}}}""#, "T0223"),
        (#""{$at :carillon:relative unit=day}""#, "T0207"), (#""{$price :currency}""#, "T0226"),
    ])
    func `a function that some payload would make fail is refused`(text: String, code: String) throws {
        #expect(found(body: text) == [code])
    }

    @Test(arguments: [
        #""{$count :number minimumFractionDigits=$few}""#, #""{$count :currency currency=$code}""#,
        #""{$at :time timeZone=$place}""#, #""{$count :number u:id=$words}""#,
        #"".local $n = {|2|} {{{$count :number minimumFractionDigits=$n}}}""#,
        #""{$count :carillon:relative unit=day}""#,
    ])
    func `an option may come from a variable all of whose values it takes`(text: String) throws {
        #expect(found(body: text) == [])
    }

    @Test(arguments: [
        (#""app": "shop://{id}""#, ["T0407"]), (#""app": "shop://{id}/more""#, ["T0407"]),
        (#""app": "shop://order{id}""#, ["T0407"]), (#""app": "shop://orders/{id}""#, []),
        (#""app": "shop://orders?id={id}""#, []),
    ])
    func `a parameter never decides which screen of the app is opened`(route: String, codes: [String]) throws {
        #expect(found(body: #""Hello""#, route: route) == codes)
    }

    @Test func `a link that may be absent is not shown`() throws {
        #expect(found(body: #""{$link}""#) == [])
        #expect(found(body: #""{$link}""#, route: #""screen": "/orders/{id}""#) == ["T0224"])
        #expect(found(body: #""{$link}""#, deepLink: "") == ["T0224"])
        let optional = #""deepLink": {"route": "order", "id": "maybe_id"},"#
        #expect(Set(found(body: #""{$link}""#, deepLink: optional)) == ["T0224", "T0414"])
    }

    @Test func `names in one language only are a translation that lags`() throws {
        let category = #""categories": {"order": {"name": {"en": "Orders"}}},"#
        #expect(found(body: #""Hello""#, extra: category, locales: #"["en", "ar"]"#) == ["T0907"])
        #expect(found(body: #""Hello""#, extra: category, locales: #"["en", "en-GB"]"#) == [])
    }

    private func found(
        body: String,
        route: String = #""app": "shop://orders/{id}""#,
        deepLink: String = #""deepLink": {"route": "order", "id": "order_id"},"#,
        extra: String = "",
        locales: String = #"["en"]"#
    ) -> [String] {
        let files = [
            (
                "profile.json",
                #"""
                {"tenant": "shop", "name": "Shop", "locales": {"default": "en", "supported": \#(locales)}, \#(extra)
                 "deepLinks": {"schemes": ["shop"], "routes": {"order": {"params": {"id": "slug"}, \#(route)}}},
                 "channels": {"feed": {"use": "test-feed"}}}
                """#
            ),
            (
                "events.json",
                #"""
                {"events": {"order": {\#(deepLink) "channels": ["feed"], "payload": {
                    "order_id": {"type": "uuid"}, "maybe_id": {"type": "uuid", "optional": true},
                    "count": {"type": "integer"}, "price": {"type": "money"}, "at": {"type": "instant"},
                    "words": {"type": "text"}, "few": {"type": "integer", "minimum": 0, "maximum": 4},
                    "zone": {"type": "enum", "values": ["Europe/Oslo", "Europe/Olso"]},
                    "place": {"type": "enum", "values": ["Europe/Oslo", "UTC"]},
                    "code": {"type": "enum", "values": ["NOK", "EUR"]}}}}}
                """#
            ),
            ("templates/en.json", #"{"locale": "en", "messages": {"order": {"title": "Hello", "body": \#(body)}}}"#),
        ]
        let folder = TenantFolder(
            name: "shop",
            path: "shop",
            files: files.map { TenantFolder.File($0.0, Array($0.1.utf8)) }
        )
        var sources = SourceSet()
        let loaded = ProfileLoader(registry: TestChannels.registry).load(folder, into: &sources)
        // No profile here has a sample, or words in a second language.
        return loaded.diagnostics.map(\.code.number).filter { !["T0904", "T0130"].contains($0) }
    }
}
