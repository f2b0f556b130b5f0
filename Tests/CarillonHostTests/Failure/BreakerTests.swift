import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// A provider that is down, and who notices.
struct BreakerTests {
    /// Expo refuses what goes to `shop`'s only device, and nothing else.
    private static func isDown(_ body: String) -> Result<EgressResponse, EgressFailure>? {
        body.contains("ExponentPushToken[abc]") ? .answer(503, "down") : nil
    }

    @Test func `after five failed batches it rests, tries one, and goes on when that gets through; others never stop`()
        async throws
    {
        let expo = ExpoScript()
        expo.refuse(Self.isDown)
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        _ = try await host.store.tenant("other").register(
            .init(owner: "ada", token: "ExponentPushToken[other]", plugin: "expo"),
            at: host.clock.now
        )
        for number in 1...5 {
            await host.ship("\(number)")
            await host.settled.wait(for: 2 * number)
        }
        await host.settled.waitForChanges(1)
        #expect(host.settled.reports.map { $0.hasPrefix("shop push circuit open") } == [true])
        #expect(try host.asked("send").count == 5)
        #expect(
            try await host.metricsPage().value("carillon_channel_resting", ["tenant": "shop", "channel": "push"]) == 1
        )

        // The feed goes on, the push waits, and another tenant's pushes arrive.
        await host.ship("6")
        await host.settled.wait(for: 11)
        await host.ship("1", tenant: "other")
        await host.settled.wait(for: 13)
        #expect(try host.asked("send").count == 6)
        #expect(await host.condition(tenant: "other")["status"] == "working")

        // One of six is tried, fails, and the rest is twice as long.
        host.clock.advance(by: .seconds(6))
        host.wake()
        await host.settled.wait(for: 14)
        await host.settled.waitForChanges(2)
        #expect(try host.asked("send") == [1, 1, 1, 1, 1, 1, 1])
        let next = try #require(await host.condition()["nextTryAt"]?.string.flatMap { Instant($0) })
        #expect(host.clock.now.duration(to: next) >= .seconds(10))

        expo.refuse(nil)
        host.clock.set(to: next.advanced(by: .seconds(60)))
        host.wake()
        await host.settled.wait(for: 20)
        for number in 1...6 { #expect(await host.push("\(number)")["status"] == "delivered", "event \(number)") }
        #expect(try host.asked("send")[7] == 1)
        #expect(host.settled.reports.last == "shop push works")
        #expect(
            try await host.metricsPage().value("carillon_channel_resting", ["tenant": "shop", "channel": "push"]) == 0
        )
        await host.stop()
    }

    @Test func `the one delivery that is tried is of somebody else than those for whom the channel rests`() async throws
    {
        let expo = ExpoScript()
        expo.refuse(Self.isDown)
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        let users = try await host.register(users: 1)
        for number in 1...5 {
            await host.ship("\(number)")
            await host.settled.wait(for: 2 * number)
        }
        await host.settled.waitForChanges(1)
        await host.ship("6")
        await host.ship("7", to: users)
        await host.settled.wait(for: 12)
        host.clock.advance(by: .seconds(6))
        host.wake()
        await host.settled.waitForChanges(2)
        #expect(host.settled.reports.last == "shop push works")
        let sixth = try #require(host.egress.requests.filter { $0.url.hasSuffix("send") }.dropFirst(5).first)
        #expect(String(decoding: sixth.body, as: UTF8.self).contains(TestHost.token(of: 0)))
        await host.settled.wait(for: 13)
        #expect(await host.push("7")["status"] == "delivered")
        await host.stop()
    }

    @Test func `a provider that fails over one address alone is tried for everybody else`() async throws {
        let expo = ExpoScript()
        expo.refuse { $0.contains("ExponentPushToken[abc]") ? .answer(500, "oops") : nil }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        let users = try await host.register(users: 1)
        for number in 1...6 {
            await host.ship("\(number)")
            await host.settled.wait(for: 2 * number)
        }
        #expect(await host.condition()["status"] == "working")
        await host.ship("7", to: users)
        await host.settled.wait(for: 14)
        #expect(await host.push("7")["status"] == "delivered")
        await host.stop()
    }

    @Test func `what expires while the channel rests is never sent`() async throws {
        let expo = ExpoScript()
        expo.refuse(Self.isDown)
        let host = await TestHost.start(expo: expo.answer, onDisk: true) { $0.events[0].expireAfter = .seconds(20) }
        await host.registerDevice()
        for number in 1...5 {
            await host.ship("\(number)")
            await host.settled.wait(for: 2 * number)
        }
        await host.settled.waitForChanges(1)
        await host.ship("6")
        await host.settled.wait(for: 11)
        expo.refuse(nil)
        host.clock.advance(by: .seconds(30))
        host.wake()
        await host.settled.wait(for: 17)
        #expect(try host.asked("send").count == 5)
        #expect(await host.push("6")["attempts"]?.array?.last?["code"] == "expired")
        await host.stop()
    }
}
