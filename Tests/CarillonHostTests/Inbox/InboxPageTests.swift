import CarillonModel
import CarillonProfiles
import CarillonTesting
import CarillonWeb
import Testing

@testable import CarillonHost

/// The page, its words and its files.
struct InboxPageTests {
    @Test func `the page runs under the strictest policy, and names nothing of anybody's`() async throws {
        let host = await TestHost.withInbox { profile in
            profile.name = "Shop <b>"
            profile.inbox?.imageOrigins = ["https://images.shop.example"]
            profile.cors = CrossOriginPolicy(origins: ["https://app.shop.example"], allowsCredentials: false)
        }
        let (answer, html, _) = await page(host, "/shop/notifications")
        #expect(answer["content-type"] == "text/html; charset=utf-8")
        #expect(answer["cache-control"] == "no-store" && answer["referrer-policy"] == "no-referrer")
        #expect(answer["x-content-type-options"] == "nosniff")
        let policy = try #require(answer["content-security-policy"])
        for part in [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' https://images.shop.example",
            "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors https://app.shop.example",
            "require-trusted-types-for 'script'",
        ] {
            #expect(policy.split(separator: "; ").contains { $0 == part }, "\(part)")
        }
        #expect(html.contains("Shop &lt;b&gt;") && !html.contains("<b>"))
        // No script and no style in the page itself: the policy would stop them.
        #expect(!html.contains("style=") && html.firstMatch(of: #/<script(?![^>]*\ssrc=)/#) == nil)
        for address in html.matches(of: #/(?:src|href)="(\/v1\/assets\/[^"]+)"/#).map({ String($0.1) }) {
            #expect(await host.send("GET", address).status == 200, "\(address)")
        }
        await host.stop()
    }

    @Test func `the page is in the language asked for, of the link, or of the browser`() async throws {
        let host = await TestHost.withInbox()
        func language(_ target: String, _ headers: [(name: String, value: String)] = []) async -> String? {
            await page(host, target, headers).headers["content-language"]
        }
        #expect(await language("/shop/notifications") == "en")
        #expect(await language("/shop/notifications", [("accept-language", "fr, nb-NO;q=0.9, en;q=0.8")]) == "nb")
        #expect(await language("/shop/notifications", [("accept-language", "nb;q=0, *;q=0.1")]) == "en")
        let cookie = try #require(await host.inboxCookie(for: host.inboxCode(for: "ada", [("locale", "nb")])))
        #expect(await language("/shop/notifications", [("cookie", cookie)]) == "nb")
        #expect(await language("/shop/notifications?locale=en", [("cookie", cookie)]) == "en")
        await host.stop()
    }

    @Test func `it stands at the root of the tenant's hosts, and nowhere for a tenant without one`() async throws {
        let host = await TestHost.withInbox { $0.hosts = ["shop.example"] }
        #expect(await page(host, "/notifications", [("host", "shop.example")]).status == 200)
        #expect(await page(host, "/notifications").status == 404)
        #expect(await page(host, "/other/notifications").status == 404)
        await host.stop()
    }

    @Test func `words come by language, with what the page needs to start`() async throws {
        let host = await TestHost.withInbox { profile in
            profile.inbox?.order = .priority
            var toggle = PreferenceToggle(name: "ordersEnabled", isOnByDefault: true)
            toggle.categories = ["orders"]
            profile.toggles = [toggle]
            profile.categories[0].name = LocalizedText(byLocale: ["en": "Orders", "nb": "Ordrer"])
            var push = ChannelBinding(id: "browser", plugin: "web-push")
            push.settings = [
                "publicKey": "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs",
                "subject": "mailto:a@shop.example",
            ]
            push.secrets = ["privateKey": "vapid"]
            profile.channels.append(push)
        }
        let words = await host.send("GET", "/v1/shop/inbox-words?locale=nb-NO")
        #expect(words.status == 200 && words.json["locale"] == "nb" && words.json["dir"] == "ltr")
        #expect(words.json["words"]?["inbox.mark-all"] == "Merk alle som lest")
        #expect(words.json["preferences"]?.array?.first?["label"] == "Ordrer")
        #expect(words.json["inbox"]?["order"] == "priority")
        #expect(
            words.json["push"]?["publicKey"]?.string
                == "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
        )
        #expect(words.json["push"]?["plugin"] == "web-push")
        let tag = try #require(words.headers["etag"])
        let again = await host.send("GET", "/v1/shop/inbox-words?locale=nb", headers: [("if-none-match", tag)])
        #expect(again.status == 304)
        #expect(await host.send("GET", "/v1/shop/inbox-words?locale=%3Cb%3E").status == 422)
        #expect(await host.send("GET", "/v1/shop/inbox-words?locale=fr").json["locale"] == "en")
        #expect(await host.send("GET", "/v1/shop/client-profile").json["push"]?["plugin"] == "web-push")
        await host.stop()
    }

    @Test func `files are kept for a year by their hash, and asked for anew without it`() async throws {
        let host = await TestHost.withInbox()
        let lasting = await host.send("GET", "/v1/assets/\(WebAsset.hash)/inbox.js")
        #expect(lasting.status == 200)
        #expect(lasting.headers["cache-control"] == "public, max-age=31536000, immutable")
        #expect(lasting.headers["access-control-allow-origin"] == "*")
        #expect(lasting.headers["content-type"] == "text/javascript; charset=utf-8")
        let changing = await host.send("GET", "/v1/assets/inbox.js")
        #expect(changing.headers["cache-control"] == "no-cache")
        let tag = try #require(changing.headers["etag"])
        #expect(await host.send("GET", "/v1/assets/inbox.js", headers: [("if-none-match", tag)]).status == 304)
        let old = await host.send("GET", "/v1/assets/0123456789abcdef/inbox.js")
        #expect(old.status == 200 && old.headers["cache-control"] == "no-cache")
        for name in ["../Package.swift", "%2e%2e%2fPackage.swift", "nothing.js", "inbox.js%00"] {
            #expect(await host.send("GET", "/v1/assets/\(name)").status != 200, "\(name)")
        }
        let worker = await host.send("GET", "/v1/assets/worker.js")
        #expect(worker.headers["service-worker-allowed"] == "/")
        await host.stop()
    }

    @Test func `who takes gzip gets it, with a tag of its own`() async throws {
        let host = await TestHost.withInbox()
        let plain = await host.send("GET", "/v1/assets/inbox.js")
        let packed = await host.send("GET", "/v1/assets/inbox.js", headers: [("accept-encoding", "br, gzip;q=0.5")])
        #expect(plain.headers["content-encoding"] == nil && packed.headers["content-encoding"] == "gzip")
        #expect(plain.headers["etag"] != packed.headers["etag"] && packed.headers["vary"] == "Accept-Encoding")
        let refused = await host.send("GET", "/v1/assets/inbox.js", headers: [("accept-encoding", "gzip;q=0.0")])
        #expect(refused.headers["content-encoding"] == nil)
        await host.stop()
    }

    @Test(arguments: ["inbox-words?locale=en", "client-profile", "openapi.json"])
    func `a tenant's documents are compressed, too`(document: String) async throws {
        let host = await TestHost.withInbox()
        let gzip = [("accept-encoding", "gzip")]
        let plain = await host.send("GET", "/v1/shop/\(document)")
        let packed = await host.send("GET", "/v1/shop/\(document)", headers: gzip)
        #expect(plain.headers["content-encoding"] == nil && packed.headers["content-encoding"] == "gzip")
        let tag = try #require(packed.headers["etag"])
        #expect(await host.send("GET", "/v1/shop/\(document)", headers: gzip + [("if-none-match", tag)]).status == 304)
        #expect(await host.send("GET", "/v1/shop/\(document)", headers: [("if-none-match", tag)]).status == 200)
        await host.stop()
    }

    private func page(
        _ host: TestHost,
        _ target: String,
        _ headers: [(name: String, value: String)] = []
    ) async -> (headers: [String: String], html: String, status: Int) {
        let (path, query) = APIRequest.parse(target: target) ?? ([], [])
        let answer = await host.api.respond(
            to: APIRequest("GET", path: path, query: query, headers: headers, target: target)
        )
        let named = Dictionary(answer.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        return (named, String(decoding: answer.bytes, as: UTF8.self), answer.status)
    }
}
