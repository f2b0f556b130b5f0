import CarillonModel
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// What the inbox is told of the feed, and marking all of it.
@Suite(.onBothStores, .timeLimit(.minutes(2)))
struct InboxFeedTests {
    @Test func `items bring their times in three ways, by the reader's clock`() async throws {
        let host = await TestHost.withInbox()
        _ = await host.post("1")
        await host.settled.wait(for: 1)
        let claims: [(String, JSONValue)] = [("exp", 4_000_000_000), ("zoneinfo", "Pacific/Kiritimati")]
        let far = TestHost.token("ada", claims: claims)
        let page = await host.send("GET", "/v1/shop/notifications?for=inbox&locale=nb", bearer: far).json
        let item = try #require(page["items"]?.array?.first)
        let times = try #require(item["times"])
        #expect(times["today"]?.string?.hasPrefix("I dag kl. ") == true, "\(times.text)")
        #expect(times["yesterday"]?.string?.hasPrefix("I går kl. ") == true, "\(times.text)")
        #expect(page["zone"] == "Pacific/Kiritimati")
        let day = host.clock.now.advanced(by: .seconds(14 * 3600)).rfc3339.prefix(10)
        #expect(item["day"]?.string == String(day))
        #expect(item["lang"] == "en" && item["dir"] == "ltr")
        #expect(page["position"]?.string != nil)
        let plain = await host.send("GET", "/v1/shop/notifications", bearer: far).json
        #expect(plain["position"] == nil && plain["items"]?.array?.first?["times"] == nil)
        let wrong = await host.send("GET", "/v1/shop/notifications?for=outbox", bearer: far)
        #expect(wrong.status == 422)
        await host.stop()
    }

    @Test func `a zone that nobody knows is the tenant's, whatever the token says`() async throws {
        let host = await TestHost.withInbox { $0.timeZone = "Europe/Oslo" }
        let claims: [(String, JSONValue)] = [("exp", 4_000_000_000), ("zoneinfo", "Mars/Olympus")]
        let page = await host.send("GET", "/v1/shop/notifications?for=inbox", bearer: TestHost.token(claims: claims))
        #expect(page.status == 200 && page.json["zone"] == "Europe/Oslo")
        await host.stop()
    }

    @Test func `the stream brings the same items as the list`() async throws {
        let host = await TestHost.withInbox()
        let client = try await StreamClient(host, query: [.init("for", "inbox"), .init("locale", "nb")])
        // From now on it is told what comes.
        _ = await client.next()
        _ = await host.post("1")
        let event = try #require(await client.take(1, of: "notification").last { $0.name == "notification" })
        let listed = await host.send("GET", "/v1/shop/notifications?for=inbox&locale=nb", bearer: TestHost.token()).json
        #expect(event.data["times"] != nil && event.data["times"] == listed["items"]?.array?.first?["times"])
        client.leave()
        await host.stop()
    }

    @Test func `marking all leaves what came after the page that was seen`() async throws {
        let host = await TestHost.withInbox()
        for id in 1...3 { _ = await host.post("\(id)") }
        await host.settled.wait(for: 3)
        let position = try #require(await page(host)["position"])
        _ = await host.post("4")
        await host.settled.wait(for: 4)
        let stream = try await StreamClient(host)
        _ = await stream.next()
        let marked = await host.mark(["all": true, "before": position])
        #expect(marked.status == 200)
        #expect(marked.json["updatedCount"] == 3 && marked.json["unreadCount"] == 1 && marked.json["ids"] == [])
        let read = try #require(await stream.take(1, of: "badge").first { $0.name == "read" })
        #expect(read.data["ids"]?.array?.count == 3 && read.data["isRead"] == true)
        let rest = await page(host)["items"]?.array?.filter { $0["isRead"] == false }
        #expect(rest?.count == 1)
        let all = await host.mark(["all": true])
        #expect(all.json["updatedCount"] == 1 && all.json["unreadCount"] == 0)
        stream.leave()
        await host.stop()
    }

    @Test func `a thousand are marked at once, and each is told`() async throws {
        let host = await TestHost.withInbox { $0.events[0].channels = ["in-app"] }
        for batch in 0..<10 {
            #expect(await host.postBatch((0..<100).map { TestHost.event("\(batch)-\($0)") }) == 202)
        }
        await host.settled.wait(for: 1000)
        let marked = await host.mark(["all": true])
        #expect(marked.json["updatedCount"] == 1000 && marked.json["unreadCount"] == 0)
        await host.stop()
    }

    @Test func `a position of elsewhere, ids beside all, and marking all as unread are refused with the way out`() async
    {
        let host = await TestHost.withInbox()
        let cases: [(JSONValue, String)] = [
            (["all": true, "before": "abc.7"], "/before"), (["all": true, "ids": ["x"]], "/all"),
            (["ids": ["x"], "before": "a.1"], "/before"), (["all": true, "read": false], "/read"),
            (["all": false], "/ids"), ([:], "/ids"), (["all": "yes"], "/all"),
        ]
        for (body, pointer) in cases {
            let answer = await host.mark(body)
            #expect(
                answer.status == 422 && answer.json["errors"]?.array?.first?["pointer"]?.string == pointer,
                "\(body.text)"
            )
        }
        await host.stop()
    }

    private func page(_ host: TestHost) async -> JSONValue {
        await host.send("GET", "/v1/shop/notifications?for=inbox", bearer: TestHost.token()).json
    }
}

extension TestHost {
    fileprivate func mark(_ body: JSONValue) async -> (status: Int, json: JSONValue, headers: [String: String]) {
        await send("PATCH", "/v1/shop/notifications", bearer: Self.token(), json: body)
    }
}
