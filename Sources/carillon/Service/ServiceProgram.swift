import ArgumentParser
import CarillonProfiles

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// `carillond`, for commands that people expect in `carillon` and that need what only the service's build has.
enum ServiceProgram {
    /// Becomes `carillond` with these arguments: the one beside this program, else the one on the path.
    ///
    /// - Throws: where there is none; else it doesn't return.
    static func run(_ arguments: [String]) throws -> Never {
        let beside = folder.map { $0 + "/carillond" }
        let program =
            beside.flatMap { (path: String) -> String? in access(path, X_OK) == 0 ? path : nil } ?? "carillond"
        var argv: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        argv.append(nil)
        execvp(program, argv)
        let reason = String(cString: strerror(errno))
        for argument in argv { free(argument) }
        Terminal.printError(
            """
            Error: `carillond \(arguments.joined(separator: " "))` does this, and carillond can't be run (\(reason)).
            Build it with `swift build --product carillond`, or put it on the path.

            """
        )
        throw ExitCode(.noInput)
    }

    /// Where this program is; nil where the system doesn't report it.
    private static var folder: String? {
        #if os(Linux)
        let own = try? FileSystem.resolved("/proc/self/exe")
        #else
        let own = CommandLine.arguments.first.flatMap { try? FileSystem.resolved($0) }
        #endif
        return own.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
    }
}
