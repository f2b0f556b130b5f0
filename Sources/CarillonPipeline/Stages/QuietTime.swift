import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// Quiet hours where somebody is: what the clock on their wall shows decides, its weekday too.
///
/// An hour that the clock leaves out in spring isn't waited for; one that comes twice in autumn is quiet twice.
struct QuietTime: Sendable {
    let hours: QuietHours
    let zones: any TimeZoneDatabase
    /// Where nothing better is known.
    let defaultZone: String

    /// Quiet times that follow one another without a gap, at most; with more, they never end, and hold nothing back.
    private static let longestChain = 16

    /// - Parameter zone: the recipient's own, where it is known.
    /// - Returns: when what may not go out at `time` may; `time` itself where it is not quiet.
    func end(at time: Instant, in zone: String?) -> Instant {
        let wanted = hours.timeZone ?? zone ?? defaultZone
        let zone = zones.offset(of: wanted, at: time) == nil ? defaultZone : wanted
        var end = time
        for _ in 0..<Self.longestChain {
            guard isQuiet(end, in: zone) else { return end }
            let next = nextEnd(after: end, in: zone)
            // Where the clock is put forward or back before that, what it shows then counts.
            end = change(between: end, and: next, in: zone) ?? next
        }
        return time
    }

    private func isQuiet(_ time: Instant, in zone: String) -> Bool {
        let local = localMilliseconds(time, in: zone)
        let day = local.floorDivided(by: Self.day)
        let minute = TimeOfDay(minutesSinceMidnight: Int((local - day * Self.day) / Self.minute))
        return minute.map { hours.contains($0, onDay: day) } ?? false
    }

    /// As far as the offset stays what it is.
    private func nextEnd(after time: Instant, in zone: String) -> Instant {
        let local = localMilliseconds(time, in: zone)
        let today = local - local.floorDivided(by: Self.day) * Self.day
        let wait = Int64(hours.to.minutesSinceMidnight) * Self.minute - today
        return time.advanced(by: .milliseconds(wait > 0 ? wait : wait + Self.day))
    }

    /// The first moment with another offset, by halving: within a day a zone changes once at most.
    private func change(between start: Instant, and end: Instant, in zone: String) -> Instant? {
        let offset = self.offset(at: start, in: zone)
        guard self.offset(at: end, in: zone) != offset else { return nil }
        var (before, after) = (start.epochMilliseconds, end.epochMilliseconds)
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if self.offset(at: Instant(epochMilliseconds: middle), in: zone) == offset {
                before = middle
            } else {
                after = middle
            }
        }
        return Instant(epochMilliseconds: after)
    }

    private func localMilliseconds(_ time: Instant, in zone: String) -> Int64 {
        time.epochMilliseconds + Int64(offset(at: time, in: zone)) * 1000
    }

    private func offset(at time: Instant, in zone: String) -> Int { zones.offset(of: zone, at: time) ?? 0 }

    private static let minute: Int64 = 60000
    private static let day: Int64 = 86_400_000
}
