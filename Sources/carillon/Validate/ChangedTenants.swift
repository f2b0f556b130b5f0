import CarillonDiagnostics
import CarillonProfiles

/// Which tenants a change can have broken: those with a changed file, or all of them.
struct ChangedTenants {
    /// Those without a change, as they were named.
    private(set) var unchanged: Set<String> = []

    /// - Parameters:
    ///   - folders: tenants' folders.
    ///   - channels: the operator's folder of channel files.
    ///   - revision: what git understands.
    ///   - isStaged: whether only what is staged counts.
    init(of folders: [String], channels: String?, since revision: String, isStaged: Bool) throws {
        var known: [String: GitChanges] = [:]
        let operators = try channels.map { [try FileSystem.resolved($0)] } ?? []
        for folder in folders {
            let path = try FileSystem.resolved(folder)
            let parent = Self.parent(of: path)
            let changes = try known[parent] ?? GitChanges(in: parent, since: revision, isStaged: isStaged)
            known[parent] = changes
            let shared = Self.sharedNames.map { "\(parent)/\($0)" } + operators
            // The folder as it is named, too: it may be a link, and the link is what changed.
            let named = try "\(FileSystem.resolved(Self.parent(of: folder)))/\(Self.name(of: folder))"
            let isTouched = ([path, named] + shared).contains { path in
                Self.inside(changes.root, path).map(changes.touches) ?? false
            }
            if !isTouched { unchanged.insert(folder) }
        }
    }

    /// What lies beside the tenants' folders and is for all of them: a schema tells which version of the tool they are
    /// written for.
    private static let sharedNames = ["schema", "channels", Baseline.fileName]

    private static func parent(of path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return parts.isEmpty ? "." : parts.count == 1 && parts[0].isEmpty ? "/" : parts.joined(separator: "/")
    }

    private static func name(of path: String) -> Substring { path.split(separator: "/").last ?? "" }

    /// A path as seen from a folder; nil where it leads out of it.
    private static func inside(_ root: String, _ path: String) -> String? {
        if path == root { return "" }
        let prefix = root == "/" ? root : root + "/"
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
    }
}
