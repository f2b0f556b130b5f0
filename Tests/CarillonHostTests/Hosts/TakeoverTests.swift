import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonHost

/// What whoever takes a tenant over goes on with, besides what waits.
@Suite(.timeLimit(.minutes(2)))
struct TakeoverTests {
    @Test func `of a provider's rate nothing is left for whoever takes over, until it fills up again`()
        async throws
    {
        let hosts = try await HostPair.start()
        #expect(try await rateLimiter(of: hosts.holder).take(600) == .zero)
        await hosts.cutHolder()
        try await hosts.takeOver()
        let next = try rateLimiter(of: hosts.other)
        #expect(await next.take(600) == .seconds(1))
        hosts.clock.advance(by: .seconds(2))
        #expect(await next.take(600) == .zero)
        await hosts.stop()
    }

    /// As the host's worker makes it.
    private func rateLimiter(of host: TestHost) throws -> SendRateLimiter {
        let shop = try #require(host.shop)
        let push = try #require(shop.channels["push"])
        return try #require(ChannelRunner(push, of: shop, isPaced: true).rateLimiter)
    }

    @Test func `what an operator says of dead addresses is known to whoever takes over before it was tried`()
        async throws
    {
        let gate = Gate()
        let isSilent = Mutex(false)
        let expo = ExpoScript()
        expo.tickets { _ in "DeviceNotRegistered" }
        let hosts = try await HostPair.start { request in
            if isSilent.withLock(\.self) { await gate.pass() }
            return await expo.answer(request)
        }
        await hosts.holder.ship("1", to: try await hosts.holder.register(users: 30))
        try await waitUntil { await hosts.holder.condition()["held"] == 30 }
        isSilent.withLock { $0 = true }
        let answer = await hosts.holder.ask("POST", "/v1/tenants/shop/channels/push/resume", ["believeGone": true])
        #expect(answer.status == 200)
        await hosts.cutHolder()
        isSilent.withLock { $0 = false }
        try await hosts.takeOver()
        // That of the attempt without an answer may wait for its next.
        try await waitUntil { try await hosts.other.deviceCount() <= 1 }
        gate.open()
        await hosts.stop()
    }
}
