import CarillonModel

/// From where on a search for what is due begins, so that it doesn't read again what was taken long ago.
///
/// As long as any transaction of the server holds a snapshot, an index keeps the entries of all rows that changed since, and a search from
/// the beginning reads all that was ever due meanwhile. Nothing waits that was due before the first that the last search found, but
/// for what came late, from a host whose commit took long or with a time that had passed. So a search begins a second before that, and
/// one from the beginning is made as often as takes a fiftieth of the time, every ten seconds at least: where nothing holds a
/// snapshot each search is one.
struct LowWaterMark {
    /// A search that takes no longer is no burden.
    private static let short = Duration.milliseconds(20)
    private static let share = 50
    private static let longestInterval = Duration.seconds(10)
    private static let lateness: Int64 = 1000

    /// Milliseconds since 1970, as `due_at`.
    private var mark = Int64.min
    private var nextWhole = ContinuousClock.now

    /// - Returns: the least `due_at` to look for.
    func start(at time: ContinuousClock.Instant = .now) -> Int64 {
        time >= nextWhole || mark == .min ? .min : mark - Self.lateness
    }

    /// Notes what a search found that passed over nobody.
    ///
    /// - Parameters:
    ///   - start: as it was given to the search.
    ///   - first: when what it found first was due; nil where nothing is.
    ///   - now: up to when it looked.
    mutating func note(
        first: Int64?,
        from start: Int64,
        upTo now: Instant,
        began: ContinuousClock.Instant,
        ended: ContinuousClock.Instant = .now
    ) {
        mark = first ?? now.epochMilliseconds
        guard start == .min else { return }
        let duration = ended - began
        nextWhole = ended + (duration > Self.short ? min(Self.longestInterval, duration * Self.share) : .zero)
    }
}
