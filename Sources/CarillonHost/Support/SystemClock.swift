public import CarillonModel
public import CarillonPluginKit
import Foundation

/// The machine's clock.
public struct SystemClock: WallClock {
    public init() {}

    public var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(epochMilliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
