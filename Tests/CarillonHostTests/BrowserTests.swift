import CarillonModel
import CarillonProfiles
import Testing

@testable import CarillonHost

/// What web pages may do: cross-origin calls, and cookies that come along.
struct BrowserTests {
    private static let page = "https://app.shop.example"

    private func host(credentials: Bool = true, cookie: String? = "access_token") async -> TestHost {
        await TestHost.start(withWorkers: false) { profile in
            profile.cors = CrossOriginPolicy(origins: [Self.page], allowsCredentials: credentials)
            profile.authentication.users?.cookie = cookie
        }
    }

    @Test func `a page of the tenant's may ask first, and read the answer`() async {
        let host = await host()
        let preflight = await host.send(
            "OPTIONS",
            "/v1/shop/notifications",
            headers: [
                ("origin", Self.page), ("access-control-request-method", "PATCH"),
                ("access-control-request-headers", "Authorization, content-type"),
            ]
        )
        #expect(preflight.status == 204)
        #expect(preflight.headers["access-control-allow-origin"] == Self.page)
        #expect(preflight.headers["access-control-allow-methods"]?.contains("PATCH") == true)
        #expect(preflight.headers["access-control-allow-headers"] == "authorization, content-type")
        #expect(preflight.headers["access-control-allow-credentials"] == "true")
        let answer = await host.send(
            "GET",
            "/v1/shop/notifications",
            bearer: TestHost.token(),
            headers: [("origin", Self.page)]
        )
        #expect(answer.status == 200)
        #expect(answer.headers["access-control-allow-origin"] == Self.page)
        #expect(answer.headers["vary"] == "Origin")
    }

    @Test(arguments: [
        "https://evil.example", "https://app.shop.example.evil.example", "http://app.shop.example", "null",
    ])
    func `any other page learns nothing`(origin: String) async {
        let host = await host()
        for method in ["OPTIONS", "GET"] {
            let answer = await host.send(
                method,
                "/v1/shop/notifications",
                bearer: TestHost.token(),
                headers: [("origin", origin), ("access-control-request-method", "GET")]
            )
            #expect(answer.headers["access-control-allow-origin"] == nil)
            #expect(answer.headers["vary"]?.contains("Origin") == true)
        }
    }

    @Test func `errors can be read by the page too, and a tenant without CORS says nothing`() async {
        let host = await host()
        let refused = await host.send("GET", "/v1/shop/notifications", headers: [("origin", Self.page)])
        #expect(refused.status == 401 && refused.headers["access-control-allow-origin"] == Self.page)
        let other = await host.send("GET", "/v1/other/notifications", headers: [("origin", Self.page)])
        #expect(other.headers["access-control-allow-origin"] == nil && other.headers["vary"] == nil)
    }

    @Test func `the cookie that the profile names carries the token, and no other`() async {
        let token = TestHost.token()
        let host = await host()
        func status(_ cookie: String) async -> Int {
            await host.send("GET", "/v1/shop/notifications", headers: [("cookie", cookie)]).status
        }
        #expect(await status("theme=dark; access_token=\(token)") == 200)
        #expect(await status("access_token=\"\(token)\"") == 200)
        #expect(await status("xaccess_token=\(token)") == 401)
        #expect(await status("access_token=\(token); access_token=other") == 401)
        let none = await self.host(cookie: nil)
        let answer = await none.send("GET", "/v1/shop/notifications", headers: [("cookie", "access_token=\(token)")])
        #expect(answer.status == 401)
    }

    @Test(
        arguments: [
            ([], 200), ([("origin", BrowserTests.page)], 200), ([("origin", "https://api.shop.example")], 200),
            ([("sec-fetch-site", "same-origin")], 200), ([("sec-fetch-site", "cross-site")], 403),
            ([("sec-fetch-site", "same-site")], 403), ([("origin", "https://evil.example")], 403),
            ([("origin", "null")], 403), ([("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")], 403),
            ([("origin", BrowserTests.page), ("sec-fetch-site", "cross-site")], 200),
        ] as [([(String, String)], Int)]
    )
    func `a cookie counts for what the user's own pages send`(headers: [(String, String)], status: Int) async {
        let host = await host()
        let cookie = ("cookie", "access_token=\(TestHost.token())")
        let own = headers.map { (name: $0.0, value: $0.1) } + [cookie, ("host", "api.shop.example")]
        let ids: JSONValue = ["ids": ["n1"], "read": true]
        #expect(await host.send("PATCH", "/v1/shop/notifications", headers: own, json: ids).status == status)
        // Reading changes nothing, and other sites can't see the answer.
        #expect(await host.send("GET", "/v1/shop/notifications", headers: own).status == 200)
        // A token in the header is sent by nobody without meaning to.
        let meant = await host.send(
            "PATCH",
            "/v1/shop/notifications",
            bearer: TestHost.token(),
            headers: own,
            json: ids
        )
        #expect(meant.status == 200)
    }

    @Test func `a page that may call without cookies doesn't bring one`() async {
        let host = await host(credentials: false)
        let answer = await host.send(
            "PATCH",
            "/v1/shop/notifications",
            headers: [("origin", Self.page), ("cookie", "access_token=\(TestHost.token())")],
            json: ["ids": ["n1"]]
        )
        #expect(answer.status == 403)
        #expect(answer.headers["access-control-allow-credentials"] == nil)
    }
}
