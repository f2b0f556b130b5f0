import CarillonModel
import CarillonProfiles

/// When a recipient's notifications went out, or will: where the next one finds room.
///
/// Each search is a bisection that begins where the last one ended: a recipient with a hundred thousand waiting costs
/// no more than others.
struct OccupiedSlots: Sendable, Hashable {
    /// In order.
    private var times: [Instant] = []
    /// How many of the first are over.
    private var over = 0
    /// Stretches without room, in order and apart: nothing makes room there again.
    private var full: [Range<Instant>] = []

    /// The first moment from `ready` on in whose neighbourhood of a window on either side there is room for one more:
    /// then every window that holds it has.
    mutating func take(_ limit: RateLimit, notBefore ready: Instant, at now: Instant) -> Instant {
        forget(beforeWindow: limit.window, at: now)
        var slot = full.first { $0.contains(ready) }?.upperBound ?? ready
        while true {
            let first = index { $0.advanced(by: limit.window) > slot }
            let end = index { $0 >= slot.advanced(by: limit.window) }
            guard end - first >= limit.count else { break }
            slot = times[end - limit.count].advanced(by: limit.window)
        }
        times.insert(slot, at: index { $0 > slot })
        if slot > ready { note(ready..<slot) }
        return slot
    }

    func isRemembered(for window: Duration, at now: Instant) -> Bool {
        times.last.map { $0.advanced(by: window) > now } ?? false
    }

    /// Keeps the distances.
    mutating func shift(by step: Duration) {
        times = times.map { $0.advanced(by: step) }
        full = full.map { $0.lowerBound.advanced(by: step)..<$0.upperBound.advanced(by: step) }
    }

    /// The first of the times that `isLater` holds for: also for all after it.
    private func index(where isLater: (Instant) -> Bool) -> Int {
        var (low, high) = (over, times.count)
        while low < high {
            let middle = (low + high) / 2
            if isLater(times[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private mutating func forget(beforeWindow window: Duration, at now: Instant) {
        over = index { $0.advanced(by: window) > now }
        full.removeAll { $0.upperBound <= now }
        // In portions, or each search would move all that is left.
        guard over > 64, over * 2 > times.count else { return }
        times.removeFirst(over)
        over = 0
    }

    private mutating func note(_ stretch: Range<Instant>) {
        let touching = full.filter { $0.lowerBound <= stretch.upperBound && stretch.lowerBound <= $0.upperBound }
        full.removeAll { touching.contains($0) }
        let whole = touching.reduce(stretch) {
            min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
        }
        full.insert(whole, at: full.firstIndex { $0.lowerBound > whole.lowerBound } ?? full.endIndex)
    }
}
