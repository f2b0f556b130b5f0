import CarillonModel
import CarillonProfiles
import Testing

/// Links in the data that a sender hands through to the app.
struct DataLinkTests {
    private static func links(stripsTags: Bool = false) throws -> DataLinks {
        var order = Route(id: "order")
        order.parameters = [Route.Parameter("id", .slug)]
        order.app = try PlaceholderText("shop://orders/{id}")
        order.web = try PlaceholderText("https://shop.example/orders/{id}")
        order.audience = try PlaceholderText("order:{id}")
        order.dataNames = ["id": "order_id"]
        var profile = ProfileParts(id: "shop", name: "Shop", locales: Locales(default: "en", supported: ["en"]))
        profile.deepLinks.schemes = ["shop"]
        profile.deepLinks.origins = ["https://shop.example"]
        profile.deepLinks.routes = [order]
        profile.policies.stripsTags = stripsTags
        return DataLinks(of: TenantProfile(profile))
    }

    @Test(arguments: [
        // Schemes that act by themselves, as browsers read them.
        "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
        "java\tscript:alert(1)", "\u{1}javascript:alert(1)", "vbscript:x", "data:text/html,x", "file:///etc/passwd",
        "blob:x", "intent:x", "about:blank", "view-source:x", "jar:x",
        // Behind blanks and characters that nobody sees.
        "\u{A0}javascript:alert(1)", "\u{200B}javascript:alert(1)", "\u{FEFF}javascript:alert(1)",
        "\u{3000}javascript:alert(1)", "java\u{AD}script:alert(1)", "java\u{200D}script:alert(1)",
        "\u{2060}java\u{E0020}script\u{200B}:alert(1)", "\u{202E}javascript:alert(1)", "\u{3164}javascript:x",
        // As HTML would show them.
        "javascript&colon;alert(1)", "javascript&#58;alert(1)", "javascript&#x3a;alert(1)", "javascript&#x3A;x",
        "javascript&#58alert(1)", "&#x6A;avascript:alert(1)", "&#106avascript:alert(1)", "java&Tab;script:x",
        "java&NewLine;script&colon;x", "&nbsp;javascript:x", "&nbspjavascript:x", "&ZeroWidthSpace;javascript:x",
        "javascript&amp;colon;x", "javascript&amp;amp;#58;x", "java&shy;script:x", "&sol;&sol;evil.example",
        "https&colon;&sol;&sol;",
        // To other apps, calls and messages.
        "mailto:x@evil.example", "sms:+4790000000", "smsto:1", "tel:112", "callto:1", "facetime:x", "market://x",
        "itms-services://?x", "whatsapp://send", "evil://x", "http://example.com", "http:example.com",
        "http:\\\\example.com", "ftp:x", "ws://x",
        // Without a scheme, to any site there is.
        "//evil.example", "/\\evil.example", "\\\\evil.example", "\\/evil.example", " //evil.example",
        "/\t/evil.example",
        "///evil.example", "\u{200B}//evil.example",
        // https that readers understand differently, or that leads nowhere.
        "https://", "https:///", "https:///evil.example", "https:evil.example", "https:/evil.example",
        "https:\\\\evil.example", "https://shop.example\\@evil.example", "https://shop.example@evil.example",
        "https://user:x@evil.example/", "https://?x", "https://#x", "https://:443/", "https://a b.example@c",
        "https://a%2Fb/", "ht\ntps://evil.example", "\u{200B}https://a.example", "https://a.example:99999/",
        // The tenant's own scheme, without a route.
        "shop://evil", "shop://orders", "shop://orders/../x", "shop://orders/a?b=c", "SHOP://orders/a",
        " shop://orders/a", "shop:orders/a", "shop:/orders/a", "shop:", "shop\u{200B}://orders/a",
        "shop&colon;//orders/a",
        // For apps that decode a text before they follow it.
        "javascript%3Aalert(1)", "%6A%61vascript%3aalert(1)", "java%09script:alert(1)", "%6Aavascript:alert(1)",
        "javascript%253Aalert(1)", "javascript%25253Ax", "javascript&percnt;3Ax", "javascript&#37;3Ax",
        "%2F%2Fevil.example",
        "http%3A%2F%2Fevil.example", "https%3Aevil.example", "shop%3A//evil",
    ])
    func `a link that leads elsewhere is refused, whatever it is called and however it is disguised`(
        link: String
    ) throws {
        let names = link == "shop:" ? ["url"] : ["note", "url"]
        for name in names {
            let data: JSONObject = [name: .string(link)]
            let found = try Self.links().findings(in: data)
            #expect(found.count == 1 && found.first?.pointer == "/\(name)", "\(name)")
            guard case .refused? = found.first?.finding else {
                Issue.record("\(name) is taken")
                continue
            }
        }
        let inside: JSONObject = ["a": [["b": .string(link), "url": .string(link)]]]
        #expect(try Self.links().findings(in: inside).last?.pointer == "/a/0/url")
    }

    @Test(arguments: [
        "", "Hello", "at: 12:30", "Note: bring a coat", "https://example.com/a?b=c#d", "https://example.com is down",
        "HTTPS://example.com", "https://xn--bcher-kva.example/", "https://bücher.example:8443/å", "https://localhost/x",
        "https: the protocol", "shop: closed on Sunday", "a/b", "/orders/1", "50 // 2", "C:\\Users", "AT&T: a company",
        "a &colon; b", "&#x110000;", "&#;", "1:2", "urn:isbn:0451450523", "user@example.com",
    ])
    func `texts and links to the web stay`(text: String) throws {
        #expect(try Self.links().findings(in: ["note": .string(text)]).isEmpty)
    }

    @Test func `a link of any scheme is refused where the name says that it is one`() throws {
        for name in ["link", "deepLink", "URL", "image_url", "href", "thumb_src"] {
            #expect(try Self.links().findings(in: [name: "urn:isbn:1"]).count == 1, "\(name)")
        }
    }

    @Test(arguments: ["shop://orders/a-1", "https://shop.example/orders/a-1?src=push"])
    func `a link to a place of the tenant's own says who may be led there`(link: String) throws {
        let found = try Self.links().findings(in: ["x": ["y": .string(link)]])
        guard case .own(let match)? = found.first?.finding else {
            Issue.record("not found")
            return
        }
        #expect(found.first?.pointer == "/x/y" && match.route?.id == "order" && match.audience == "order:a-1")
    }

    @Test func `an id says so, too, at whatever depth`() throws {
        let data: JSONObject = [
            "order_id": "a-1", "list": [["a/b": ["order_id": "b"]]], "x": ["order_id": 7], "y": ["order_id": .null],
        ]
        let found = try Self.links().findings(in: data)
        #expect(found.map(\.pointer) == ["/order_id", "/list/0/a~1b/order_id", "/x/order_id"])
        let wrong = DataLinks.Finding.refused(code: .wrongType, "must be a string, not a number")
        #expect(found.map(\.finding) == [.named(audience: "order:a-1"), .named(audience: "order:b"), wrong])
    }

    @Test(
        arguments: [
            (["orderId": "a"], "/orderId"), (["ORDER-ID": "a"], "/ORDER-ID"), (["orderid": "a"], "/orderid"),
            (["order id": "a"], "/order id"), (["order\u{200B}_id": "a"], "/order\u{200B}_id"),
            (["parentOrderId": "a"], "/parentOrderId"), (["order": ["id": "a"]], "/order/id"),
            (["order_ids": ["a"]], "/order_ids/0"), (["orders": [["ID": "a"]]], "/orders/0/ID"),
            (["x": ["the order": ["id": "a"]]], "/x/the order/id"),
        ] as [(JSONObject, String)]
    )
    func `an id says so in any spelling of its name`(data: JSONObject, pointer: String) throws {
        let found = try Self.links().findings(in: data)
        #expect(found.map(\.pointer) == [pointer])
        #expect(found.map(\.finding) == [.named(audience: "order:a")])
    }

    @Test(
        arguments: [
            ["order": "a"], ["id": "a"], ["reorder_id": "a"], ["order_idx": "a"], ["has_order_id": true],
            ["orders": ["id": .null]], ["order_id_hint": "a"], ["border": ["id": "a"]],
        ] as [JSONObject]
    )
    func `other names say nothing`(data: JSONObject) throws {
        #expect(try Self.links().findings(in: data).isEmpty)
    }

    @Test func `an id in another spelling must be a text, too`() throws {
        let wrong = DataLinks.Finding.refused(code: .wrongType, "must be a string, not a number")
        #expect(try Self.links().findings(in: ["orderId": 7]).map(\.finding) == [wrong])
    }

    @Test func `each word of the data may be the id of a place`() throws {
        let uuid = "660e8400-e29b-41d4-a716-446655440001"
        let data: JSONObject = [
            "a": "see shop://orders/b-1 now", "c_2": [.number("7"), .boolean(true), .null, "é"],
            "url": "https://x/?b-1=d",
            "bare": .string(uuid.replacing("-", with: "")), "long": .string(String(repeating: "x", count: 129)),
        ]
        let found = try Self.links().mentions(in: data)
        let ids = [
            "a", "see", "shop", "orders", "b-1", "now", "c_2", "7", "url", "https", "x", "d", "bare", uuid, "long",
        ]
        #expect(found.map(\.topic) == ids.map { "order:\($0)" })
        #expect(found.map(\.pointer).prefix(2) == ["/a", "/a"] && found[7].pointer == "/c_2/0")
    }

    @Test func `what is taken away from words parts no scheme`() throws {
        let data: JSONObject = ["note": "java<b></b>script:alert(1)"]
        #expect(try Self.links(stripsTags: true).findings(in: data).count == 1)
        #expect(try Self.links().findings(in: data).isEmpty)
    }

    @Test(arguments: ["<b>x</b>", "x\u{1}", "a<script>b</script>", "\u{202E}x"])
    func `names are as clean as words, or refused`(name: String) throws {
        let data: JSONObject = [name: 1, "a": ["b": [[name: "x"]]]]
        let found = try Self.links(stripsTags: true).findings(in: data)
        #expect(found.count == 2 && found.allSatisfy { $0.finding.isRefused })
        #expect(try Self.links().findings(in: data).isEmpty)
        #expect(try Self.links().findings(in: ["javascript:alert(1)": 1]).count == 1)
    }
}

extension DataLinks.Finding {
    fileprivate var isRefused: Bool {
        if case .refused = self { true } else { false }
    }
}
