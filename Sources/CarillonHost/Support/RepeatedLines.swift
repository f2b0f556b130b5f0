import CarillonModel
import Synchronization

/// Admits the same line to the log once a minute, and counts those that are left out.
///
/// A lock, because anybody logs.
final class RepeatedLines: Sendable {
    private struct Line {
        var loggedAt: Instant
        var suppressed = 0
    }

    static let interval: Duration = .seconds(60)

    private let lines = Mutex<[String: Line]>([:])
    private let now: @Sendable () -> Instant

    init(now: @escaping @Sendable () -> Instant) {
        self.now = now
    }

    /// - Returns: how many like this were left out since the last that was logged; nil: leave this one out as well.
    func admit(_ line: String) -> Int? {
        let now = now()
        return lines.withLock { lines in
            if let known = lines[line], known.loggedAt <= now, known.loggedAt.duration(to: now) < Self.interval {
                lines[line]?.suppressed += 1
                return nil
            }
            let suppressed = lines[line]?.suppressed ?? 0
            // Lines that haven't repeated for long are removed, so that memory is bounded.
            lines = lines.filter { $0.value.suppressed > 0 || $0.value.loggedAt.duration(to: now) < Self.interval }
            lines[line] = Line(loggedAt: now)
            return suppressed
        }
    }
}
