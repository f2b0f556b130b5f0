import ArgumentParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Why git has no answer.
struct GitFailure: Error {
    let message: String

    /// Says so on standard error; thrown, it ends the program with status 66.
    var exit: ExitCode {
        Terminal.printError("Error: \(message)\n")
        return ExitCode(.noInput)
    }
}

/// Runs git, and other programs of the system, without a shell.
enum Git {
    /// Which of a program's outputs is read; the other goes nowhere.
    enum Output {
        case none
        case standard
        case errors
    }

    /// Runs git in a folder.
    ///
    /// - Throws: ``GitFailure`` where git isn't there or can't be run; never because of its status.
    static func run(
        _ arguments: [String],
        in folder: String,
        environment: [String] = [],
        reading output: Output = .none
    ) throws(GitFailure) -> (status: Int32, text: String) {
        // Its words are compared, so they must be those without a translation.
        let result = try run(program: ["git", "-C", folder] + arguments, ["LC_ALL=C"] + environment, output)
        if result.status == 127 { throw GitFailure(message: "git is not installed") }
        return result
    }

    /// Runs a program that the path has: its exit status, 127 where there is none of the name, and what it wrote.
    static func run(
        program command: [String],
        _ environment: [String] = [],
        _ output: Output = .none
    ) throws(GitFailure) -> (status: Int32, text: String) {
        var arguments: [UnsafeMutablePointer<CChar>?] = (["/usr/bin/env"] + environment + command).map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw GitFailure(message: "git cannot be run: no pipe can be made") }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, isRead) in [(STDOUT_FILENO, output == .standard), (STDERR_FILENO, output == .errors)] {
            if isRead {
                posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor)
            } else {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
            }
        }
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addclose(&actions, ends[1])
        var process = pid_t()
        let begun = posix_spawn(&process, "/usr/bin/env", &actions, nil, arguments, environ)
        close(ends[1])
        guard begun == 0 else { throw GitFailure(message: "git cannot be run") }
        let text = readAll(ends[0])
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw GitFailure(message: "git cannot be waited for") }
        }
        // The macros WIFEXITED and WEXITSTATUS of wait.h.
        return (status & 0x7F == 0 ? (status >> 8) & 0xFF : 128, text)
    }

    private static func readAll(_ descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }
}
