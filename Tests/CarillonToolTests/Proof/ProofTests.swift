import CarillonDiagnostics
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import Synchronization
import Testing

/// `carillon validate` makes messages, and tells which can't be made.
struct ProofTests {
    @Test(arguments: ["link", "button"])
    func `a link without parameters is filled by the event's own deep link`(markup: String) throws {
        let pages = Mutex<[String]>([])
        let proof = RenderingProof(registry: .standard, payloads: 0) { message, _, _, _ in
            pages.withLock { $0.append(message.slots["email.html"] ?? "") }
        }
        let shop = Self.shop(html: "{#\(markup) to=order}Open{/\(markup)}")
        #expect(Self.findings(shop, proof) == [])
        #expect(pages.withLock { $0 } == [#"<a href="https://shop.example/orders/o-1">Open</a>"#])
        pages.withLock { $0 = [] }
        #expect(Self.findings(Self.shop(html: "{#\(markup) to=order id=$name}Open{/\(markup)}"), proof) == [])
        #expect(pages.withLock { $0 } == [#"<a href="https://shop.example/orders/Ada">Open</a>"#])
    }

    @Test func `a sample without a title is reported, with its name and payload`() throws {
        let shop = Self.shop(subject: "{$word}", sample: ["word": " "])
        #expect(Self.findings(shop, nil) == [])
        let found = Self.findings(shop, RenderingProof(registry: .standard))
        #expect(found.count == 1)
        #expect(
            found.first?.hasPrefix("T0250 at `subject`: `order` can't be made on `mail` in `en`") == true,
            "\(found)"
        )
        #expect(found.first?.contains(#""word":" ""#) == true && found.first?.contains("samples/order.json") == true)
    }

    @Test func `what some payload of the types makes fail is reported, with that payload`() throws {
        // No clock is so far ahead, and the last day of the calendar is over there.
        let shop = Self.shop(subject: "Until {$at :date timeZone=|+23:59|}")
        #expect(Self.findings(shop, nil) == [])
        let found = Self.findings(shop, RenderingProof(registry: .standard))
        #expect(found.count == 1)
        #expect(found.first?.contains("9999-12-31T23:59:59.999Z") == true, "\(found)")
        #expect(found.first?.contains("made from the types") == true)
    }

    @Test func `what an event would be refused for isn't a message that fails`() throws {
        // An empty name, and one with a slash, make no link; such an event is refused when it is posted.
        let shop = Self.shop(deepLink: ["route": "artist", "name": "word"])
        let found = Self.findings(shop, RenderingProof(registry: .standard, payloads: 200))
        #expect(found.map { $0.prefix(5) } == ["T0974"])
    }

    @Test func `the time at which a reminder is stale counts for the size that is proven`() throws {
        func bytes(_ schedule: JSONValue?) throws -> Int {
            var event: JSONObject = [
                "channels": ["push"], "payload": ["at": ["type": "instant"]],
            ]
            event["schedule"] = schedule
            let profile: JSONValue = [
                "tenant": "shop", "name": "Shop", "locales": ["default": "en", "supported": ["en"]],
                "channels": ["push": ["use": "expo"]],
            ]
            let folder = Self.folder([
                ("profile.json", profile), ("events.json", ["events": ["soon": .object(event)]]),
                (
                    "templates/en.json",
                    ["locale": "en", "messages": ["soon": ["title": "Soon", "body": "It begins."]]]
                ),
            ])
            let sizes = try #require(ProfileLoader(registry: .standard).provenSizes(of: folder))
            return try #require(sizes.bytes("soon", "push", "en"))
        }
        let plain = try bytes(nil)
        #expect(try bytes([["before": "at", "by": "30m"]]) > plain)
        #expect(try bytes([["after": "at", "by": "30m"]]) == plain)
    }

    private static func findings(_ folder: TenantFolder, _ proof: RenderingProof?) -> [String] {
        var sources = SourceSet()
        let loaded = ProfileLoader(registry: .standard, proof: proof).load(folder, into: &sources)
        return loaded.diagnostics.map { found in
            let place = found.primary.span
            let written = sources[place.source].content[place.range]
            let texts = [found.message, found.primary.text] + found.notes
            return "\(found.code.number) at `\(String(decoding: written, as: UTF8.self).replacing("\"", with: ""))`: "
                + texts.joined(separator: "; ")
        }
    }

    private static func shop(
        subject: String = "Hello",
        html: String = "{#p}Hello{/p}",
        deepLink: JSONValue = ["route": "order", "id": "order_id"],
        sample: JSONValue = .object(JSONObject())
    ) -> TenantFolder {
        let profile: JSONValue = [
            "tenant": "shop", "name": "Shop", "locales": ["default": "en", "supported": ["en"]],
            "deepLinks": [
                "origins": ["https://shop.example"],
                "routes": [
                    "order": ["params": ["id": "slug"], "web": "https://shop.example/orders/{id}"],
                    "artist": ["params": ["name": "text"], "web": "https://shop.example/artists/{name}"],
                ],
            ],
            "channels": [
                "mail": ["use": "smtp", "settings": ["host": "smtp.shop.example", "from": "a@shop.example"]]
            ],
        ]
        let event: JSONValue = [
            "summary": "An order", "channels": ["mail"], "deepLink": deepLink,
            "payload": [
                "order_id": ["type": "slug"], "name": ["type": "slug"], "word": ["type": "text"],
                "at": ["type": "instant"],
            ],
        ]
        let texts: JSONValue = [
            "email": ["subject": .string(subject), "text": "Hello", "html": .string(html)]
        ]
        let plain: JSONValue = ["order_id": "o-1", "name": "Ada", "word": "lamps", "at": "2026-02-25T12:00:00Z"]
        let payload = plain.merging(sample)
        let files: [(String, JSONValue)] = [
            ("profile.json", profile), ("events.json", ["events": ["order": event]]),
            ("templates/en.json", ["locale": "en", "messages": ["order": texts]]), ("samples/order.json", payload),
        ]
        return folder(files)
    }

    private static func folder(_ files: [(String, JSONValue)]) -> TenantFolder {
        TenantFolder(
            name: "shop",
            path: "shop",
            files: files.map { TenantFolder.File($0.0, Array($0.1.text.utf8)) }
        )
    }
}
