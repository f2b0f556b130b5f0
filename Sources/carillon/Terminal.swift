#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What standard output is.
enum Terminal {
    /// Colours only for eyes: on a terminal that isn't dumb, and where `NO_COLOR` (no-color.org) doesn't forbid it.
    static var showsColor: Bool {
        guard isatty(STDOUT_FILENO) == 1, (variable("NO_COLOR") ?? "").isEmpty else { return false }
        return variable("TERM") != "dumb"
    }

    /// Writes to standard error, unchanged.
    static func printError(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

/// The exit statuses that scripts may rely on. Source: sysexits.h for those above 1.
extension Int32 {
    static let foundErrors: Int32 = 1
    static let noInput: Int32 = 66
}
