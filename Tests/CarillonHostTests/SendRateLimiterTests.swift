import CarillonModel
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonHost

struct SendRateLimiterTests {
    @Test func `a second's worth passes at once, and what is more waits its time`() async {
        let clock = ManualClock()
        let waits = Waits()
        let rateLimiter = SendRateLimiter(ratePerSecond: 600, clock: clock) { duration in
            waits.add(duration)
            clock.advance(by: duration)
        }
        for _ in 0..<6 { await rateLimiter.pass(100) }
        #expect(waits.milliseconds == 0)
        await rateLimiter.pass(100)
        await rateLimiter.pass(300)
        #expect((660...680).contains(waits.milliseconds))
    }

    @Test func `what was not used in a quiet hour is not saved up`() async {
        let clock = ManualClock()
        let waits = Waits()
        let rateLimiter = SendRateLimiter(ratePerSecond: 10, clock: clock) { waits.add($0) }
        clock.advance(by: .seconds(3600))
        await rateLimiter.pass(10)
        #expect(waits.milliseconds == 0)
        await rateLimiter.pass(10)
        #expect(waits.milliseconds == 1000)
    }

    @Test func `a clock that goes back by a day makes nobody wait for a day`() async {
        let clock = ManualClock()
        let waits = Waits()
        let rateLimiter = SendRateLimiter(ratePerSecond: 10, clock: clock) { waits.add($0) }
        await rateLimiter.pass(20)
        #expect(waits.milliseconds == 1000)
        clock.advance(by: .seconds(-86400))
        await rateLimiter.pass(10)
        #expect(waits.milliseconds == 1000 + 2000)
    }

    @Test func `one that goes on with what another process used starts empty, and fills up in a second`() async {
        let clock = ManualClock()
        let waits = Waits()
        let rateLimiter = SendRateLimiter(ratePerSecond: 10, clock: clock, startsEmpty: true) { waits.add($0) }
        await rateLimiter.pass(5)
        #expect(waits.milliseconds == 500)
        clock.advance(by: .milliseconds(1500))
        await rateLimiter.pass(10)
        #expect(waits.milliseconds == 500)
    }

    /// Behind a lock, because the rate limiter waits on another task.
    private final class Waits: Sendable {
        private let total = Mutex<Int64>(0)
        func add(_ duration: Duration) { total.withLock { $0 += duration.milliseconds } }
        var milliseconds: Int64 { total.withLock { $0 } }
    }
}
