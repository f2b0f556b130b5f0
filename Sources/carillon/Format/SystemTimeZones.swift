import ArgumentParser
import MessageFormat

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The time zones of the operating system.
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

    /// Where zones are: `TZDIR`, as the C library has it, or where systems put them.
    private static let folder: String = {
        let named = getenv("TZDIR").map { String(cString: $0) } ?? ""
        return named.isEmpty ? "/usr/share/zoneinfo" : named
    }()

    /// Where the system has no zone at all, as in a slim container, none may be mistaken for UTC.
    ///
    /// - Throws: `ExitCode(66)` after saying so.
    static func require() throws {
        guard !isKnown("Etc/UTC") else { return }
        Terminal.printError("Error: there is no time zone data in \(folder); install the package tzdata\n")
        throw ExitCode(.noInput)
    }

    /// Of an unknown zone the C library silently makes UTC, so its file is checked.
    ///
    /// Lists of zones lie beside the zones. Source: RFC 9636, "TZif" begins each of these.
    private static func isKnown(_ identifier: String) -> Bool {
        guard !identifier.isEmpty, !identifier.contains(".."), !identifier.hasPrefix("/") else { return false }
        guard let file = fopen("\(folder)/\(identifier)", "rb") else { return false }
        defer { fclose(file) }
        var start = [UInt8](repeating: 0, count: 4)
        return fread(&start, 1, start.count, file) == start.count && start == Array("TZif".utf8)
    }
}
