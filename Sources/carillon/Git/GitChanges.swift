import CarillonProfiles

/// What a checkout has that a revision hadn't.
struct GitChanges {
    /// The checkout's folder, without links.
    let root: String
    /// Changed, new and deleted files, below ``root``.
    let files: Set<String>

    /// Compares with the last commit that the revision and what is checked out have in common, so that what happened on the
    /// revision's branch meanwhile doesn't count.
    ///
    /// - Parameters:
    ///   - folder: one inside the checkout.
    ///   - revision: what git understands, such as `origin/main`.
    ///   - isStaged: whether only what is staged for the next commit counts; else everything in the checkout, also files that
    ///     git doesn't track, but not those that it ignores.
    init(in folder: String, since revision: String, isStaged: Bool) throws(GitFailure) {
        let root = try Git.checkout(around: folder)
        let base = try Self.base(revision, in: root)
        let staged = isStaged ? ["--cached"] : []
        let diff = ["diff", "--name-only", "--no-renames", "--no-ext-diff", "-z"] + staged + [base, "--"]
        var files = try Self.names(diff, in: root)
        if !isStaged { files += try Self.names(["ls-files", "--others", "--exclude-standard", "-z"], in: root) }
        self.root = root
        self.files = Set(files)
    }

    /// Whether something changed in a folder below ``root``, or it itself.
    func touches(_ folder: String) -> Bool {
        files.contains { $0 == folder || folder.isEmpty || $0.hasPrefix(folder + "/") }
    }

    /// The commit to compare with.
    private static func base(_ revision: String, in root: String) throws(GitFailure) -> String {
        guard !revision.hasPrefix("-") else { throw GitFailure(message: "\(revision) is no revision") }
        let hint = try Git.shallowHint(in: root)
        guard let commit = try commit(revision, in: root) else {
            if revision == "HEAD", try commit("HEAD", in: root) == nil { return try emptyTree(in: root) }
            throw GitFailure(message: "git knows no revision \(revision)" + (hint.map { ": \($0)" } ?? ""))
        }
        let common = try Git.run(["merge-base", commit, "HEAD"], in: root, reading: .standard)
        if common.status == 0 { return common.line }
        if let hint {
            throw GitFailure(message: "what \(revision) and this checkout have in common isn't here: \(hint)")
        }
        return commit
    }

    private static func commit(_ revision: String, in root: String) throws(GitFailure) -> String? {
        let question = ["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"]
        let found = try Git.run(question, in: root, reading: .standard)
        return found.status == 0 ? found.line : nil
    }

    /// What a checkout without a commit is compared with.
    private static func emptyTree(in root: String) throws(GitFailure) -> String {
        try Git.run(["hash-object", "-t", "tree", "/dev/null"], in: root, reading: .standard).line
    }

    /// Names that git ends with NUL each, so that no name can be mistaken.
    private static func names(_ arguments: [String], in root: String) throws(GitFailure) -> [String] {
        let found = try Git.run(arguments, in: root, reading: .standard)
        guard found.status == 0 else { throw GitFailure(message: "git can't say what has changed in \(root)") }
        return found.text.split(separator: "\0").map(String.init)
    }
}
