import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// `deliveries?status=pending` says of everything that waits why, and until when.
struct PendingListTests {
    /// Half past eleven in Oslo, and the morning after.
    private static let night = Instant(epochMilliseconds: 1_772_058_600_000)
    private static let morning = Instant(epochMilliseconds: 1_772_085_600_000)

    private static func pending(_ host: TestHost, _ query: String = "") async -> [JSONValue] {
        let answer = await host.ask("GET", "/v1/tenants/shop/deliveries?status=pending\(query)")
        #expect(answer.status == 200)
        return answer.json["deliveries"]?.array ?? []
    }

    private static func quiet(_ profile: inout ProfileParts) {
        guard let from = TimeOfDay("22:00"), let to = TimeOfDay("07:00") else { return }
        profile.policies.quietHours = QuietHours(from: from, to: to, timeZone: "Europe/Oslo")
    }

    @Test(arguments: [false, true])
    func `quiet hours, with the time at which they end`(onDisk: Bool) async throws {
        let host = await TestHost.start(onDisk: onDisk, change: Self.quiet)
        host.clock.set(to: Self.night)
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 1)
        let waiting = await Self.pending(host)
        #expect(waiting.map { $0["reason"]?["code"] } == ["quiet-hours"])
        #expect(waiting.first?["reason"]?["message"]?.string?.contains("quiet where the recipient is") == true)
        #expect(waiting.first?["nextAttemptAt"] == .string(Self.morning.rfc3339))
        #expect(waiting.first?["waitsFor"] == nil)
        await host.stop()
    }

    @Test func `a collecting window, and a recipient's limit`() async throws {
        let host = await TestHost.start(onDisk: true) { profile in
            profile.policies.recipientRateLimit = RateLimit(count: 1, per: .seconds(3600))
            profile.priorities[.low] = PriorityPolicy(.collected, collectedText: "collected")
            profile.policies.collect.length = .seconds(900)
            profile.texts = [AppText(id: "collected", payload: [PayloadField("count", .integer(0...999))])]
            for slot in ["title", "body"] {
                profile.messages.add(TextTemplate(source: "{$count}"), to: "collected", path: slot, locale: "en")
            }
            var low = profile.events[0]
            (low.id, low.priority) = ("order.noted", .low)
            profile.events.append(low)
        }
        await host.registerDevice()
        await host.ship("1")
        await host.ship("2")
        await host.settled.wait(for: 3)
        let low = TestHost.event("3", type: "order.noted")
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: low)
        await host.settled.wait(for: 4)
        let waiting = await Self.pending(host)
        #expect(waiting.map { $0["reason"]?["code"] } == ["collected", "rate-limited"])
        let times = [900, 3600].map { JSONValue.string(host.clock.now.advanced(by: .seconds($0)).rfc3339) }
        #expect(waiting.map { $0["nextAttemptAt"] } == times)
        await host.stop()
    }

    @Test func `a schedule, before there are deliveries, the first due first`() async throws {
        let host = await TestHost.start(onDisk: true) { profile in
            profile.events[0].payload.append(PayloadField("at", .instant))
            profile.events[0].schedule = [ScheduleEntry(field: "at", offset: .zero)]
        }
        let times = [7200, 3600].map { host.clock.now.advanced(by: .seconds($0)) }
        for (number, time) in times.enumerated() {
            let event = TestHost.event("\(number)", data: ["order": "A-1", "at": .string(time.rfc3339)])
            let answer = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: event)
            #expect(answer.status == 202)
        }
        let waiting = await Self.pending(host)
        #expect(waiting.map { $0["nextAttemptAt"] } == times.reversed().map { JSONValue.string($0.rfc3339) })
        #expect(waiting.map { $0["reason"]?["code"] } == ["schedule", "schedule"])
        #expect(waiting.allSatisfy { $0["row"] == nil && $0["notification"]?.string != nil && $0["user"] == "ada" })
        let page = await host.ask("GET", "/v1/tenants/shop/deliveries?status=pending&limit=1").json
        #expect(page["deliveries"]?.array?.count == 1 && page["hasMoreScheduled"] == true)
        for query in ["&channel=push", "&before=99", "&user=ben"] { #expect(await Self.pending(host, query).isEmpty) }
        #expect(await Self.pending(host, "&user=ada").count == 2)
        await host.stop()
    }

    @Test func `a channel that rests, with its reason and its next try`() async throws {
        let expo = ExpoScript()
        expo.refuse(.answer(503, "down"))
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 6)
        for number in 0..<5 {
            await host.ship("\(number)", to: [users[number]])
            await host.settled.wait(for: 2 * (number + 1))
        }
        await host.settled.waitForChanges(1)
        await host.ship("5", to: [users[5]])
        await host.settled.wait(for: 11)
        try await waitUntil { await Self.pending(host, "&user=u-5").count == 1 }
        let waiting = try #require(await Self.pending(host, "&user=u-5").first)
        let rest = host.directory.tenant("shop")?.runtime.channels["push"]?.breaker.circuit.interruption
        #expect(waiting["waitsFor"]?["channel"] == "resting")
        #expect(waiting["waitsFor"]?["nextTryAt"]?.string == rest?.until.rfc3339)
        #expect(waiting["waitsFor"]?["reason"]?.string?.isEmpty == false)
        await host.stop()
    }

    @Test func `what is due and untried waits for its turn`() async throws {
        let host = await TestHost.start(withWorkers: false, onDisk: true)
        let store = try await host.store.tenant("shop")
        await host.registerDevice()
        await host.ship("1")
        #expect(await Self.pending(host).map { $0["reason"]?["code"] } == ["routing"])
        let due = try await store.due(at: host.clock.now, limit: 1)
        let plan = PlannedDelivery(channel: "push", address: "ExponentPushToken[abc]")
        let routed = due.map { RoutedNotification(row: $0.row, decisions: [], deliveries: [plan]) }
        try await store.releaseLeases(try await store.route(routed, at: host.clock.now)[0], at: host.clock.now)
        #expect(await Self.pending(host).map { $0["reason"]?["code"] } == ["pacing"])
        await host.stop()
    }
}
