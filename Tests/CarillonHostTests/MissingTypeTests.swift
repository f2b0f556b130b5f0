import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonHost

/// Event types that a reload takes away while something of them waits, and that another brings back.
struct MissingTypeTests {
    private static func reload(_ host: TestHost, withType isThere: Bool, _ number: UInt8) async {
        let profile = TenantProfile.shop("shop") { profile in
            if !isThere { profile.events[0] = EventType(id: "order.lost") }
            profile.revision = ProfileRevision(hashing: [("events.json", [number])])
        }
        #expect(await host.directory.put(profile) == .reloaded)
    }

    private static func get(_ host: TestHost, _ path: String) async -> JSONValue {
        await host.send("GET", "/v1/shop/\(path)", bearer: TestHost.serviceKey).json
    }

    private static func wait(_ host: TestHost, _ path: String, until condition: (JSONValue) -> Bool) async throws {
        try await waitUntil { await condition(get(host, path)) }
    }

    @Test func `a scheduled campaign waits, says why, and goes on`() async throws {
        let host = await TestHost.start(onDisk: true)
        let store = try await host.store.tenant("shop")
        try await store.put(UserAttributes(locale: "en"), of: "ada", at: host.clock.now)
        let start = host.clock.now.advanced(by: .seconds(10))
        let body: JSONValue = [
            "id": "sale", "type": "order.shipped", "everyone": true, "data": ["order": "A-1"],
            "scheduledAt": .string(start.rfc3339),
        ]
        let made = await host.send("POST", "/v1/shop/campaigns", bearer: TestHost.serviceKey, json: body)
        #expect(made.status == 202)
        await Self.reload(host, withType: false, 1)
        host.clock.set(to: start)
        host.wake()
        let event = made.json["event"]?.string ?? ""
        try await Self.wait(host, "events/\(event)") { $0["decisions"]?.array?.last?["verdict"] == "later" }
        let waiting = await Self.get(host, "campaigns/sale")
        #expect(waiting["state"] == "running" && waiting["progress"]?["expanded"] == 0)
        #expect(waiting["reason"]?.string?.contains("order.shipped") == true)
        await Self.reload(host, withType: true, 2)
        host.clock.advance(by: .seconds(60))
        host.wake()
        try await Self.wait(host, "campaigns/sale") { $0["state"] == "done" }
        let done = await Self.get(host, "campaigns/sale")
        #expect(done["progress"]?["delivered"] == 1 && done["reason"] == nil)
        await host.stop()
    }

    @Test func `a delivery that waits for its next try is held, and goes out when the type is back`() async throws {
        let expo = ExpoScript()
        expo.tickets { _ in "MessageRateExceeded" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event())
        await host.settled.wait(for: 2)
        await Self.reload(host, withType: false, 1)
        host.clock.advance(by: .seconds(600))
        host.wake()
        await host.settled.wait(for: 3)
        func push() async -> JSONValue? {
            await Self.get(host, "events/1")["notifications"]?.array?.first?["deliveries"]?.array?.last
        }
        let held = await push()
        #expect(held?["status"] == "pending")
        #expect(held?["attempts"]?.array?.last?["code"] == "unknown-event")
        expo.tickets { _ in nil }
        await Self.reload(host, withType: true, 2)
        await host.settled.wait(for: 4)
        #expect(await push()?["status"] == "delivered")
        await host.stop()
    }

    @Test func `a notification that comes due waits for its type, and ends when it is given up`() async throws {
        let host = await TestHost.start(onDisk: true)
        for id in ["1", "2"] {
            var event = TestHost.event(id)
            let due = host.clock.now.advanced(by: .seconds(id == "1" ? 10 : 100_000))
            if case .object(var object) = event {
                object["scheduledAt"] = .string(due.rfc3339)
                event = .object(object)
            }
            _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: event)
        }
        await Self.reload(host, withType: false, 1)
        func decision(_ id: String) async -> JSONValue? {
            await Self.get(host, "events/\(id)")["notifications"]?.array?.first?["decisions"]?.array?.last
        }
        host.clock.advance(by: .seconds(10))
        host.wake()
        try await waitUntil { await decision("1")?["verdict"] == "later" }
        host.clock.advance(by: .seconds(86400))
        host.wake()
        try await waitUntil { await decision("1")?["verdict"] == "skip" }
        #expect(await decision("1")?["reason"] == "unknown-event")
        host.clock.advance(by: .seconds(20_000))
        host.wake()
        try await waitUntil { await decision("2")?["verdict"] == "later" }
        await Self.reload(host, withType: true, 2)
        host.clock.advance(by: .seconds(60))
        host.wake()
        await host.settled.wait(for: 1)
        let feed = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
        #expect(feed.json["totalCount"] == 1)
        await host.stop()
    }
}
