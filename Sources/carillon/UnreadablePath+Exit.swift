import ArgumentParser
import CarillonProfiles

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension UnreadablePath {
    /// Says on standard error what cannot be read; thrown, it ends the program with status 66.
    var exit: ExitCode {
        let line = Array("Error: \(self)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        return ExitCode(.noInput)
    }
}
