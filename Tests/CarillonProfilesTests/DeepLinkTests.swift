import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Testing

/// The app that the attack strings of the mobile platforms' guidance are written against.
private func shop() throws -> DeepLinks {
    var links = DeepLinks()
    links.schemes = ["shop"]
    links.origins = ["https://app.shop.example"]
    links.routes = [
        try route("event", [("id", .slug)], app: "shop://events/{id}", web: "https://app.shop.example/events/{id}"),
        try route("order", [("id", .integer)], web: "https://app.shop.example/orders/{id}"),
        try route("search", [("q", .text)], screen: "/search?q={q}"),
        try route("event-screen", [("id", .slug)], screen: "/events/{id}"),
        try route("home", [], app: "shop://home", web: "https://app.shop.example/", screen: "/"),
    ]
    return links
}

private func route(
    _ id: String,
    _ parameters: [(String, Route.ParameterType)],
    app: String? = nil,
    web: String? = nil,
    screen: String? = nil
) throws -> Route {
    var route = Route(id: id)
    route.parameters = parameters.map { Route.Parameter($0.0, $0.1) }
    route.app = try app.map { try PlaceholderText($0) }
    route.web = try web.map { try PlaceholderText($0) }
    route.screen = try screen.map { try PlaceholderText($0) }
    return route
}

@Test(arguments: [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", " https://app.shop.example",
    "https://app.shop.example@evil.example", "https://app.shop.example.evil.example/",
    "https://evil.example/#https://app.shop.example", #"https:\\app.shop.example"#, "//evil.example",
    #"/\evil.example"#, "/events/%2e%2e/admin", "/events/%252e%252e/admin", "/events/..%5cadmin",
    "intent://app#Intent;end",
    "file:///etc/passwd", "data:text/html,x", "https://app.shop.example:444/", "https://app.shop.example./",
    "http://app.shop.example/", "https://\u{430}pp.shop.example/", "shop://evil@host/x", "othershop://x",
    "/events/../admin", "/events/..%2fadmin", "/events/%00", "https://0x7f000001/", "https://[::1]/", "shop:events/81",
    "/search?q=1&q=2", "/search?q=https://evil.example", "/search?q=a&next=//evil.example", "/events/", "/admin",
    "https://app.shop.example/orders/nine", "", "shop://events/81\n", "/events/a%0ab", "/events//81",
    "shop:///events/81",
    "https://app.shop.example/events/%", "/search?q=javascript%3aalert(1)", "vbscript:x", "about:blank", "blob:x",
    "SHOP://events/81", "Shop://events/81", "https://APP.shop.example/events/81", "HTTPS://app.shop.example/events/81",
    "shop://ev%65nts/81", "shop://Events/81", "shop://events/81/", "shop://home/", "/events/81/",
    "https://app.shop.example/events/81/", "https://app.shop.example//", "shop://events/81?token=x", "shop://home?x=1",
    "/events/81?src=push", "/search?q=a&src=push", "shop://home?", "/search?q=a&",
    "https://app.shop.example/events/81?",
    "https://app.shop.example/orders/9?src=push&src=push", "https://app.shop.example/orders/9?src=https://evil.example",
    "shop://home#x", "shop:///", "shop://", "shop://..",
    "content://x", "android-app://x", "shop://events:81/1", "https://app.shop.example\\@evil.example/",
])
func `a link that could lead elsewhere is refused`(link: String) throws {
    let checker = DeepLinkChecker(try shop())
    #expect(throws: DeepLinkFault.self) { try checker.check(link) }
}

@Test(arguments: [
    ("https://app.shop.example/events/81", LinkKind.web), ("https://app.shop.example/orders/9?src=push", .web),
    ("shop://events/81", .app), ("/events/81", .screen), ("/search?q=caf%C3%A9", .screen),
    ("https://app.shop.example", .web), ("/", .screen),
    ("shop://home", .app),
])
func `a link to one of the tenant's routes is taken`(link: String, kind: LinkKind) throws {
    #expect(try DeepLinkChecker(try shop()).check(link) == kind)
}

@Test func `a slash at the end belongs to a link where its route has one`() throws {
    var links = try shop()
    links.routes = [try route("list", [("id", .slug)], app: "shop://lists/{id}/", web: "https://app.shop.example/l/")]
    let checker = DeepLinkChecker(links)
    #expect(try checker.check("shop://lists/1/") == .app)
    #expect(try checker.check("https://app.shop.example/l/?src=push") == .web)
    #expect(throws: DeepLinkFault.noSuchRoute) { try checker.check("shop://lists/1") }
    #expect(throws: DeepLinkFault.noSuchRoute) { try checker.check("https://app.shop.example/l") }
    #expect(try DeepLinkMaker(links).link(to: "list", values: ["id": "a_b"]).app == "shop://lists/a_b/")
}

@Test func `a link is made from typed values`() throws {
    let maker = DeepLinkMaker(try shop())
    let template = DeepLinkTemplate(route: "event", arguments: [.init("id", from: "event_id")])
    let link = try maker.link(for: template, payload: Payload(["event_id": .text("ab-1")]))
    #expect(link == MessageLink(app: "shop://events/ab-1", web: "https://app.shop.example/events/ab-1"))
}

@Test func `an event without its optional link field has no link`() throws {
    let template = DeepLinkTemplate(route: "event", arguments: [.init("id", from: "event_id")])
    #expect(try DeepLinkMaker(try shop()).link(for: template, payload: Payload()) == nil)
}

@Test(arguments: ["../admin", "a/b", "a?b=c", "a#b", "a b", "%2e%2e", "", "{id}", "\u{430}", "a\n", "@evil.example"])
func `no value bends a link out of its route`(value: String) throws {
    let maker = DeepLinkMaker(try shop())
    #expect(throws: DeepLinkFault.badParameter("id", .slug)) { try maker.link(to: "event", values: ["id": value]) }
}

@Test func `free text in a query is percent-encoded`() throws {
    let link = try DeepLinkMaker(try shop()).link(to: "search", values: ["q": "café & crème/€ +1 {x}"])
    #expect(link.screen == "/search?q=caf%C3%A9%20%26%20cr%C3%A8me%2F%E2%82%AC%20%2B1%20%7Bx%7D")
}

@Test(arguments: [
    ("", "/search?q="), ("a\nb\tc", "/search?q=a%0Ab%09c"), (#"C:\lamps"#, "/search?q=C%3A%5Clamps"),
    ("50%\n", "/search?q=50%25%0A"), ("a%2Fb", "/search?q=a%252Fb"), ("a%0Ab", "/search?q=a%250Ab"),
    ("%2E%2E", "/search?q=%252E%252E"),
])
func `in a query stands whatever a text may hold`(text: String, link: String) throws {
    let links = try shop()
    #expect(try DeepLinkMaker(links).link(to: "search", values: ["q": text]).screen == link)
    #expect(try DeepLinkChecker(links).match(link).values == ["q": text])
}

@Test(arguments: ["", "a\nb", #"a\b"#, "a/b", ".."])
func `in a path it doesn't`(text: String) throws {
    var links = try shop()
    links.routes.append(try route("artist", [("name", .text)], app: "shop://artists/{name}"))
    #expect(throws: DeepLinkFault.self) { try DeepLinkMaker(links).link(to: "artist", values: ["name": text]) }
    #expect(try DeepLinkMaker(links).link(to: "artist", values: ["name": "a b"]).app == "shop://artists/a%20b")
}

@Test func `what only a text may hold is refused where a link has no text`() throws {
    var links = try shop()
    for query in ["a%0Ab", "a%5Cb", "a%09b", "a%252Fb", "a%250Ab"] {
        #expect(throws: DeepLinkFault.badEscape) {
            try DeepLinkChecker(links).check("https://app.shop.example/orders/9?src=\(query)")
        }
    }
    links.routes = []
    #expect(throws: DeepLinkFault.badEscape) { try DeepLinkChecker(links).check("/search?q=a%0Ab") }
}

@Test(arguments: [
    "java\tscript:alert(1)", #"/\evil.example"#, #"\\evil.example"#, "ht\ntps://evil.example", "%5C%5Cevil.example",
    "https%3A%2F%2Fevil.example", "%252F%252Fevil.example", "javascript%3Aalert(1)",
])
func `a link in disguise is refused in a text, too`(text: String) throws {
    let maker = DeepLinkMaker(try shop())
    #expect(throws: DeepLinkFault.self) { try maker.link(to: "search", values: ["q": text]) }
}

@Test func `free text that is itself a link is refused`() throws {
    let maker = DeepLinkMaker(try shop())
    #expect(throws: DeepLinkFault.nestedLink("q")) {
        try maker.link(to: "search", values: ["q": "https://evil.example"])
    }
}

@Test func `without routes only schemes and origins decide`() throws {
    var links = try shop()
    links.routes = []
    let checker = DeepLinkChecker(links)
    #expect(try checker.check("https://app.shop.example/anything/at/all") == .web)
    #expect(throws: DeepLinkFault.foreignOrigin("https://evil.example")) { try checker.check("https://evil.example/") }
}
