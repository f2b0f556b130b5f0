import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Events for topics, and events for an audience, on a real file.
@Suite(.onBothStores)
struct TopicTests {
    private static func host() async -> TestHost {
        await TestHost.start(onDisk: true) { profile in
            profile.devices = DevicePolicy(owner: .subscription)
            var toggle = PreferenceToggle(name: "pushEnabled", isOnByDefault: true)
            toggle.channels = ["push"]
            profile.toggles = [toggle]
            profile.subscriptions = SubscriptionPolicy(
                ignoresCase: true,
                userRole: "owner",
                anonymousRole: "observer"
            )
            var approval = EventType(id: "order.approval")
            approval.channels = ["in-app", "push"]
            approval.roles = ["owner"]
            var review = EventType(id: "order.review")
            review.payload = [PayloadField("order", .text(maxLength: 20))]
            review.channels = ["in-app", "push"]
            review.audience = try? PlaceholderText("Order:{order}")
            for id in [approval.id, review.id] {
                for path in ["title", "body"] {
                    profile.messages.add(TextTemplate(source: "Look"), to: id, path: path, locale: "en")
                }
            }
            profile.events += [approval, review]
        }
    }

    private static func post(_ host: TestHost, _ event: JSONValue) async -> JSONValue {
        let answer = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: event)
        #expect(answer.status == 202)
        return answer.json
    }

    private static func trace(_ host: TestHost, _ query: String = "") async -> JSONValue {
        await host.send("GET", "/v1/shop/events/1\(query)", bearer: TestHost.serviceKey).json
    }

    private static func device(_ host: TestHost, _ name: String) async throws -> String {
        try await host.store.tenant("shop").register(
            DeviceRegistration(owner: nil, token: "ExponentPushToken[\(name)]", plugin: "expo", deviceID: name),
            at: host.clock.now
        ).id
    }

    private static func tokens(_ host: TestHost) throws -> [String] {
        try host.egress.requests.flatMap { request in
            try JSONValue(parsing: request.body).array?.compactMap { $0["to"]?.string } ?? []
        }.sorted()
    }

    @Test func `an event for a topic reaches exactly the devices subscribed to it, whatever the case`() async throws {
        let host = await Self.host()
        let store = try await host.store.tenant("shop")
        let phone = try await Self.device(host, "phone")
        let tablet = try await Self.device(host, "tablet")
        let other = try await Self.device(host, "other")
        let owner = Subscriber(user: "ada", device: phone)
        try await store.subscribe([
            Subscription(topic: "safe:1:0xabc", subscriber: owner, since: host.clock.now),
            Subscription(topic: "safe:1:0xabc", subscriber: Subscriber(anonymousDevice: tablet), since: host.clock.now),
            Subscription(topic: "safe:5:0xabc", subscriber: Subscriber(anonymousDevice: other), since: host.clock.now),
        ])
        _ = await Self.post(
            host,
            ["id": "1", "source": "t", "type": "order.shipped", "topic": "safe:1:0xABC", "data": ["order": "A-1"]]
        )
        await host.settled.wait(for: 3)
        #expect(try Self.tokens(host) == ["ExponentPushToken[phone]", "ExponentPushToken[tablet]"])
        let trace = await Self.trace(host)
        #expect(trace["topic"] == "safe:1:0xabc")
        let nobody = trace["notifications"]?.array?.last
        #expect(nobody?["recipient"] == .null && nobody?["devices"] == [.string(tablet)])
        #expect(nobody?["decisions"]?.array?.first { $0["channel"] == "in-app" }?["reason"] == "no-user")
        let feed = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
        #expect(feed.json["totalCount"] == 1)
        await host.stop()
    }

    @Test func `devices of nobody's with one token get an event once`() async throws {
        let host = await Self.host()
        let store = try await host.store.tenant("shop")
        for (id, user) in [("one", "ada"), ("two", nil)] as [(String, UserID?)] {
            let device = try await store.register(
                DeviceRegistration(owner: nil, token: "ExponentPushToken[phone]", plugin: "expo", deviceID: id),
                at: host.clock.now
            ).id
            let subscriber = user.map { Subscriber(user: $0, device: device) } ?? Subscriber(anonymousDevice: device)
            try await store.subscribe([
                Subscription(topic: "safe:1", subscriber: subscriber, since: host.clock.now)
            ])
        }
        _ = await Self.post(
            host,
            ["id": "1", "source": "t", "type": "order.shipped", "topic": "safe:1", "data": ["order": "A-1"]]
        )
        await host.settled.wait(for: 2)
        let trace = await Self.trace(host)
        #expect(try Self.tokens(host) == ["ExponentPushToken[phone]"])
        let reasons = trace["notifications"]?.array?.map { $0["decisions"]?.array?.first?["reason"]?.string }
        #expect(reasons?.last == "same-device")
        await host.stop()
    }

    @Test func `the switch of one user takes a shared device from no other who subscribed it`() async throws {
        let host = await Self.host()
        let store = try await host.store.tenant("shop")
        let phone = try await Self.device(host, "phone")
        for user in ["ada", "ben"] as [UserID] {
            let subscriber = Subscriber(user: user, device: phone)
            try await store.subscribe([Subscription(topic: "safe:1", subscriber: subscriber, since: host.clock.now)])
        }
        func reasons(_ id: String) async -> [String?] {
            let event: JSONValue = [
                "id": .string(id), "source": "t", "type": "order.shipped", "topic": "safe:1", "data": ["order": "A-1"],
            ]
            _ = await Self.post(host, event)
            await host.settled.wait(for: id == "1" ? 3 : 6)
            let trace = await host.send("GET", "/v1/shop/events/\(id)", bearer: TestHost.serviceKey).json
            return (trace["notifications"]?.array ?? []).map { notification in
                notification["decisions"]?.array?.first { $0["channel"] == "push" }?["reason"]?.string
            }
        }
        #expect(await reasons("1") == ["routed", "same-device"])
        _ = try await store.setPreferences(["pushEnabled": false], of: "ada", at: host.clock.now)
        #expect(await reasons("2") == ["preference-off", "routed"])
        #expect(try Self.tokens(host) == ["ExponentPushToken[phone]", "ExponentPushToken[phone]"])
        await host.stop()
    }

    @Test func `who isn't meant is in the trace with the reason`() async throws {
        let host = await Self.host()
        let tablet = try await Self.device(host, "tablet")
        try await host.store.tenant("shop").subscribe([
            Subscription(topic: "orders", subscriber: Subscriber(anonymousDevice: tablet), since: host.clock.now),
            Subscription(
                topic: "orders",
                subscriber: Subscriber(user: "ben"),
                types: ["order.shipped"],
                since: host.clock.now
            ),
            Subscription(topic: "orders", subscriber: Subscriber(user: "ada"), since: host.clock.now),
        ])
        _ = await Self.post(host, ["id": "1", "source": "t", "type": "order.approval", "topic": "orders"])
        await host.settled.wait(for: 1)
        let notifications = await Self.trace(host)["notifications"]?.array ?? []
        let reasons = notifications.map { $0["decisions"]?.array?.first?["reason"] }
        #expect(reasons == ["role", "type-not-subscribed", "routed"])
        #expect(notifications.map { $0["deliveries"]?.array?.count } == [0, 0, 1])
        #expect(host.egress.requests.isEmpty)
        await host.stop()
    }

    @Test func `what somebody hears of on one device is listed with the rest, under the app's name for the device`()
        async throws
    {
        let host = await TestHost.start(withWorkers: false)
        let phone: JSONValue = ["token": "ExponentPushToken[p]", "platform": "ios", "deviceId": "phone-1"]
        for device in [phone, ["token": "ExponentPushToken[t]", "platform": "ios"]] {
            _ = await host.send("POST", "/v1/shop/devices", bearer: TestHost.token(), json: device)
        }
        let devices = try await host.store.tenant("shop").devices(of: "ada")
        let tablet = try #require(devices.first { $0.deviceID == nil }?.id)
        for (topic, body) in [
            ("news", ["deviceId": "phone-1"]), ("news", [:]), ("orders", ["deviceId": .string(tablet)]),
            ("sale", ["deviceId": "phone-1"]),
        ] as [(String, JSONValue)] {
            let path = "/v1/shop/subscriptions/\(topic)"
            let answer = await host.send("PUT", path, bearer: TestHost.token(), json: body)
            #expect(answer.json["subscriptions"]?.array?.map { $0["deviceId"] } == [body["deviceId"]])
        }
        #expect(await host.subscriptions() == ["news", "news phone-1", "orders \(tablet)", "sale phone-1"])
        #expect(await host.subscriptions("?deviceId=phone-1") == ["news phone-1", "sale phone-1"])
        // Without a device, it is about the one for all of them.
        for (path, status) in [("news", 200), ("news", 404), ("sale", 404), ("sale?deviceId=phone-1", 200)] {
            let answer = await host.send("DELETE", "/v1/shop/subscriptions/\(path)", bearer: TestHost.token())
            #expect(answer.status == status, "\(path)")
        }
        #expect(await host.subscriptions() == ["news phone-1", "orders \(tablet)"])
        await host.stop()
    }

    @Test func `a large audience is told in pages, each subscriber once, and the trace comes in pages`() async throws {
        let host = await Self.host()
        let users = (0..<600).map { UserID(unchecked: "user-\($0)") }
        try await host.store.tenant("shop").subscribe(
            users.map { Subscription(topic: "orders", subscriber: Subscriber(user: $0), since: host.clock.now) }
        )
        _ = await Self.post(
            host,
            ["id": "1", "source": "t", "type": "order.shipped", "topic": "orders", "data": ["order": "A-1"]]
        )
        await host.settled.wait(for: users.count)
        var found: [JSONValue] = []
        var query: String? = "?limit=250"
        while let next = query {
            let page = await Self.trace(host, next)
            found += page["notifications"]?.array?.compactMap { $0["recipient"] } ?? []
            query = page["nextCursor"]?.string.map { "?limit=250&cursor=\($0)" }
        }
        #expect(found == users.map { .string($0.rawValue) })
        await host.stop()
    }

    @Test func `named recipients outside an event's audience are left out with the reason`() async throws {
        let host = await Self.host()
        try await host.store.tenant("shop").subscribe([
            Subscription(topic: "order:a-1", subscriber: Subscriber(user: "ada"), since: host.clock.now)
        ])
        _ = await Self.post(
            host,
            [
                "id": "1", "source": "t", "type": "order.review", "recipients": ["ben", "ada"],
                "data": ["order": "A-1"],
            ]
        )
        await host.settled.wait(for: 1)
        let notifications = await Self.trace(host)["notifications"]?.array ?? []
        #expect(notifications.map { $0["decisions"]?.array?.first?["reason"] } == ["not-in-audience", "routed"])
        await host.stop()
    }

    @Test func `who unsubscribes before a scheduled event for the topic goes out hears nothing of it`() async throws {
        let host = await Self.host()
        let store = try await host.store.tenant("shop")
        let phone = try await Self.device(host, "phone")
        let tablet = try await Self.device(host, "tablet")
        let subscribers = [phone, tablet].map { Subscriber(anonymousDevice: $0) }
        try await store.subscribe(
            subscribers.map { Subscription(topic: "orders", subscriber: $0, since: host.clock.now) }
        )
        let later = host.clock.now.advanced(by: .seconds(3600))
        _ = await Self.post(
            host,
            [
                "id": "1", "source": "t", "type": "order.shipped", "topic": "orders", "data": ["order": "A-1"],
                "scheduledAt": .string(later.rfc3339),
            ]
        )
        try await waitUntil { try await store.unexpanded(at: host.clock.now, limit: 1).isEmpty }
        _ = try await store.unsubscribe(subscribers[0], from: "orders")
        host.clock.set(to: later)
        host.wake()
        await host.settled.wait(for: 1)
        #expect(try Self.tokens(host) == ["ExponentPushToken[tablet]"])
        let notifications = await Self.trace(host)["notifications"]?.array ?? []
        #expect(notifications.first?["decisions"]?.array?.first?["reason"] == "unsubscribed")
        await host.stop()
    }
}

extension TestHost {
    /// As if somebody had posted something: the worker looks at the clock again.
    func wake() {
        directory.tenant("shop")?.wakeHere()
    }
}

extension TestHost {
    /// What ada hears of, and on which device where it is one.
    fileprivate func subscriptions(_ query: String = "") async -> [String] {
        let answer = await send("GET", "/v1/shop/subscriptions\(query)", bearer: Self.token())
        return (answer.json["subscriptions"]?.array ?? []).map { subscription in
            [subscription["topic"], subscription["deviceId"]].compactMap { $0?.string }.joined(separator: " ")
        }
    }
}
