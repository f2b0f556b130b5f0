#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A time as a clock on the wall shows it, such as `14:02:11`.
struct ScanTime: Hashable, CustomStringConvertible {
    let hour: Int
    let minute: Int
    let second: Int

    /// In the system's time zone.
    static var now: ScanTime {
        var (moment, clock) = (time(nil), tm())
        localtime_r(&moment, &clock)
        return ScanTime(hour: Int(clock.tm_hour), minute: Int(clock.tm_min), second: Int(clock.tm_sec))
    }

    var description: String { [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":") }
}
