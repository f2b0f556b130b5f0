import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonHost

/// Everything that makes a notification wait, or ends its waiting, on a real file.
@Suite(.onBothStores)
struct WaitingTests {
    /// 2026-02-25T22:30:00Z, half past eleven in Oslo.
    private static let night = Instant(epochMilliseconds: 1_772_058_600_000)
    private static let morning = Instant(epochMilliseconds: 1_772_085_600_000)

    private static func post(_ host: TestHost, _ event: JSONValue) async {
        let answer = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: event)
        #expect(answer.status == 202)
    }

    private static func notification(_ host: TestHost, _ event: String = "1") async -> JSONValue {
        let trace = await host.send("GET", "/v1/shop/events/\(event)", bearer: TestHost.serviceKey)
        return trace.json["notifications"]?.array?.first ?? .null
    }

    private static func push(_ host: TestHost, _ event: String = "1") async -> JSONValue {
        await notification(host, event)["deliveries"]?.array?.last { $0["channel"] == "push" } ?? .null
    }

    private static func messages(_ host: TestHost) throws -> [JSONValue] {
        try host.egress.requests.flatMap { try JSONValue(parsing: $0.body).array ?? [] }
    }

    @Test func `at night the feed has it at once, and the phone gets it in the morning with the number of then`()
        async throws
    {
        let host = await TestHost.start(onDisk: true) { profile in
            profile.timeZone = "Europe/Oslo"
            guard let from = TimeOfDay("22:00"), let to = TimeOfDay("07:00") else { return }
            profile.policies.quietHours = QuietHours(from: from, to: to)
        }
        host.clock.set(to: Self.night)
        await host.registerDevice()
        await Self.post(host, TestHost.event("1"))
        await Self.post(host, TestHost.event("2"))
        await host.settled.wait(for: 2)
        #expect(host.egress.requests.isEmpty)
        let waiting = await Self.push(host)
        #expect(waiting["status"] == "pending")
        #expect(waiting["nextAttemptAt"] == .string(Self.morning.rfc3339))
        let decisions = await Self.notification(host)["decisions"]?.array ?? []
        #expect(decisions.last?["reason"] == "quiet-hours" && decisions.last?["verdict"] == "later")
        let feed = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
        #expect(feed.json["totalCount"] == 2)

        host.clock.set(to: Self.morning)
        host.wake()
        await host.settled.wait(for: 4)
        #expect(try Self.messages(host).compactMap { $0["badge"] } == [2, 2])
        await host.stop()
    }

    @Test func `a night is no part of the time until a delivery is given up`() async throws {
        let expo = ExpoScript()
        expo.tickets { _ in "MessageRateExceeded" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true) { profile in
            guard let from = TimeOfDay("22:00"), let to = TimeOfDay("07:00") else { return }
            profile.policies.quietHours = QuietHours(from: from, to: to, timeZone: "Europe/Oslo")
            profile.policies.retry = RetryLadders(standard: [.seconds(60)], giveUpAfter: .seconds(3600))
        }
        host.clock.set(to: Self.night)
        await host.registerDevice()
        await Self.post(host, TestHost.event("1"))
        await host.settled.wait(for: 1)
        for number in 0..<3 {
            host.clock.set(to: Self.morning.advanced(by: .seconds(number * 70)))
            if number == 2 { expo.tickets { _ in nil } }
            host.wake()
            await host.settled.wait(for: 2 + number)
        }
        let push = await Self.push(host)
        #expect(push["attempts"]?.array?.map { $0["outcome"] } == ["retry", "retry", "delivered"])
        await host.stop()
    }

    @Test func `of what waits through the night under one key the newest goes out`() async throws {
        let host = await TestHost.start(onDisk: true) { profile in
            guard let from = TimeOfDay("22:00"), let to = TimeOfDay("07:00") else { return }
            profile.policies.quietHours = QuietHours(from: from, to: to, timeZone: "Europe/Oslo")
            profile.events[0].collapse = try? PlaceholderText("order-{order}")
        }
        host.clock.set(to: Self.night)
        await host.registerDevice()
        for (id, order) in [("1", "A-1"), ("2", "B-1"), ("3", "A-1")] {
            await Self.post(host, TestHost.event(id, data: ["order": .string(order)]))
            await host.settled.waitForRouted(Int(id) ?? 0)
        }
        #expect(await Self.push(host, "1")["attempts"]?.array?.last?["code"] == "collapsed")
        host.clock.set(to: Self.morning)
        host.wake()
        await host.settled.wait(for: 5)
        #expect(try Self.messages(host).count == 2)
        await host.stop()
    }

    @Test(
        arguments: [
            (Priority.high, nil, nil, "default"), (.normal, nil, nil, nil), (.high, "none", nil, nil),
            (.high, "bell.wav", nil, "bell.wav"),
            (.high, nil, "none", nil), (.high, "none", "bell.wav", "bell.wav"), (.normal, "default", nil, "default"),
        ] as [(Priority, String?, String?, String?)]
    )
    func `high priority is heard unless profile or event say otherwise`(
        priority: Priority,
        ofPriority: String?,
        ofEvent: String?,
        expected: String?
    ) async throws {
        let host = await TestHost.start(change: { profile in
            profile.events[0].priority = priority
            profile.events[0].sound = ofEvent
            if let ofPriority { profile.priorities[priority].sound = ofPriority }
        })
        await host.registerDevice()
        await Self.post(host, TestHost.event("1"))
        await host.settled.wait(for: 2)
        #expect(try Self.messages(host).first?["sound"]?.string == expected)
        await host.stop()
    }

    private static func collecting(_ profile: inout ProfileParts) {
        profile.priorities[.low] = PriorityPolicy(.collected, collectedText: "collected")
        profile.policies.collect.length = .seconds(900)
        profile.events[0].priority = .low
        profile.categories[0].androidChannel = "orders"
        profile.texts = [AppText(id: "collected", payload: [PayloadField("count", .integer(0...999))])]
        profile.messages.add(
            TextTemplate(
                source: ".input {$count :integer}\n.match $count\none {{{$count} message}}\n* {{{$count} messages}}"
            ),
            to: "collected",
            path: "title",
            locale: "en"
        )
        profile.messages.add(TextTemplate(source: "Open the app"), to: "collected", path: "body", locale: "en")
    }

    @Test func `low priority goes out once a window, with how many there are, and the feed shows each`() async throws {
        let host = await TestHost.start(onDisk: true, change: Self.collecting)
        await host.registerDevice()
        for (id, count) in [("1", 1), ("2", 2), ("3", 3)] {
            await Self.post(host, TestHost.event(id))
            await host.settled.waitForRouted(count)
            host.clock.advance(by: .seconds(100))
        }
        await host.settled.wait(for: 3)
        #expect(host.egress.requests.isEmpty)
        let feed = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
        #expect(feed.json["totalCount"] == 3)
        // The window began with the first, 300 seconds ago, and ends after 900.
        let end = host.clock.now.advanced(by: .seconds(600))
        for id in ["1", "2", "3"] {
            let push = await Self.push(host, id)
            #expect(push["status"] == "pending")
            #expect(push["nextAttemptAt"] == .string(end.rfc3339))
        }
        host.clock.set(to: end)
        host.wake()
        await host.settled.wait(for: 4)
        let messages = try Self.messages(host)
        #expect(messages.map { $0["title"] } == ["3 messages"])
        #expect(messages.map { $0["body"] } == ["Open the app"])
        #expect(messages.first?["badge"] == 3)
        #expect(messages.first?["channelId"] == "orders", "on Android it has the channel of what it stands for")
        #expect(await Self.push(host, "1")["status"] == "delivered")
        for id in ["2", "3"] {
            let push = await Self.push(host, id)
            #expect(push["status"] == "delivered")
            #expect(push["attempts"]?.array?.map { $0["outcome"] } == ["collected"])
        }
        await host.stop()
    }

    @Test func `one notification alone in its window has its own words`() async throws {
        let host = await TestHost.start(onDisk: true, change: Self.collecting)
        await host.registerDevice()
        await Self.post(host, TestHost.event("1"))
        await host.settled.wait(for: 1)
        host.clock.advance(by: .seconds(900))
        host.wake()
        await host.settled.wait(for: 2)
        #expect(try Self.messages(host).map { $0["title"] } == ["Order"])
        await host.stop()
    }

    @Test func `a window outlives the process`() async throws {
        let host = await TestHost.start(onDisk: true, change: Self.collecting)
        await host.registerDevice()
        for id in ["1", "2"] { await Self.post(host, TestHost.event(id)) }
        await host.settled.wait(for: 2)
        await host.directory.stop()
        host.clock.advance(by: .seconds(3600))
        let shop = TenantProfile.shop("shop", Self.collecting)
        _ = await host.directory.start([shop], failures: [:], workers: .paced)
        await host.settled.wait(for: 3)
        #expect(try Self.messages(host).map { $0["title"] } == ["2 messages"])
        await host.stop()
    }

    @Test func `a window whose priority isn't collected any more when it ends tells each notification by itself`()
        async throws
    {
        let host = await TestHost.start(onDisk: true, change: Self.collecting)
        await host.registerDevice()
        for id in ["1", "2"] { await Self.post(host, TestHost.event(id)) }
        await host.settled.wait(for: 2)
        let shop = TenantProfile.shop("shop") { profile in
            let priorities = profile.priorities
            Self.collecting(&profile)
            profile.priorities = priorities
            profile.revision = ProfileRevision(hashing: [("profile.json", [1])])
        }
        #expect(await host.directory.put(shop) == .reloaded)
        host.clock.advance(by: .seconds(900))
        host.wake()
        await host.settled.wait(for: 4)
        #expect(try Self.messages(host).map { $0["title"] } == ["Order", "Order"])
        for id in ["1", "2"] {
            #expect(await Self.push(host, id)["attempts"]?.array?.map { $0["outcome"] } == ["delivered"], "\(id)")
        }
        await host.stop()
    }

    private static func scheduling(_ profile: inout ProfileParts) {
        profile.events[0].payload.append(PayloadField("at", .instant))
        profile.events[0].schedule = [ScheduleEntry(field: "at", offset: .seconds(-7200))]
        profile.events[0].supersedes = try? PlaceholderText("meeting-{order}")
    }

    @Test func `nobody is reminded of what has begun while no host ran`() async throws {
        let host = await TestHost.start(onDisk: true, change: Self.scheduling)
        let start = host.clock.now.advanced(by: .seconds(5 * 3600))
        await Self.post(host, TestHost.event("1", data: ["order": "A-1", "at": .string(start.rfc3339)]))
        host.clock.set(to: start.advanced(by: .seconds(1)))
        host.wake()
        await host.settled.waitForRouted(1)
        let notification = await Self.notification(host)
        #expect(notification["deliveries"] == [])
        #expect(notification["decisions"]?.array?.map { $0["reason"] } == ["expired"])
        let feed = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
        #expect(feed.json["totalCount"] == 0)
        await host.stop()
    }

    @Test func `an event posted again with another time moves the reminder, with a past one cancels it`() async throws {
        let host = await TestHost.start(onDisk: true, change: Self.scheduling)
        let start = host.clock.now
        func post(_ id: String, hours: Int64) async {
            let at = start.advanced(by: .seconds(hours * 3600))
            await Self.post(host, TestHost.event(id, data: ["order": "A-1", "at": .string(at.rfc3339)]))
        }
        await post("1", hours: 5)
        await post("2", hours: 8)
        #expect(await Self.notification(host, "1")["status"] == "cancelled")
        #expect(await Self.notification(host, "1")["decisions"]?.array?.first?["reason"] == "superseded")
        #expect(await Self.notification(host, "2")["dueAt"] == .string(start.advanced(by: .seconds(21600)).rfc3339))
        host.clock.advance(by: .seconds(3 * 3600))
        host.wake()
        host.clock.advance(by: .seconds(3 * 3600))
        host.wake()
        await host.settled.wait(for: 1)
        let feed = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
        #expect(feed.json["totalCount"] == 1)

        await post("3", hours: 20)
        await post("4", hours: 1)
        let trace = await host.send("GET", "/v1/shop/events/4", bearer: TestHost.serviceKey)
        #expect(trace.json["notifications"] == [])
        #expect(
            trace.json["decisions"]?.array?.map { $0["reason"] } == ["schedule-passed", "supersedes"]
        )
        #expect(await Self.notification(host, "3")["status"] == "cancelled")
        await host.stop()
    }

    @Test func `an event with a schedule takes no time of the sender's`() async {
        let host = await TestHost.start(withWorkers: false, change: Self.scheduling)
        var event = TestHost.event(data: ["order": "A-1", "at": "2026-03-01T00:00:00Z"]).object ?? JSONObject()
        event["scheduledAt"] = "2026-02-28T00:00:00Z"
        let answer = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: .object(event))
        #expect(answer.status == 422)
        #expect(answer.json["errors"]?.array?.map { $0["pointer"] } == ["/scheduledAt"])
    }

    @Test func `what is to go out once goes out once, whoever posts it again`() async throws {
        let host = await TestHost.start(onDisk: true) { $0.events[0].dedupe = try? PlaceholderText("welcome") }
        await host.registerDevice()
        await Self.post(host, TestHost.event("1"))
        await Self.post(host, TestHost.event("2", data: ["order": "B-2"]))
        await host.settled.wait(for: 2)
        let second = await Self.notification(host, "2")
        #expect(second["decisions"]?.array?.map { $0["reason"] } == ["duplicate"])
        #expect(try Self.messages(host).count == 1)
        await host.stop()
    }

    @Test func `who could be told nothing is told by the next event that is to go out once`() async throws {
        let host = await TestHost.start(onDisk: true) { profile in
            profile.events[0].dedupe = try? PlaceholderText("welcome")
            profile.events[0].channels = ["push"]
        }
        await Self.post(host, TestHost.event("1"))
        await host.settled.waitForRouted(1)
        #expect(await Self.notification(host, "1")["decisions"]?.array?.map { $0["reason"] } == ["no-device"])
        await host.registerDevice()
        await Self.post(host, TestHost.event("2", data: ["order": "B-2"]))
        await Self.post(host, TestHost.event("3", data: ["order": "C-3"]))
        try await waitUntil { await Self.push(host, "2")["status"] == "delivered" }
        #expect(await Self.notification(host, "3")["decisions"]?.array?.map { $0["reason"] } == ["duplicate"])
        #expect(try Self.messages(host).count == 1)
        await host.stop()
    }

    @Test func `a switch turned off while a push waits for another try keeps it from going out`() async throws {
        let isUp = Mutex(false)
        let host = await TestHost.start(
            expo: { request in
                guard isUp.withLock({ $0 }) else { return .answer(503, "try later") }
                return await TestHost.everythingTaken(request)
            },
            onDisk: true,
            change: { profile in
                profile.toggles = [PreferenceToggle(name: "pushEnabled", isOnByDefault: true)]
                profile.toggles[0].channels = ["push"]
            }
        )
        await host.registerDevice()
        await Self.post(host, TestHost.event("1"))
        await host.settled.wait(for: 2)
        _ = try await host.store.tenant("shop").setPreferences(["pushEnabled": false], of: "ada", at: host.clock.now)
        isUp.withLock { $0 = true }
        host.clock.advance(by: .seconds(600))
        host.wake()
        await host.settled.wait(for: 3)
        let push = await Self.push(host)
        #expect(push["status"] == "cancelled" && push["attempts"]?.array?.last?["code"] == "preference-off")
        #expect(host.egress.requests.count == 1)
        await host.stop()
    }

    @Test func `what has expired when its next try comes isn't sent`() async throws {
        let host = await TestHost.start(
            expo: { _ in .answer(503, "try later") },
            onDisk: true,
            change: { $0.events[0].expireAfter = .seconds(60) }
        )
        await host.registerDevice()
        await Self.post(host, TestHost.event("1"))
        await host.settled.wait(for: 2)
        host.clock.advance(by: .seconds(60))
        host.wake()
        await host.settled.wait(for: 3)
        #expect(await Self.push(host)["attempts"]?.array?.last?["code"] == "expired")
        #expect(host.egress.requests.count == 1)
        await host.stop()
    }

    @Test func `more than a recipient may get waits for the next window, and others don't`() async throws {
        let host = await TestHost.start(onDisk: true) {
            $0.policies.recipientRateLimit = RateLimit(count: 2, per: .seconds(60))
        }
        await host.registerDevice()
        await host.registerDevice("ben", token: "ExponentPushToken[ben]")
        for id in ["1", "2", "3"] { await Self.post(host, TestHost.event(id)) }
        var other = TestHost.event("4").object ?? JSONObject()
        other["recipients"] = ["ben"]
        await Self.post(host, .object(other))
        await host.settled.wait(for: 7)
        #expect(try Self.messages(host).count == 3)
        #expect(await Self.notification(host, "3")["decisions"]?.array?.last?["reason"] == "rate-limited")
        host.clock.advance(by: .seconds(60))
        host.wake()
        await host.settled.wait(for: 8)
        #expect(await Self.push(host, "3")["status"] == "delivered")
        await host.stop()
    }

    @Test func `what was read before its window ends isn't counted, and nothing goes out when all was`() async throws {
        let host = await TestHost.start(onDisk: true, change: Self.collecting)
        await host.registerDevice()
        for (id, count) in [("1", 1), ("2", 2), ("3", 3)] {
            await Self.post(host, TestHost.event(id))
            await host.settled.waitForRouted(count)
        }
        await host.settled.wait(for: 3)
        let feed = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
        var ids = feed.json["items"]?.array?.compactMap { $0["id"] } ?? []
        func read(_ ids: [JSONValue]) async {
            let body: JSONValue = ["ids": .array(ids), "read": true]
            let answer = await host.send("PATCH", "/v1/shop/notifications", bearer: TestHost.token(), json: body)
            #expect(answer.status == 200)
        }
        await read([ids.removeLast()])
        host.clock.advance(by: .seconds(900))
        host.wake()
        await host.settled.wait(for: 5)
        #expect(try Self.messages(host).map { $0["title"] } == ["2 messages"])
        #expect(await Self.push(host, "1")["attempts"]?.array?.last?["code"] == "read")

        await Self.post(host, TestHost.event("4"))
        await host.settled.wait(for: 6)
        let later = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
        await read(later.json["items"]?.array?.compactMap { $0["id"] } ?? [])
        host.clock.advance(by: .seconds(900))
        host.wake()
        await host.settled.wait(for: 7)
        #expect(try Self.messages(host).count == 1)
        await host.stop()
    }

    @Test func `when a collected message can't reach the phone, each that it stood for has its stand-in`() async throws
    {
        let expo = ExpoScript()
        expo.tickets { _ in "DeviceNotRegistered" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true) { profile in
            Self.collecting(&profile)
            var backup = ChannelBinding(id: "backup", plugin: "in-app")
            backup.fallbackFor = ["push"]
            profile.channels.append(backup)
        }
        await host.registerDevice()
        for (id, count) in [("1", 1), ("2", 2)] {
            await Self.post(host, TestHost.event(id))
            await host.settled.waitForRouted(count)
        }
        await host.settled.wait(for: 2)
        host.clock.advance(by: .seconds(900))
        host.wake()
        await host.settled.wait(for: 5)
        for id in ["1", "2"] {
            let notification = await Self.notification(host, id)
            let ends = notification["deliveries"]?.array?.map {
                "\($0["channel"]?.string ?? "") \($0["status"]?.string ?? "")"
            }
            #expect(ends == ["in-app delivered", "push failed", "backup delivered"])
            let reasons = notification["decisions"]?.array?.filter { $0["channel"] == "backup" }.map { $0["reason"] }
            #expect(reasons?.contains("fallback") == true)
        }
        await host.stop()
    }

    @Test func `two notifications close together carry the numbers one and two`() async throws {
        let host = await TestHost.start(onDisk: true)
        let users = (0..<20).map { "user-\($0)" }
        for user in users { await host.registerDevice(user, token: "ExponentPushToken[\(user)]") }
        for user in users {
            for id in ["1", "2"] {
                let event: JSONValue = [
                    "id": .string("\(user)-\(id)"), "source": "tests", "type": "order.shipped",
                    "recipients": [.string(user)], "data": ["order": .string(id)],
                ]
                await Self.post(host, event)
            }
        }
        await host.settled.wait(for: 80)
        var badges: [String: [Int64]] = [:]
        for message in try Self.messages(host) {
            badges[message["to"]?.string ?? "", default: []].append(message["badge"]?.integer ?? 0)
        }
        #expect(badges.count == 20)
        #expect(badges.values.allSatisfy { $0.sorted() == [1, 2] })
        await host.stop()
    }

    @Test func `when the phone can't be reached after all, its fallback goes out once`() async throws {
        let host = await TestHost.start(
            expo: { _ in
                .answer(
                    200,
                    #"{"data":[{"status":"error","message":"gone","details":{"error":"DeviceNotRegistered"}}]}"#
                )
            },
            onDisk: true,
            change: { profile in
                var backup = ChannelBinding(id: "backup", plugin: "recording")
                backup.fallbackFor = ["push"]
                profile.channels.append(backup)
            }
        )
        for (token, plugin) in [("ExponentPushToken[abc]", "expo"), ("spare", "recording")] as [(String, PluginID)] {
            _ = try await host.store.tenant("shop").register(
                DeviceRegistration(owner: "ada", token: token, plugin: plugin),
                at: host.clock.now
            )
        }
        await Self.post(host, TestHost.event("1"))
        await host.settled.wait(for: 2)
        host.wake()
        await host.settled.wait(for: 3)
        let notification = await Self.notification(host)
        let ends = notification["deliveries"]?.array?.map {
            "\($0["channel"]?.string ?? "") \($0["status"]?.string ?? "")"
        }
        #expect(ends == ["in-app delivered", "push failed", "backup delivered"])
        let reasons = notification["decisions"]?.array?.filter { $0["channel"] == "backup" }.map { $0["reason"] }
        #expect(reasons == ["fallback-not-needed", "fallback", "routed"])
        await host.stop()
    }

    @Test func `a channel's rest is no longer for a clock that goes back`() async throws {
        let isUp = Mutex(false)
        let host = await TestHost.start(
            expo: { request in
                guard isUp.withLock({ $0 }) else {
                    return .answer(
                        429,
                        #"{"errors":[{"code":"TOO_MANY_REQUESTS"}]}"#,
                        headers: [.init("Retry-After", "90")]
                    )
                }
                return await TestHost.everythingTaken(request)
            },
            onDisk: true
        )
        await host.registerDevice()
        await Self.post(host, TestHost.event("1"))
        await host.settled.wait(for: 2)
        await host.settled.waitForChanges(1)
        isUp.withLock { $0 = true }
        host.clock.advance(by: .seconds(-86400))
        await Self.post(host, TestHost.event("2"))
        await host.settled.wait(for: 3)
        host.clock.advance(by: .seconds(100))
        host.wake()
        await host.settled.wait(for: 5)
        #expect(await Self.push(host, "1")["status"] == "delivered")
        #expect(await Self.push(host, "2")["status"] == "delivered")
        await host.stop()
    }

    @Test func `a clock that jumps holds up nothing`() async throws {
        let isUp = Mutex(false)
        let host = await TestHost.start(
            expo: { request in
                guard isUp.withLock({ $0 }) else { return .answer(503, "try later") }
                return await TestHost.everythingTaken(request)
            },
            onDisk: true
        )
        await host.registerDevice()
        await Self.post(host, TestHost.event("1"))
        await host.settled.wait(for: 2)
        isUp.withLock { $0 = true }
        host.clock.advance(by: .seconds(-86400))
        await Self.post(host, TestHost.event("2"))
        await host.settled.wait(for: 4)
        #expect(await Self.push(host, "1")["status"] == "pending")
        host.clock.advance(by: .seconds(10))
        host.wake()
        await host.settled.wait(for: 5)
        #expect(await Self.push(host, "1")["status"] == "delivered")
        host.clock.advance(by: .seconds(365 * 86400))
        await Self.post(host, TestHost.event("3"))
        await host.settled.wait(for: 7)
        #expect(await Self.push(host, "3")["status"] == "delivered")
        await host.stop()
    }
}
