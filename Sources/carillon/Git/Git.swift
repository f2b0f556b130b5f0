import ArgumentParser
import CarillonProfiles

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

    /// How a program ended.
    struct Answer {
        /// 127 where there is no program of the name.
        let status: Int32
        /// What it wrote to the output that is read.
        let bytes: [UInt8]

        var text: String { String(decoding: bytes, as: UTF8.self) }
        /// Without the line's end.
        var line: String { String(text.dropLast()) }
    }

    /// Runs git in a folder.
    ///
    /// - Parameter input: a file that it reads as its standard input; nil for ours.
    /// - Throws: ``GitFailure`` where git isn't there or can't be run; never because of its status.
    static func run(
        _ arguments: [String],
        in folder: String,
        environment: [String] = [],
        reading output: Output = .none,
        input: String? = nil
    ) throws(GitFailure) -> Answer {
        let command = ["git", "-C", folder] + arguments
        let result = try run(program: command, surroundings + environment, output, input: input)
        if result.status == 127 { throw GitFailure(message: "git is not installed") }
        return result
    }

    /// What is different for git from what this program was started with.
    private static var surroundings: [String] {
        // A hook of a linked worktree is told the repository, and its folder by where it runs; from any other folder that would
        // be taken for the worktree. From inside it, git finds both itself.
        let discovery = Terminal.variable("GIT_WORK_TREE") == nil ? ["-u", "GIT_DIR"] : []
        // Its words are compared, so they must be those without a translation. What is named is named literally. A folder that
        // is only read stays as it is.
        return discovery + ["LC_ALL=C", "GIT_LITERAL_PATHSPECS=1", "GIT_OPTIONAL_LOCKS=0"]
    }

    /// Runs a program that the path has.
    static func run(
        program command: [String],
        _ environment: [String] = [],
        _ output: Output = .none,
        input: String? = nil
    ) throws(GitFailure) -> Answer {
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
        if let input { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0) }
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addclose(&actions, ends[1])
        let process = Interruption.start { isAlone, held in
            try? spawn(environment + command, doing: &actions, isAlone: isAlone, holding: held)
        }
        close(ends[1])
        guard let process else { throw GitFailure(message: "git cannot be run") }
        let bytes = readAll(ends[0])
        let status = status(of: process)
        Interruption.ended(process)
        guard let status else { throw GitFailure(message: "git cannot be waited for") }
        return Answer(status: status, bytes: bytes)
    }

    /// Starts a program with the standard input, output and errors of this one.
    static func spawn(_ command: [String]) throws(GitFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        return try spawn(command, doing: &actions, isAlone: true, holding: nil)
    }

    /// - Parameters:
    ///   - isAlone: whether it has a process group of its own.
    ///   - held: the signals that are held back in it; nil for those of this thread.
    private static func spawn(
        _ command: [String],
        doing actions: inout posix_spawn_file_actions_t,
        isAlone: Bool,
        holding held: sigset_t?
    ) throws(GitFailure) -> pid_t {
        var arguments: [UnsafeMutablePointer<CChar>?] = (["/usr/bin/env"] + command).map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var flags = isAlone ? POSIX_SPAWN_SETPGROUP : 0
        if var held {
            posix_spawnattr_setsigmask(&attributes, &held)
            flags |= POSIX_SPAWN_SETSIGMASK
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var process = pid_t()
        guard posix_spawn(&process, "/usr/bin/env", &actions, &attributes, arguments, environ) == 0 else {
            throw GitFailure(message: "\(command[0]) cannot be run")
        }
        return process
    }

    /// Waits for a program's end.
    ///
    /// - Returns: its status, 128 where a signal ended it; nil where it can't be waited for.
    static func status(of process: pid_t) -> Int32? {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        // The macros WIFEXITED and WEXITSTATUS of wait.h.
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128
    }

    private static func readAll(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}

extension Git {
    /// What to do where a revision isn't there because the clone is shallow; nil where it has its whole history.
    static func shallowHint(in folder: String) throws(GitFailure) -> String? {
        let isShallow = try run(["rev-parse", "--is-shallow-repository"], in: folder, reading: .standard).text
        guard isShallow == "true\n" else { return nil }
        return "this clone is shallow; fetch the whole history (`git fetch --unshallow`, or `fetch-depth: 0`)"
    }

    /// The checkout that a folder is in, without links.
    static func checkout(around folder: String) throws(GitFailure) -> String {
        let question = ["rev-parse", "--show-toplevel"]
        let found = try run(question, in: folder, reading: .standard)
        guard found.status == 0, let root = try? FileSystem.resolved(found.line) else {
            let reason = try run(question, in: folder, reading: .errors).text
            guard reason.contains("dubious ownership") else {
                throw GitFailure(message: "\(folder) is in no git checkout, so nothing says what has changed")
            }
            throw GitFailure(
                message: "git refuses the checkout around \(folder), because somebody else owns it: "
                    + "run `git config --global --add safe.directory` with its path"
            )
        }
        return root
    }
}
