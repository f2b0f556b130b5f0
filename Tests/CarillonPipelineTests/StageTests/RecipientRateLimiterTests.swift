import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonPipeline

/// How many notifications a recipient gets, and when the rest goes out.
struct RecipientRateLimiterTests {
    private static let profile: TenantProfile = {
        var profile = ProfileParts(id: "shop", name: "Shop", locales: Locales(default: "en", supported: ["en"]))
        profile.channels = [ChannelBinding(id: "push", plugin: "recording")]
        profile.policies.recipientRateLimit = RateLimit(count: 3, per: .seconds(60))
        return TenantProfile(profile)
    }()

    /// Seconds after now at which so many notifications to each of `users` go out.
    private func seconds(
        _ users: [UserID],
        with limiter: inout RecipientRateLimiter,
        at second: Int64,
        expiry: Int64? = nil
    ) -> [Int64?] {
        let now = Instant.noon.advanced(by: .seconds(second))
        let due = users.map { user in
            var notification = DueNotification.testing(to: user)
            notification.expiresAt = expiry.map { Instant.noon.advanced(by: .seconds($0)) }
            return notification
        }
        let routed = due.map { _ in
            RoutedNotification(row: 1, decisions: [], deliveries: [PlannedDelivery(channel: "push", address: "x")])
        }
        return limiter.apply(to: routed, of: due, at: now).map { route in
            route.deliveries.first.map { Instant.noon.duration(to: $0.dueAt ?? now).milliseconds / 1000 }
        }
    }

    private func limiter() throws -> RecipientRateLimiter {
        try #require(RecipientRateLimiter(profile: Self.profile, registry: ChannelRegistry([RecordingChannel.self])))
    }

    @Test func `the excess waits until the window has room, and nobody else's does`() throws {
        var limiter = try limiter()
        let first = seconds(["ada", "ada", "ada", "ada", "ben", "ada"], with: &limiter, at: 0)
        #expect(first == [0, 0, 0, 60, 0, 60])
        #expect(seconds(["ada", "ada"], with: &limiter, at: 30) == [60, 120])
        #expect(seconds(["ada", "ben"], with: &limiter, at: 181) == [181, 181])
    }

    @Test func `what would be stale by then is left out with the reason`() throws {
        var limiter = try limiter()
        #expect(seconds(["ada", "ada", "ada", "ada"], with: &limiter, at: 0, expiry: 60) == [0, 0, 0, nil])
    }

    @Test func `a clock that goes back leaves what was taken as near as it was`() throws {
        var limiter = try limiter()
        #expect(seconds(["ada", "ada", "ada"], with: &limiter, at: 7200) == [7200, 7200, 7200])
        limiter.clockWentBack(by: .seconds(7200))
        #expect(seconds(["ada"], with: &limiter, at: 0) == [60])
    }

    @Test func `no window of any position holds more than the limit`() throws {
        var limiter = try limiter()
        var generator = SmallGenerator(state: 7)
        var times: [Int64] = []
        var now: Int64 = 0
        for _ in 0..<200 {
            now += Int64.random(in: 0...30, using: &generator)
            times += seconds(["ada"], with: &limiter, at: now).compactMap(\.self)
        }
        times.sort()
        #expect(zip(times, times.dropFirst(3)).allSatisfy { $1 - $0 >= 60 })
    }

    @Test func `each gets the first moment with room, also where some are ready later`() {
        let limit = RateLimit(count: 3, per: .seconds(60))
        var generator = SmallGenerator(state: 11)
        var slots = OccupiedSlots()
        var taken: [Int64] = []
        var now: Int64 = 0
        for _ in 0..<300 {
            now += Int64.random(in: 0...25, using: &generator)
            let ready = Bool.random(using: &generator) ? now : now + 700
            let start = Instant.noon.advanced(by: .seconds(ready))
            let slot = slots.take(limit, notBefore: start, at: .noon.advanced(by: .seconds(now)))
            let first = (ready...).first { second in
                taken.count { abs($0 - second) < 60 } < 3
            }
            #expect(Instant.noon.duration(to: slot).milliseconds / 1000 == first)
            taken.append(first ?? 0)
        }
    }

    @Test func `no limit is no allowance`() {
        let profile = Self.profile.changed { $0.policies.recipientRateLimit = nil }
        #expect(RecipientRateLimiter(profile: profile, registry: ChannelRegistry([RecordingChannel.self])) == nil)
    }
}

/// A linear congruential generator: the same numbers each time.
private struct SmallGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}
