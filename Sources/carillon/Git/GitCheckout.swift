import CarillonProfiles

/// A folder as it was in a git revision, written to a temporary folder under its own name.
///
/// Uses an index of its own, so neither the checkout nor its index is touched.
struct GitCheckout {
    /// It holds `index` and the folder.
    private let temporary: TemporaryFolder
    /// The folder as it was; nothing is there where the revision has none.
    let folder: String
    /// Whether the revision has the folder.
    private(set) var isThere = true

    /// - Parameters:
    ///   - path: a folder inside a checkout.
    ///   - revision: what git understands, such as `origin/main`.
    init(of path: String, at revision: String) throws(GitFailure) {
        guard !revision.hasPrefix("-") else { throw GitFailure(message: "\(revision) is no revision") }
        temporary = try TemporaryFolder()
        let root = temporary.path
        let name = (try? FileSystem.resolved(path))?.split(separator: "/").last.map(String.init)
        folder = "\(root)/files/\(name ?? "tenants")"
        do throws(GitFailure) {
            try Self.git(["rev-parse", "--git-dir"], path, root, "\(path) is in no git checkout")
            let commit = ["rev-parse", "--quiet", "--verify", "\(revision)^{commit}"]
            if try Git.run(commit, in: path).status != 0 {
                let hint = try Git.shallowHint(in: path)
                throw GitFailure(message: "git knows no revision \(revision)" + (hint.map { ": \($0)" } ?? ""))
            }
            // `REV:./` is the tree of the folder that git runs in.
            isThere = try Git.run(["cat-file", "-e", "\(revision):./"], in: path).status == 0
            guard isThere else { return }
            try Self.git(["read-tree", "\(revision):./"], path, root, "\(path) of \(revision) cannot be read")
            try Self.git(
                ["checkout-index", "--all", "--prefix=\(folder)/"],
                path,
                root,
                "\(path) of \(revision) cannot be written to \(root)",
                // Else only what lies under a folder of the same name in the checkout would be written.
                workTree: root
            )
        } catch {
            remove()
            throw error
        }
    }

    /// Deletes the temporary folder.
    func remove() { temporary.remove() }

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
