import CarillonProfiles

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder as it was in a git revision, written to a temporary folder under its own name.
///
/// Uses an index of its own, so neither the checkout nor its index is touched.
struct GitCheckout {
    /// The temporary folder; it holds `index` and the folder.
    private let root: String
    /// The folder as it was.
    let folder: String

    /// - Parameters:
    ///   - path: a folder inside a checkout.
    ///   - revision: what git understands, such as `origin/main`.
    init(of path: String, at revision: String) throws(GitFailure) {
        guard !revision.hasPrefix("-") else { throw GitFailure(message: "\(revision) is no revision") }
        var template = Array("\(Self.temporaryFolder)/carillon-XXXXXX".utf8CString)
        guard
            let made = template.withUnsafeMutableBufferPointer({ buffer in
                buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
            })
        else { throw GitFailure(message: "no temporary folder can be made") }
        root = made
        let name = (try? FileSystem.resolved(path))?.split(separator: "/").last.map(String.init)
        folder = "\(made)/files/\(name ?? "tenants")"
        do {
            try Self.git(["-C", path, "rev-parse", "--git-dir"], root, "\(path) is in no git checkout")
            let unknown = "git knows no \(revision), or it has no \(path)"
            // `REV:./` is the tree of the folder that git runs in.
            try Self.git(["-C", path, "read-tree", "\(revision):./"], root, unknown)
            try Self.git(
                ["-C", path, "checkout-index", "--all", "--prefix=\(folder)/"],
                root,
                "\(path) of \(revision) cannot be written to \(made)",
                // Else only what lies under a folder of the same name in the checkout would be written.
                workTree: made
            )
        } catch {
            remove()
            throw error
        }
    }

    /// Deletes the temporary folder.
    ///
    /// A failure leaves a folder for the system's own cleaning.
    func remove() {
        _ = try? Self.run(["rm", "-rf", "--", root], environment: [])
    }

    private static var temporaryFolder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

    private static func git(
        _ arguments: [String],
        _ root: String,
        _ problem: String,
        workTree: String? = nil
    ) throws(GitFailure) {
        let environment = ["GIT_INDEX_FILE=\(root)/index"] + (workTree.map { ["GIT_WORK_TREE=\($0)"] } ?? [])
        let status = try run(["git"] + arguments, environment: environment)
        if status == 127 { throw GitFailure(message: "git is not installed") }
        guard status == 0 else { throw GitFailure(message: problem) }
    }

    /// The program's exit status; its output goes nowhere.
    private static func run(_ command: [String], environment: [String]) throws(GitFailure) -> Int32 {
        var arguments: [UnsafeMutablePointer<CChar>?] = (["/usr/bin/env"] + environment + command).map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var process = pid_t()
        guard posix_spawn(&process, "/usr/bin/env", &actions, nil, arguments, environ) == 0 else {
            throw GitFailure(message: "git cannot be run")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw GitFailure(message: "git cannot be waited for") }
        }
        // The macros WIFEXITED and WEXITSTATUS of wait.h.
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128
    }
}

/// Why there is no old version to compare with.
struct GitFailure: Error {
    let message: String
}
