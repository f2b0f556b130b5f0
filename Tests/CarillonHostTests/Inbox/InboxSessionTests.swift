import CarillonModel
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Signing in to the inbox page, and who else tries to.
@Suite(.onBothStores)
struct InboxSessionTests {
    @Test func `a link signs its user in once, and the cookie reads and marks their feed`() async throws {
        let host = await TestHost.withInbox(publicURL: PublicURL("https://notify.example"))
        _ = await host.post("1")
        await host.settled.wait(for: 1)
        let link = await host.send(
            "POST",
            "/v1/shop/inbox/links",
            bearer: TestHost.serviceKey,
            json: ["userId": "ada", "locale": "nb", "timeZone": "Europe/Oslo"]
        )
        #expect(link.status == 201)
        let code = try #require(link.json["code"]?.string)
        #expect(link.json["path"]?.string == "/shop/notifications?locale=nb#code=\(code)")
        #expect(link.json["url"]?.string == "https://notify.example/shop/notifications?locale=nb#code=\(code)")
        #expect(link.json["expiresAt"]?.string == host.clock.now.advanced(by: .seconds(60)).rfc3339)

        let answer = await host.send(
            "POST",
            "/v1/shop/inbox/session",
            headers: [("host", "shop.example"), ("sec-fetch-site", "same-origin")],
            json: ["code": .string(code)]
        )
        #expect(answer.status == 204)
        let cookie = try #require(answer.headers["set-cookie"])
        #expect(cookie.hasPrefix("__Host-carillon-shop="))
        #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Max-Age=43200; Secure"))
        let sent = [(name: "cookie", value: String(cookie.prefix { $0 != ";" }))]

        let session = await host.send("GET", "/v1/shop/inbox/session", headers: sent)
        #expect(session.json["userId"] == "ada")
        let feed = await host.send("GET", "/v1/shop/notifications?for=inbox", headers: sent)
        #expect(feed.json["unreadCount"] == 1 && feed.json["zone"] == "Europe/Oslo")
        let id = try #require(feed.json["items"]?.array?.first?["id"])
        let marked = await host.send(
            "PATCH",
            "/v1/shop/notifications",
            headers: sent + [("sec-fetch-site", "same-origin")],
            json: ["ids": [id]]
        )
        #expect(marked.json["unreadCount"] == 0)
        await host.stop()
    }

    @Test func `a code works once, for a minute, and for its own tenant`() async throws {
        let host = await TestHost.withInbox()
        let code = await host.inboxCode()
        #expect(await host.inboxCookie(for: code) != nil)
        #expect(await refusal(of: code, at: host) == "the code was used before: open the page by a new link")
        let old = await host.inboxCode()
        host.clock.advance(by: .seconds(60))
        #expect(await refusal(of: old, at: host) == "the code is too old: open the page by a new link")
        #expect(await refusal(of: "abc", at: host) == "this is no code of this tenant's: open the whole link")
        // A cookie is no code, and a code no cookie.
        let cookie = try #require(await host.inboxCookie(for: host.inboxCode()))
        let value = String(cookie.drop { $0 != "=" }.dropFirst())
        #expect(await refusal(of: value, at: host) == "this is no code of this tenant's: open the whole link")
        let fake = await host.send(
            "GET",
            "/v1/shop/notifications",
            headers: [("cookie", "__Host-carillon-shop=\(await host.inboxCode())")]
        )
        #expect(fake.status == 401)
        let other = await host.send("POST", "/v1/other/inbox/session", json: ["code": .string(await host.inboxCode())])
        #expect(other.status == 404)
        await host.stop()
    }

    @Test func `a code that was used isn't taken after a restart, and one that wasn't is`() async throws {
        let host = await TestHost.withInbox(onDisk: true)
        let (used, unused) = (await host.inboxCode(), await host.inboxCode())
        #expect(await host.inboxCookie(for: used) != nil)
        await host.leave()
        let next = await TestHost.start(after: host) { $0.inbox = InboxSettings(page: "/notifications") }
        #expect(await refusal(of: used, at: next) == "the code was used before: open the page by a new link")
        #expect(await next.inboxCookie(for: unused) != nil)
        await next.stop()
    }

    @Test func `a session outlives a restart, and ends after twelve hours, or when its user ends it`() async throws {
        let host = await TestHost.withInbox(onDisk: true)
        let cookie = try #require(await host.inboxCookie(for: host.inboxCode()))
        await host.leave()
        let next = await TestHost.start(after: host) { $0.inbox = InboxSettings(page: "/notifications") }
        let sent = [(name: "cookie", value: cookie)]
        #expect(await next.send("GET", "/v1/shop/notifications", headers: sent).status == 200)
        let end = await next.send("DELETE", "/v1/shop/inbox/session", headers: sent + [("host", "shop.example")])
        #expect(end.status == 204)
        #expect(end.headers["set-cookie"]?.hasPrefix("__Host-carillon-shop=; ") == true)
        #expect(end.headers["set-cookie"]?.contains("Max-Age=0") == true)
        next.clock.advance(by: .seconds(12 * 3600))
        let late = await next.send("GET", "/v1/shop/notifications", headers: sent)
        #expect(late.status == 401)
        #expect(late.json["detail"]?.string?.contains("open the page by a new link") == true)
        await next.stop()
    }

    @Test func `another site's page can neither sign its visitor in, nor mark with their cookie`() async throws {
        let host = await TestHost.withInbox()
        let cookie = try #require(await host.inboxCookie(for: host.inboxCode()))
        for site in ["cross-site", "same-site"] {
            let mark = await host.send(
                "PATCH",
                "/v1/shop/notifications",
                headers: [("cookie", cookie), ("sec-fetch-site", site)],
                json: ["all": true]
            )
            #expect(mark.status == 403, "\(site)")
            let begin = await host.send(
                "POST",
                "/v1/shop/inbox/session",
                headers: [("sec-fetch-site", site)],
                json: ["code": .string(await host.inboxCode(for: "eve"))]
            )
            #expect(begin.status == 403 && begin.headers["set-cookie"] == nil, "\(site)")
        }
        await host.stop()
    }

    @Test func `on this machine, without TLS, the cookie is one that browsers keep`() async throws {
        let host = await TestHost.withInbox()
        for name in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"] {
            let cookie = await host.inboxCookie(for: host.inboxCode(), host: name)
            #expect(cookie?.hasPrefix("carillon-shop=") == true, "\(name)")
        }
        let outside = await host.inboxCookie(for: host.inboxCode(), host: "127.0.0.1.evil.example")
        #expect(outside?.hasPrefix("__Host-carillon-shop=") == true)
        await host.stop()
    }

    @Test func `a user gets links to their own inbox alone, and a tenant without a page gives none`() async throws {
        let host = await TestHost.withInbox()
        let own = await host.send("POST", "/v1/shop/inbox/links", bearer: TestHost.token("ada"))
        #expect(own.status == 201 && own.json["url"] == nil)
        let another = await host.send(
            "POST",
            "/v1/shop/inbox/links",
            bearer: TestHost.token("ada"),
            json: ["userId": "ben"]
        )
        #expect(another.status == 422 && another.json["errors"]?.array?.first?["pointer"] == "/userId")
        let nobody = await host.send("POST", "/v1/shop/inbox/links", bearer: TestHost.serviceKey, json: [:])
        #expect(nobody.status == 422 && nobody.json["errors"]?.array?.first?["pointer"] == "/userId")
        let without = await host.send(
            "POST",
            "/v1/other/inbox/links",
            bearer: "service-key-of-other",
            json: ["userId": "ada"]
        )
        #expect(without.status == 404)
        #expect(without.json["detail"]?.string?.contains("/inbox/page") == true)
        await host.stop()
    }

    private func refusal(of code: String, at host: TestHost) async -> String? {
        let answer = await host.send(
            "POST",
            "/v1/shop/inbox/session",
            headers: [("host", "shop.example")],
            json: ["code": .string(code)]
        )
        return answer.status == 410 && answer.json["code"] == "code-refused" ? answer.json["detail"]?.string : nil
    }
}
