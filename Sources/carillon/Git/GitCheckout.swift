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
    /// The folder as it was; nothing is there where the revision has none.
    let folder: String
    /// Whether the revision has the folder.
    private(set) var isThere = true

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
            try Self.git(["rev-parse", "--git-dir"], path, root, "\(path) is in no git checkout")
            let commit = ["rev-parse", "--quiet", "--verify", "\(revision)^{commit}"]
            try Self.git(commit, path, root, "git knows no \(revision)")
            // `REV:./` is the tree of the folder that git runs in.
            isThere = try Git.run(["cat-file", "-e", "\(revision):./"], in: path).status == 0
            guard isThere else { return }
            try Self.git(["read-tree", "\(revision):./"], path, root, "\(path) of \(revision) cannot be read")
            try Self.git(
                ["checkout-index", "--all", "--prefix=\(folder)/"],
                path,
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
        _ = try? Git.run(program: ["rm", "-rf", "--", root])
    }

    private static var temporaryFolder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

    private static func git(
        _ arguments: [String],
        _ path: String,
        _ root: String,
        _ problem: String,
        workTree: String? = nil
    ) throws(GitFailure) {
        let environment = ["GIT_INDEX_FILE=\(root)/index"] + (workTree.map { ["GIT_WORK_TREE=\($0)"] } ?? [])
        let status = try Git.run(arguments, in: path, environment: environment).status
        guard status == 0 else { throw GitFailure(message: problem) }
    }
}
