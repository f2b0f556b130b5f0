import CarillonModel
import CarillonPluginKit

/// Keeps one tenant's channel within its provider's rate: a bucket that fills up steadily and holds one second's worth.
///
/// An actor, because senders take turns.
actor SendRateLimiter {
    private let ratePerSecond: Int
    private let clock: any WallClock
    private let sleep: @Sendable (Duration) async -> Void
    /// Until when, in microseconds since 1970, what was let through has used the rate up.
    private var usedUntil: Int64 = .min
    /// The latest reading of the clock, in the same unit.
    private var lastCheck: Int64 = .min

    /// - Parameters:
    ///   - startsEmpty: whether another process may have used the rate up to this moment.
    ///   - sleep: waits; a test advances its clock instead.
    init(
        ratePerSecond: Int,
        clock: any WallClock,
        startsEmpty: Bool = false,
        sleep: @escaping @Sendable (Duration) async -> Void = { duration in
            // Being cancelled means that the host ends: what is in flight goes out at once.
            try? await Task.sleep(for: duration)
        }
    ) {
        self.ratePerSecond = ratePerSecond
        self.clock = clock
        self.sleep = sleep
        if startsEmpty { usedUntil = clock.now.epochMilliseconds * 1000 }
    }

    /// Returns when `count` messages may go out.
    func pass(_ count: Int) async {
        let wait = take(count)
        if wait > .zero { await sleep(wait) }
    }

    /// - Returns: after how long `count` messages may go out, which count from now on.
    func take(_ count: Int) -> Duration {
        let now = clock.now.epochMilliseconds * 1000
        // The clock went back: what was let through is no longer ago than it was.
        if now < lastCheck, usedUntil > now { usedUntil -= lastCheck - now }
        lastCheck = now
        usedUntil = max(usedUntil, now - 1_000_000) + Int64(count) * 1_000_000 / Int64(ratePerSecond)
        return .microseconds(max(usedUntil - now, 0))
    }

    /// Gives back part of the rate: this many messages that were let through weren't sent.
    func refund(_ count: Int) {
        usedUntil -= Int64(count) * 1_000_000 / Int64(ratePerSecond)
    }
}
