/// When a connection's plans are made anew: after twice as many transactions as the last time, and every minute at least.
///
/// While a database is filled, a plan is for half of what is there by then, at worst.
struct Replanning {
    private static let interval = Duration.seconds(60)

    private var transactions = 0
    private var threshold = 32
    private var last = ContinuousClock.now

    /// - Returns: whether it is time; then it counts as done.
    mutating func isDue(at now: ContinuousClock.Instant = .now) -> Bool {
        transactions += 1
        let isDoubled = transactions >= threshold
        guard isDoubled || now - last >= Self.interval else { return false }
        if isDoubled { threshold *= 2 }
        last = now
        return true
    }
}
