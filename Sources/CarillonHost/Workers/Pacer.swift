import CarillonModel
import CarillonPluginKit

/// Keeps one tenant's channel within its provider's rate: a bucket that fills up steadily and holds one second's worth.
///
/// An actor, because senders take turns.
actor Pacer {
    private let ratePerSecond: Int
    private let clock: any CarillonPluginKit.Clock
    private let sleep: @Sendable (Duration) async -> Void
    /// When the bucket is as full as it was when the last message was let through; never in the past by more than a second.
    private var paidUntil: Instant

    /// - Parameter sleep: waits; a test advances its clock instead.
    init(
        ratePerSecond: Int,
        clock: any CarillonPluginKit.Clock,
        sleep: @escaping @Sendable (Duration) async -> Void = { duration in
            // Being cancelled means that the host ends: what is in flight goes out at once.
            try? await Task.sleep(for: duration)
        }
    ) {
        self.ratePerSecond = ratePerSecond
        self.clock = clock
        self.sleep = sleep
        paidUntil = clock.now.advanced(by: .seconds(-1))
    }

    /// Returns when `count` messages may go out.
    func pass(_ count: Int) async {
        let now = clock.now
        let start = max(paidUntil, now.advanced(by: .seconds(-1)))
        paidUntil = start.advanced(
            by: .milliseconds((Int64(count) * 1000 + Int64(ratePerSecond) - 1) / Int64(ratePerSecond))
        )
        let wait = now.duration(to: paidUntil)
        if wait > .zero { await sleep(wait) }
    }
}
