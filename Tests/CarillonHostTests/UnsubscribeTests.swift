import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonSandbox
import CarillonTesting
import Testing

@testable import CarillonHost

/// Mails with a link to unsubscribe, against the sandbox's relay, and what the link does.
struct UnsubscribeTests {
    private let sandbox = Sandbox { ManualClock().now }
    private static let publicURL = PublicURL("https://notify.example/")

    private func host(
        publicURL: PublicURL? = UnsubscribeTests.publicURL,
        change: @escaping (inout ProfileParts) -> Void = { _ in }
    ) async throws -> TestHost {
        let host = await TestHost.start(onDisk: true, mailingTo: SandboxStreams(sandbox), publicURL: publicURL) {
            profile in
            var mail = ChannelBinding(id: "email", plugin: "smtp")
            mail.settings = ["host": "relay.example", "port": 25, "security": "none", "from": "shop@example.com"]
            profile.channels = [mail]
            var wide = PreferenceToggle(name: "everything", isOnByDefault: true)
            wide.channels = ["email", "push"]
            var mails = PreferenceToggle(name: "emailEnabled", isOnByDefault: true)
            mails.channels = ["email"]
            profile.toggles = [wide, mails]
            profile.events[0].channels = ["email"]
            for locale in ["en", "nb"] as [LocaleTag] {
                for path in ["email.subject", "email.text"] {
                    profile.messages.add(
                        TextTemplate(source: "{$order}"),
                        to: profile.events[0].id,
                        path: path,
                        locale: locale
                    )
                }
            }
            change(&profile)
        }
        let ada = UserAttributes(email: "ada@example.net", locale: "nb")
        try await host.store.tenant("shop").put(ada, of: "ada", at: host.clock.now)
        return host
    }

    /// The headers of the mails that the relay has got.
    private func mails() async throws -> [JSONValue] {
        let list = await sandbox.respond(to: SandboxRequest(method: "GET", path: "/sandbox/messages"))
        return try JSONValue(parsing: list.body)["messages"]?.array?.compactMap { $0["message"]?["headers"] } ?? []
    }

    /// Posts an event and waits for what becomes of it.
    private func post(_ host: TestHost, _ id: String) async {
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event(id))
    }

    private func link(_ host: TestHost) async throws -> String {
        await post(host, "1")
        await host.settled.wait(for: 1)
        let header = try #require(try await mails().first?["list-unsubscribe"]?.string)
        #expect(header.hasPrefix("<https://notify.example/v1/shop/unsubscribe/") && header.hasSuffix(">"))
        return String(header.dropFirst("<https://notify.example".count).dropLast())
    }

    private func visit(
        _ host: TestHost,
        _ target: String,
        method: String = "GET",
        type: String = "application/x-www-form-urlencoded",
        body: String? = nil
    ) async -> APIResponse {
        var request = APIRequest(method, path: APIRequest.parse(target: target)?.path ?? [], target: target)
        request.headers = [("content-type", type)]
        request.body = Array((body ?? "").utf8)
        return await host.api.respond(to: request)
    }

    private func preferences(_ host: TestHost) async throws -> [String: Bool] {
        try await host.store.tenant("shop").preferences(of: "ada")
    }

    @Test func `one post switches off the mails of that kind and nothing else, at once`() async throws {
        let host = try await host()
        let link = try await link(host)
        #expect(try await mails().first?["list-unsubscribe-post"] == "List-Unsubscribe=One-Click")
        #expect(!link.contains("ada"))
        let answer = await visit(host, link, method: "POST", body: "List-Unsubscribe=One-Click")
        #expect(answer.status == 200)
        #expect(String(decoding: answer.bytes, as: UTF8.self).contains("Du får ikke flere slike e-poster fra Shop."))
        #expect(try await preferences(host) == ["emailEnabled": false])
        await post(host, "2")
        await host.settled.waitForRouted(2)
        let trace = await host.send("GET", "/v1/shop/events/2", bearer: TestHost.serviceKey).json
        let decision = trace["notifications"]?.array?.first?["decisions"]?.array?.first
        #expect(decision?["reason"] == "preference-off")
        #expect(try await mails().count == 1)
        await host.stop()
    }

    @Test func `looking at the link changes nothing, and shows a page with one button in the reader's language`()
        async throws
    {
        let host = try await host()
        let answer = await visit(host, try await link(host))
        #expect(answer.status == 200)
        let page = String(decoding: answer.bytes, as: UTF8.self)
        #expect(page.contains(#"<html lang="nb" dir="ltr">"#) && page.contains("<form method=\"post\">"))
        #expect(page.contains("Vil du stoppe disse e-postene fra Shop?"))
        let headers = Dictionary(answer.headers.map { ($0.name, $0.value) }) { first, _ in first }
        #expect(headers["content-security-policy"]?.hasPrefix("default-src 'none'; style-src 'sha256-") == true)
        #expect(headers["cache-control"] == "no-store" && headers["referrer-policy"] == "no-referrer")
        #expect(try await preferences(host) == [:])
        await host.stop()
    }

    @Test(
        arguments: [
            ("application/x-www-form-urlencoded", "List-Unsubscribe=One-Click\r\n", 200),
            (
                "multipart/form-data; boundary=x",
                "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n", 200
            ),
            ("application/x-www-form-urlencoded", "", 422),
            ("application/x-www-form-urlencoded", "List-Unsubscribe=Two-Clicks", 422),
            ("application/json", "List-Unsubscribe=One-Click", 422),
        ]
    )
    func `what is posted must be what mail programs post`(type: String, body: String, status: Int) async throws {
        let host = try await host()
        let answer = await visit(host, try await link(host), method: "POST", type: type, body: body)
        #expect(answer.status == status)
        #expect(try await preferences(host) == (status == 200 ? ["emailEnabled": false] : [:]))
        await host.stop()
    }

    @Test func `a link that was changed, cut or made by another tenant is none`() async throws {
        let host = try await host()
        let link = try await link(host)
        var forged = Array(link)
        for index in [forged.count - 1, forged.count - 30] {
            forged[index] = forged[index] == "A" ? "B" : "A"
            let answer = await visit(host, String(forged), method: "POST", body: "List-Unsubscribe=One-Click")
            #expect(answer.status == 404)
        }
        for wrong in [String(link.dropLast(4)), link + "AAAA", link.replacing("/shop/", with: "/other/")] {
            #expect(await visit(host, wrong, method: "POST", body: "List-Unsubscribe=One-Click").status == 404)
            #expect(await visit(host, wrong).status == 404)
        }
        #expect(try await preferences(host) == [:])
        await host.stop()
    }

    @Test func `what can't be switched off has no link, and neither has mail of a host that nobody can reach`()
        async throws
    {
        let mandatory = try await host { profile in profile.categories[0].isMutable = false }
        await post(mandatory, "1")
        await mandatory.settled.wait(for: 1)
        await mandatory.stop()
        let unreachable = try await host(publicURL: nil)
        await post(unreachable, "1")
        await unreachable.settled.wait(for: 1)
        await unreachable.stop()
        let plain = try await host { profile in profile.toggles = [] }
        await post(plain, "1")
        await plain.settled.wait(for: 1)
        await plain.stop()
        #expect(try await mails().map { $0["list-unsubscribe"] } == [nil, nil, nil])
    }

    @Test func `a link holds over a restart, and keeps nothing of who was erased`() async throws {
        let first = try await host()
        let link = try await link(first)
        _ = try await first.store.tenant("shop").erase("ada")
        let answer = await visit(first, link, method: "POST", body: "List-Unsubscribe=One-Click")
        #expect(answer.status == 200)
        #expect(try await first.store.tenant("shop").export("ada") == nil)
        let key = try await first.store.tenant("shop").key(UnsubscribeLinks.keyName, orNew: [])
        #expect(key.count == UnsubscribeLinks.keyLength)
        await first.stop()
    }

    @Test(arguments: [
        "http://notify.example", "https://", "notify.example", "https://a.example/?x", "https://u@a.example",
    ])
    func `a public URL that mails could not link to is none`(text: String) {
        #expect(PublicURL(text) == nil)
    }
}
