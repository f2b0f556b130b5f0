import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Testing

/// Parameters that are several segments of a link.
struct PathLinkTests {
    private static func links() throws -> DeepLinks {
        var page = Route(id: "page")
        page.parameters = [Route.Parameter("page", .path)]
        page.app = try PlaceholderText("shop://pages/{page}")
        page.web = try PlaceholderText("https://app.shop.example/{page}")
        page.screen = try PlaceholderText("/web?page={page}")
        var links = DeepLinks()
        links.schemes = ["shop"]
        links.origins = ["https://app.shop.example"]
        links.routes = [page]
        return links
    }

    @Test(arguments: ["offers", "offers/2026", "a/b_c/d-e/1/2/3/4/5"])
    func `slugs joined by slashes are segments, and such a link is taken again`(page: String) throws {
        let links = try Self.links()
        let link = try DeepLinkMaker(links).link(to: "page", values: ["page": page])
        #expect(link.app == "shop://pages/\(page)")
        #expect(link.web == "https://app.shop.example/\(page)")
        #expect(link.screen == "/web?page=\(page)")
        let checker = DeepLinkChecker(links)
        #expect(try link.app.map { try checker.check($0) } == .app)
        #expect(try link.web.map { try checker.check($0 + "?src=push") } == .web)
        #expect(try link.screen.map { try checker.check($0) } == .screen)
    }

    @Test(arguments: [
        "", ".", "..", "a/..", "../a", "a/../b", "/", "/a", "a/", "a//b", "//evil.example", "https://evil.example",
        "a:b",
        "a%2Fb", "a?b", "a#b", "a\\b", "@evil.example", "a b", "a\n", "{a}", "\u{430}", "1/2/3/4/5/6/7/8/9",
    ])
    func `nothing but slugs makes a path`(page: String) throws {
        let links = try Self.links()
        let maker = DeepLinkMaker(links)
        #expect(throws: DeepLinkFault.badParameter("page", .path)) {
            try maker.link(to: "page", values: ["page": page])
        }
        for link in ["shop://pages/\(page)", "https://app.shop.example/\(page)"] where !page.isEmpty {
            guard !page.contains("?"), page != "/" else { continue }
            #expect(throws: DeepLinkFault.self, "\(link)") { try DeepLinkChecker(links).check(link) }
        }
    }

    @Test(arguments: [
        (#"shop://pages/{id}"#, ""), (#"shop://web?page={id}"#, ""), (#"shop://pages/{id}/x"#, "T0408"),
        (#"shop://pages/{id}/{id}"#, "T0408"), (#"shop://pages/x-{id}"#, "T0408"), (#"shop://{id}"#, "T0407"),
    ])
    func `a path ends its link`(app: String, codes: String) {
        let found = WrittenShop()
            .with("profile.json", #"{"id": "uuid"}, "app": "shop://orders/{id}""#, #"{"id": "path"}, "app": "\#(app)""#)
            .with("events.json", #""order_id": {"type": "uuid"}"#, #""order_id": {"type": "path"}"#)
        #expect(found.isChanged && found.codes.joined(separator: " ") == codes, "\(found.codes)")
    }

    @Test func `a slug fits a path, and a path no slug`() {
        for (type, parameter, codes) in [
            ("slug", "path", []), ("path", "slug", ["T0412"]), ("text", "path", ["T0412"]),
        ] {
            let found = WrittenShop()
                .with("profile.json", #"{"id": "uuid"}"#, #"{"id": "\#(parameter)"}"#)
                .with("events.json", #""order_id": {"type": "uuid"}"#, #""order_id": {"type": "\#(type)"}"#)
            #expect(found.isChanged && found.codes == codes, "\(type) for \(parameter)")
        }
    }
}
