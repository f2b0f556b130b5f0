import CarillonModel
import CarillonProfiles
import Testing

@testable import CarillonHost

struct RateLimiterTests {
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
