public import CarillonModel
public import CarillonPluginKit
import Synchronization

/// A clock that stays the same until a test advances it.
///
/// A class with a lock: the test moves it while others read it.
public final class ManualClock: WallClock {
    private let instant: Mutex<Instant>

    /// 2026-02-25T12:00:00Z by default: what samples are rendered at.
    public init(_ now: Instant = Instant(epochMilliseconds: 1_772_020_800_000)) {
        instant = Mutex(now)
    }

    public var now: Instant { instant.withLock { $0 } }

    public func advance(by duration: Duration) {
        instant.withLock { $0 = $0.advanced(by: duration) }
    }

    public func set(to now: Instant) {
        instant.withLock { $0 = now }
    }
}

/// Zones with an offset that never changes.
public struct FixedTimeZones: TimeZoneDatabase {
    private let offsets: [String: Int]

    /// - Parameter offsets: seconds east of Greenwich by zone name.
    public init(_ offsets: [String: Int] = ["UTC": 0]) {
        self.offsets = offsets
    }

    public func offset(of zone: String, at instant: Instant) -> Int? { offsets[zone] }
}
