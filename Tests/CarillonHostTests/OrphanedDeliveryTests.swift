import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// A channel that a reload takes away while deliveries wait for it, and that another brings back.
struct OrphanedDeliveryTests {
    private static func reload(
        _ host: TestHost,
        withPush isThere: Bool,
        _ number: UInt8,
        _ change: (inout ProfileParts) -> Void = { _ in }
    ) async {
        let profile = TenantProfile.shop("shop") { profile in
            change(&profile)
            if !isThere { profile.channels.removeAll { $0.id == "push" } }
            profile.revision = ProfileRevision(hashing: [("profile.json", [number])])
        }
        #expect(await host.directory.put(profile) == .reloaded)
    }

    private static func push(_ host: TestHost) async -> JSONValue? {
        let trace = await host.send("GET", "/v1/shop/events/1", bearer: TestHost.serviceKey).json
        return trace["notifications"]?.array?.first?["deliveries"]?.array?.first { $0["channel"] == "push" }
    }

    @Test(arguments: [false, true])
    func `what waits for a lost channel is held with the reason, and goes out when it is back`(
        onDisk: Bool
    ) async throws {
        let expo = ExpoScript()
        expo.tickets { _ in "MessageRateExceeded" }
        let host = await TestHost.start(expo: expo.answer, onDisk: onDisk)
        await host.registerDevice()
        let answer = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event("1"))
        #expect(answer.status == 202)
        try await waitUntil { await Self.push(host)?["attempts"]?.array?.isEmpty == false }
        await Self.reload(host, withPush: false, 1)
        host.clock.advance(by: .seconds(600))
        // A worker looks when it starts.
        await Self.reload(host, withPush: false, 2)
        try await waitUntil { await Self.push(host)?["attempts"]?.array?.last?["code"] == "channel-unavailable" }
        let last = await Self.push(host)?["attempts"]?.array?.last
        #expect(last?["outcome"] == "held" && last?["message"] == "the profile has no such channel")
        let wait = await Self.push(host)?["waitsFor"]
        #expect(wait?["channel"] == "unavailable" && wait?["reason"] == "the profile has no such channel")
        expo.tickets { _ in nil }
        await Self.reload(host, withPush: true, 3)
        try await waitUntil { await Self.push(host)?["status"] == "delivered" }
        await host.stop()
    }

    @Test(
        arguments: [
            (nil, "failed", "gave-up"), (.seconds(300), "cancelled", "expired"),
        ] as [(Duration?, String, String)],
        [false, true]
    )
    func `what waits for a lost channel ends when it is stale or given up, with a reason that names the channel`(
        _ end: (expireAfter: Duration?, status: String, code: String),
        onDisk: Bool
    ) async throws {
        let expo = ExpoScript()
        expo.tickets { _ in "MessageRateExceeded" }
        let change: @Sendable (inout ProfileParts) -> Void = { profile in
            profile.policies.retry.giveUpAfter = .seconds(600)
            profile.events[0].expireAfter = end.expireAfter
        }
        let host = await TestHost.start(expo: expo.answer, onDisk: onDisk, change: change)
        await host.registerDevice()
        await host.ship("1")
        try await waitUntil { await host.push()["attempts"]?.array?.isEmpty == false }
        await Self.reload(host, withPush: false, 1, change)
        // Not before: a runner that still served the channel might try again, and wait for longer.
        host.clock.advance(by: .seconds(10))
        await Self.reload(host, withPush: false, 2, change)
        try await waitUntil { await host.push()["attempts"]?.array?.last?["code"] == "channel-unavailable" }
        let condition = await host.condition()
        #expect(condition["held"] == 1 && condition["status"] == "unavailable")
        host.clock.advance(by: .seconds(700))
        // A worker looks when it starts.
        await Self.reload(host, withPush: false, 3, change)
        try await waitUntil { await host.push()["status"] == .string(end.status) }
        let last = await host.push()["attempts"]?.array?.last
        #expect(last?["code"] == .string(end.code))
        #expect(last?["message"]?.string?.contains("channel push") == true, "\(String(describing: last))")
        await host.stop()
    }
}
