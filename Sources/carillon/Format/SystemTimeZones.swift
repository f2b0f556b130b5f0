import MessageFormat

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The time zones the operating system knows.
///
/// The C library reads one zone at a time, the one the environment names, so this is for a program with one thread.
enum SystemTimeZones {
    static let all = TimeZones { identifier, epochSeconds in
        guard isKnown(identifier) else { return nil }
        setenv("TZ", ":" + identifier, 1)
        tzset()
        var moment = time_t(epochSeconds)
        var clock = tm()
        guard localtime_r(&moment, &clock) != nil else { return nil }
        return TimeZoneOffset(seconds: Int(clock.tm_gmtoff))
    }

    /// Of an unknown zone the C library makes UTC without a word, so its file is looked into.
    ///
    /// Lists of zones lie beside the zones. Source: RFC 9636, "TZif" begins each of these.
    private static func isKnown(_ identifier: String) -> Bool {
        guard !identifier.isEmpty, !identifier.contains(".."), !identifier.hasPrefix("/") else { return false }
        guard let file = fopen("/usr/share/zoneinfo/" + identifier, "rb") else { return false }
        defer { fclose(file) }
        var start = [UInt8](repeating: 0, count: 4)
        return fread(&start, 1, start.count, file) == start.count && start == Array("TZif".utf8)
    }
}
