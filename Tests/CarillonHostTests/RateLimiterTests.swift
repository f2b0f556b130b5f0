import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

struct RateLimiterTests {
    @Test func `what costs more takes more, and waits for as much`() {
        let limiter = RateLimiter()
        let key = RateLimiter.Key(tenant: "shop", rule: "rows", caller: "ada")
        let limit = RateLimit(count: 10, per: .seconds(60))
        func take(_ cost: Int, at second: Int64) -> RateLimiter.State {
            limiter.take(key, limit, cost: cost, at: Instant(epochMilliseconds: second * 1000))
        }
        #expect(take(4, at: 100).remaining == 6)
        #expect(take(5, at: 110).remaining == 1)
        // Beside the first there is no room, beside the second there is.
        #expect(take(3, at: 120).retryAfter == .seconds(40))
        #expect(take(6, at: 120).retryAfter == .seconds(50))
        #expect(take(3, at: 160).retryAfter == nil)
        // More than there ever is room for.
        #expect(take(1_000, at: 300).retryAfter == nil)
        #expect(take(1, at: 301).retryAfter == .seconds(59))
    }

    @Test func `hosts count together, and each by itself while the store doesn't answer`() async {
        let clock = ManualClock()
        let cluster = InMemoryCluster(identifiers: SystemIdentifiers { clock.now }, clock: clock)
        let handles = [cluster.handle(), cluster.handle()]
        let limiters = handles.map { RateLimiter(among: $0) }
        func isTaken(at host: Int) async -> Bool {
            await limiters[host].count(key, RateLimit(count: 2, per: .seconds(60)), at: clock.now).retryAfter == nil
        }
        #expect(await isTaken(at: 0))
        #expect(await isTaken(at: 1))
        #expect(await !isTaken(at: 0))
        #expect(await !isTaken(at: 1))
        handles[1].isCut = true
        #expect(await isTaken(at: 1))
        #expect(await isTaken(at: 1))
        #expect(await !isTaken(at: 1))
        #expect(await !isTaken(at: 0))
        clock.advance(by: .seconds(60))
        #expect(await isTaken(at: 0))
    }

    private let key = RateLimiter.Key(tenant: "shop", rule: "r", caller: "ada")
    private let start = Instant(epochMilliseconds: 1_772_020_800_000)

    private func taken(_ limiter: RateLimiter, after milliseconds: [Int64]) throws -> Int {
        let limit = try #require(RateLimit("10/1m"))
        return milliseconds.count { offset in
            limiter.take(key, limit, at: start.advanced(by: .milliseconds(offset))).retryAfter == nil
        }
    }

    @Test func `of calls at the same time no more are let through for having read the clock in another order`() throws {
        #expect(try taken(RateLimiter(), after: (0..<40).map { 40 - $0 }) == 10)
    }

    @Test func `the window slides`() throws {
        let limiter = RateLimiter()
        #expect(try taken(limiter, after: Array(repeating: 0, count: 10)) == 10)
        #expect(try taken(limiter, after: [59_999, 60_000]) == 1)
    }

    @Test func `a clock that was set back an hour locks nobody out`() throws {
        let limiter = RateLimiter()
        #expect(try taken(limiter, after: Array(repeating: 3_600_000, count: 10)) == 10)
        #expect(try taken(limiter, after: [0]) == 1)
    }
}
