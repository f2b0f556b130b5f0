import CarillonModel

/// So many a second, a second's worth at once.
struct TokenBucket: Sendable {
    private let rate: Double
    private var level: Double
    private var last: Instant

    init(rate: Int, now: Instant) {
        self.rate = Double(rate)
        level = Double(rate)
        last = now
    }

    /// Takes `count`, or nothing when there aren't so many.
    mutating func take(_ count: Int, now: Instant) -> Bool {
        let elapsed = max(0, Double(last.duration(to: now).milliseconds) / 1000)
        level = min(rate, level + elapsed * rate)
        last = max(last, now)
        guard level >= Double(count) else { return false }
        level -= Double(count)
        return true
    }
}
