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

    /// Of an unknown zone the C library makes UTC without a word, so its file is looked for.
    private static func isKnown(_ identifier: String) -> Bool {
        guard !identifier.isEmpty, !identifier.contains(".."), !identifier.hasPrefix("/") else { return false }
        var status = stat()
        let exists = stat("/usr/share/zoneinfo/" + identifier, &status) == 0
        return exists && status.st_mode & S_IFMT == S_IFREG
    }
}
