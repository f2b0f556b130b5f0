import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Testing

@testable import CarillonHost

/// An event's whole way, through the application value that `carillond serve` runs.
@Suite(.onBothStores)
struct ThreadTests {
    @Test func `an event goes to the feed and to Expo, and its trace tells so`() async throws {
        let host = await TestHost.start()
        await host.registerDevice()
        let posted = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event())
        #expect(posted.status == 202)
        let entry = try #require(posted.json["events"]?.array?.first)
        #expect(entry["status"] == "accepted" && entry["eventId"] == "1" && entry["notifications"]?.array?.count == 1)
        await host.settled.wait(for: 2)

        let feed = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
        #expect(feed.json["unreadCount"] == 1 && feed.json["totalCount"] == 1)
        let item = try #require(feed.json["items"]?.array?.first)
        #expect(item["id"] == entry["notifications"]?.array?.first)
        #expect(item["body"] == "A-1 has been shipped")
        #expect(item["content"]?["nb"]?["body"] == "A-1 er sendt")
        #expect(item["isRead"] == false)

        let sent = try JSONValue(parsing: #require(host.egress.requests.first).body)
        #expect(sent.array?.first?["to"] == "ExponentPushToken[abc]")
        #expect(sent.array?.first?["badge"] == 1)

        let id = try #require(entry["id"]?.string)
        for key in [id, "1"] {
            let trace = await host.send("GET", "/v1/shop/events/\(key)", bearer: TestHost.serviceKey)
            let deliveries = trace.json["notifications"]?.array?.first?["deliveries"]?.array ?? []
            #expect(deliveries.map { $0["status"] } == ["delivered", "delivered"])
            #expect(deliveries.compactMap { $0["receipt"] } == ["ticket-0"])
        }
        await host.stop()
    }

    @Test func `the same event posted twice creates nothing the second time`() async throws {
        let host = await TestHost.start()
        let first = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event())
        let second = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event())
        #expect(second.status == 202)
        #expect(second.json["events"]?.array?.first?["status"] == "duplicate")
        #expect(second.json["events"]?.array?.first?["id"] == first.json["events"]?.array?.first?["id"])
        let other = TestHost.event(data: ["order": "B-2"])
        #expect(await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: other).status == 409)
        await host.settled.wait(for: 1)
        let feed = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
        #expect(feed.json["totalCount"] == 1)
        await host.stop()
    }

    @Test func `reading marks only the reader's own, and the unread count follows`() async throws {
        let host = await TestHost.start()
        let posted = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event())
        await host.settled.wait(for: 1)
        let ids = try #require(posted.json["events"]?.array?.first?["notifications"])
        let body: JSONValue = ["ids": ids, "read": true]
        let stranger = await host.send("PATCH", "/v1/shop/notifications", bearer: TestHost.token("eve"), json: body)
        #expect(stranger.status == 200 && stranger.json["updatedCount"] == 0)
        let reader = await host.send("PATCH", "/v1/shop/notifications", bearer: TestHost.token(), json: body)
        #expect(reader.json["updatedCount"] == 1 && reader.json["unreadCount"] == 0 && reader.json["ids"] == ids)
        let unread = await host.send("GET", "/v1/shop/notifications?unread=true", bearer: TestHost.token())
        #expect(unread.json["items"] == [])
        await host.stop()
    }

    @Test func `a token Expo calls unregistered is forgotten and not tried again`() async throws {
        let host = await TestHost.start { _ in
            .answer(
                200,
                #"{"data":[{"status":"error","message":"gone","details":{"error":"DeviceNotRegistered"}}]}"#
            )
        }
        await host.registerDevice()
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event("1"))
        await host.settled.wait(for: 2)
        host.clock.advance(by: .seconds(1))
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event("2"))
        await host.settled.wait(for: 3)
        let trace = await host.send("GET", "/v1/shop/events/2", bearer: TestHost.serviceKey)
        let decisions = trace.json["notifications"]?.array?.first?["decisions"]?.array ?? []
        #expect(decisions.first { $0["channel"] == "push" }?["reason"] == "no-device")
        #expect(host.egress.requests.count == 1)
        await host.stop()
    }

    @Test func `an unregistered device gets nothing that was queued for it`() async throws {
        let host = await TestHost.start()
        await host.registerDevice()
        let gone = await host.send(
            "DELETE",
            "/v1/shop/devices/ExponentPushToken%5Babc%5D",
            bearer: TestHost.token()
        )
        #expect(gone.status == 200 && gone.json["status"] == "unregistered")
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event())
        await host.settled.wait(for: 1)
        #expect(host.egress.requests.isEmpty)
        await host.stop()
    }

    @Test func `what a provider defers is tried again after the ladder's wait`() async throws {
        let host = await TestHost.start { _ in .answer(503, "try later") }
        await host.registerDevice()
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event())
        await host.settled.wait(for: 2)
        let trace = await host.send("GET", "/v1/shop/events/1", bearer: TestHost.serviceKey)
        let push = trace.json["notifications"]?.array?.first?["deliveries"]?.array?.first { $0["channel"] == "push" }
        #expect(push?["status"] == "pending")
        #expect(push?["attempts"]?.array?.first?["outcome"] == "retry")
        let next = try #require(push?["nextAttemptAt"]?.string.flatMap { Instant($0) })
        #expect(host.clock.now.duration(to: next) >= .seconds(5))
        await host.stop()
    }
}
