import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Campaigns over HTTP, on a real file.
@Suite(.onBothStores)
struct CampaignTests {
    private static func host(
        users: Int = 0,
        lines: RecordedLines? = nil,
        change: @escaping (inout ProfileParts) -> Void = { _ in }
    ) async throws -> TestHost {
        let host = await TestHost.start(onDisk: true, lines: lines) { profile in
            profile.events[0].data = .object([
                .init("campaign_id", .constant("")), .init("campaign_name", .constant("")),
            ])
            change(&profile)
        }
        let store = try await host.store.tenant("shop")
        for number in 0..<users {
            try await store.put(
                UserAttributes(locale: "en"),
                of: UserID(unchecked: "user-\(number)"),
                at: host.clock.now
            )
        }
        return host
    }

    private static func create(_ host: TestHost, _ members: [JSONObject.Member] = []) async -> (Int, JSONValue) {
        var body = JSONObject([
            .init("id", "sale"), .init("name", "Spring sale"), .init("type", "order.shipped"),
            .init("everyone", true), .init("data", ["order": "A-1"]),
        ])
        for member in members { body[member.name] = member.value.isNull ? nil : member.value }
        let answer = await host.send(
            "POST",
            "/v1/shop/campaigns",
            bearer: TestHost.serviceKey,
            json: .object(body)
        )
        return (answer.status, answer.json)
    }

    private static func ask(_ host: TestHost, _ word: String, method: String = "POST") async -> (Int, JSONValue) {
        let answer = await host.send(method, "/v1/shop/campaigns/sale\(word)", bearer: TestHost.serviceKey)
        return (answer.status, answer.json)
    }

    private static func campaign(_ host: TestHost) async -> JSONValue { await ask(host, "", method: "GET").1 }

    /// Until the campaign is in that state, or has dealt with so many.
    private static func wait(_ host: TestHost, _ condition: (JSONValue) -> Bool) async throws {
        try await waitUntil { await condition(campaign(host)) }
    }

    @Test func `a campaign reaches every user once, with its id and name in the data`() async throws {
        let host = try await Self.host(users: 600)
        await host.registerDevice("user-7")
        let (status, made) = await Self.create(host)
        #expect(status == 202)
        #expect(made["id"] == "sale" && made["everyone"] == true && made["name"] == "Spring sale")
        try await Self.wait(host) { $0["state"] == "done" }
        let campaign = await Self.campaign(host)
        #expect(campaign["progress"]?["total"] == 600 && campaign["progress"]?["expanded"] == 600)
        #expect(campaign["progress"]?["notifications"] == 600 && campaign["progress"]?["delivered"] == 600)
        #expect(campaign["progress"]?["deliveries"]?["push"]?["delivered"] == 1)
        let message = try JSONValue(parsing: host.egress.requests.first?.body ?? []).array?.first
        #expect(message?["data"]?["campaign_id"] == "sale" && message?["data"]?["campaign_name"] == "Spring sale")
        let listed = await host.send("GET", "/v1/shop/campaigns", bearer: TestHost.serviceKey)
        #expect(listed.json["campaigns"]?.array?.map { $0["state"] } == ["done"])
        let trace = await host.send(
            "GET",
            "/v1/shop/events/\(campaign["event"]?.string ?? "")",
            bearer: TestHost.serviceKey
        )
        #expect(trace.json["eventId"] == "sale")
        await host.stop()
    }

    @Test func `the same id again is the same campaign, and with other content a conflict`() async throws {
        let host = try await Self.host()
        let (first, again) = (await Self.create(host), await Self.create(host))
        #expect(first.0 == 202 && again.0 == 202)
        #expect(first.1["event"] == again.1["event"])
        #expect(await Self.create(host, [.init("rate", "1/1s")]).0 == 409)
        #expect(await Self.create(host, [.init("name", "Another")]).0 == 409)
        await host.stop()
    }

    @Test func `payload fields named after the campaign are filled where the caller leaves them out`() async throws {
        let host = try await Self.host(users: 1) { profile in
            profile.events[0].payload.append(PayloadField("campaign_id", .text(maxLength: 64)))
            profile.events[0].data = .object([])
        }
        #expect(await Self.create(host).0 == 202)
        try await Self.wait(host) { $0["state"] == "done" }
        await host.stop()
    }

    @Test(
        arguments: [
            ([.init("type", "nothing")], "/type"), ([.init("data", ["count": "many"])], "/data/count"),
            ([.init("everyone", .null)], "/topic"), ([.init("topic", "news")], "/everyone"),
            ([.init("rate", "fast")], "/rate"), ([.init("rate", "0/1s")], "/rate"),
            ([.init("scheduledAt", "soon")], "/scheduledAt"),
            ([.init("recipients", ["ada"])], "/recipients"),
            ([.init("id", .string(String(repeating: "x", count: 65)))], "/id"),
        ] as [([JSONObject.Member], String)]
    )
    func `a campaign that can't be is told all that is wrong with it`(
        members: [JSONObject.Member],
        pointer: String
    ) async throws {
        let host = try await Self.host()
        let (status, problem) = await Self.create(host, members)
        #expect(status == 422)
        #expect(problem["errors"]?.array?.contains { $0["pointer"] == .string(pointer) } == true, "\(problem)")
        #expect(await Self.ask(host, "", method: "GET").0 == 404)
        await host.stop()
    }

    @Test func `no sender may post events in the name of campaigns`() async throws {
        let host = try await Self.host()
        var event = TestHost.event().object ?? JSONObject()
        event["source"] = .string(CampaignPlan.source)
        let answer = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: .object(event))
        #expect(answer.status == 422)
        #expect(answer.json["errors"]?.array?.first?["pointer"] == "/source")
        await host.stop()
    }

    @Test func `a rate lets so many through in a time and no more, whatever the clock does in between`() async throws {
        let host = try await Self.host(users: 30)
        #expect(await Self.create(host, [.init("rate", "40/1s")]).0 == 202)
        try await Self.wait(host) { $0["progress"]?["expanded"] == 10 }
        // A quarter of a second's worth; nothing more comes while the clock stands.
        await host.settled.wait(for: 10)
        for _ in 0..<100 {
            host.wake()
            await Task.yield()
        }
        #expect(await Self.campaign(host)["progress"]?["expanded"] == 10)
        host.clock.set(to: host.clock.now.advanced(by: .milliseconds(249)))
        host.wake()
        for _ in 0..<100 { await Task.yield() }
        #expect(await Self.campaign(host)["progress"]?["expanded"] == 10)
        host.clock.set(to: host.clock.now.advanced(by: .milliseconds(1)))
        host.wake()
        try await Self.wait(host) { $0["progress"]?["expanded"] == 20 }
        // A long rest is not made up for.
        host.clock.set(to: host.clock.now.advanced(by: .seconds(3600)))
        host.wake()
        try await Self.wait(host) { $0["progress"]?["expanded"] == 30 }
        await host.stop()
    }

    @Test func `a campaign for later begins at its time and can be cancelled before`() async throws {
        let host = try await Self.host(users: 3)
        let later = host.clock.now.advanced(by: .seconds(3600))
        let (_, made) = await Self.create(host, [.init("scheduledAt", .string(later.rfc3339))])
        #expect(made["state"] == "scheduled" && made["progress"]?["total"] == nil)
        _ = await host.send(
            "POST",
            "/v1/shop/campaigns",
            bearer: TestHost.serviceKey,
            json: [
                "id": "other", "type": "order.shipped", "everyone": true, "data": ["order": "A-2"],
                "scheduledAt": .string(later.rfc3339),
            ]
        )
        #expect(await Self.ask(host, "/cancel").1["state"] == "cancelled")
        host.clock.set(to: later)
        host.wake()
        await host.settled.wait(for: 3)
        let campaign = await Self.campaign(host)
        #expect(campaign["state"] == "cancelled" && campaign["progress"]?["notifications"] == 0)
        #expect(await Self.ask(host, "/resume").0 == 409)
        #expect(await Self.ask(host, "/cancel").0 == 200)
        await host.stop()
    }

    @Test func `pausing stops taking people up, and resuming goes on with the rest`() async throws {
        let host = try await Self.host(users: 4)
        _ = await Self.create(host, [.init("rate", "1/1s")])
        try await Self.wait(host) { $0["progress"]?["expanded"] == 1 }
        #expect(await Self.ask(host, "/pause").1["state"] == "paused")
        #expect(await Self.ask(host, "/pause").0 == 200)
        host.clock.set(to: host.clock.now.advanced(by: .seconds(60)))
        host.wake()
        for _ in 0..<100 { await Task.yield() }
        #expect(await Self.campaign(host)["progress"]?["expanded"] == 1)
        #expect(await Self.ask(host, "/resume").1["state"] == "running")
        for count in 2...4 {
            host.clock.set(to: host.clock.now.advanced(by: .seconds(1)))
            host.wake()
            try await Self.wait(host) { ($0["progress"]?["expanded"]?.integer ?? 0) >= Int64(count) }
        }
        host.clock.set(to: host.clock.now.advanced(by: .seconds(1)))
        host.wake()
        try await Self.wait(host) { $0["state"] == "done" }
        #expect(await Self.campaign(host)["progress"]?["delivered"] == 4)
        #expect(await Self.ask(host, "/pause").0 == 409)
        #expect(await Self.ask(host, "/cancel").0 == 409)
        await host.stop()
    }

    @Test func `a host that starts again goes on where the campaign was, at its rate`() async throws {
        let first = try await Self.host(users: 30)
        _ = await Self.create(first, [.init("rate", "40/1s")])
        try await Self.wait(first) { $0["progress"]?["expanded"] == 10 }
        await first.leave()
        let second = await TestHost.start(onDisk: true, after: first)
        for _ in 0..<100 {
            second.wake()
            await Task.yield()
        }
        #expect(await Self.campaign(second)["progress"]?["expanded"] == 10)
        for count in 2...4 {
            second.clock.set(to: second.clock.now.advanced(by: .milliseconds(250)))
            second.wake()
            try await Self.wait(second) { ($0["progress"]?["expanded"]?.integer ?? 0) >= min(30, Int64(count) * 10) }
        }
        try await Self.wait(second) { $0["state"] == "done" }
        let feeds = try await second.store.tenant("shop").progress(ofCampaign: "sale")
        #expect(feeds?.notifications == 30 && feeds?.delivered == 30)
        await second.stop()
    }

    @Test func `who creates, pauses or ends a campaign leaves a line, asking for what is so already none`() async throws
    {
        let lines = RecordedLines()
        let host = try await Self.host(users: 2, lines: lines)
        let made = await Self.create(host, [.init("rate", "1/1m")]).1
        _ = await Self.create(host, [.init("rate", "1/1m")])
        for word in ["/pause", "/pause", "/resume", "/cancel", "/cancel", "/resume"] { _ = await Self.ask(host, word) }
        let event = try #require(made["event"]?.string)
        let changes = ["pause", "resume", "cancel"].map {
            "audit: campaigns.\($0) event=\(event) result=done tenant=shop who=service"
        }
        #expect(
            lines.lines("audit") == [
                "audit: campaigns.create event=\(event) result=done tenant=shop type=order.shipped who=service"
            ] + changes + ["audit: campaigns.resume event=\(event) result=refused tenant=shop who=service"]
        )
        await host.stop()
    }

    @Test func `campaigns without end hold up nobody, and end when they are told to`() async throws {
        let host = try await Self.host(users: 30)
        let endless = (0..<200).map { "endless-\($0)" }
        for id in endless {
            #expect(await Self.create(host, [.init("id", .string(id)), .init("rate", "1/36525d")]).0 == 202)
        }
        // Each has told its first, and waits for a hundred years.
        await host.settled.wait(for: 200)
        #expect(await Self.create(host).0 == 202)
        await host.settled.wait(for: 230)
        try await Self.wait(host) { $0["state"] == "done" }
        let posted = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event())
        #expect(posted.status == 202)
        await host.settled.wait(for: 231)
        // A clock that jumps ahead makes one more of each due, and no flood.
        host.clock.advance(by: .seconds(36525 * 86_400 + 1))
        host.directory.tenant("shop")?.wakeSignal.notify()
        await host.settled.wait(for: 431)
        for id in endless {
            let answer = await host.send("POST", "/v1/shop/campaigns/\(id)/cancel", bearer: TestHost.serviceKey)
            #expect(answer.status == 200)
        }
        let store = try await host.store.tenant("shop")
        #expect(try await store.nextCampaignPage() == nil)
        #expect(try await store.unexpanded(at: host.clock.now, limit: 10).isEmpty)
        await host.stop()
    }

    @Test func `a campaign whose audience grows faster than its rate is ended by cancelling it`() async throws {
        let host = try await Self.host(users: 10)
        #expect(await Self.create(host, [.init("rate", "4/1s")]).0 == 202)
        let store = try await host.store.tenant("shop")
        for round in 1...20 {
            await host.settled.wait(for: round)
            for number in 0..<5 {
                let user = UserID(unchecked: "late-\(round)-\(number)")
                try await store.put(UserAttributes(locale: "en"), of: user, at: host.clock.now)
            }
            host.clock.advance(by: .milliseconds(250))
            host.directory.tenant("shop")?.wakeSignal.notify()
        }
        #expect(await Self.campaign(host)["state"] == "running")
        #expect(await Self.ask(host, "/cancel").0 == 200)
        #expect(try await store.nextCampaignPage() == nil)
        await host.stop()
    }

    @Test func `a campaign to a topic reaches its subscribers alone`() async throws {
        let host = try await Self.host(users: 5)
        try await host.store.tenant("shop").subscribe([
            Subscription(topic: "news", subscriber: Subscriber(user: "user-3"), since: host.clock.now)
        ])
        let (_, made) = await Self.create(host, [.init("everyone", .null), .init("topic", "news")])
        #expect(made["topic"] == "news" && made["everyone"] == nil)
        try await Self.wait(host) { $0["state"] == "done" }
        #expect(await Self.campaign(host)["progress"]?["notifications"] == 1)
        await host.stop()
    }
}
