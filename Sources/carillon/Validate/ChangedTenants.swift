import CarillonDiagnostics
import CarillonProfiles

/// Which tenants a change can have broken: those with a changed file, or all of them.
struct ChangedTenants {
    /// Those without a change, as they were named.
    private(set) var unchanged: Set<String> = []
    /// Folders beside them that had a profile, and have none any more; as they would be named, sorted.
    private(set) var deleted: [String] = []

    /// - Parameters:
    ///   - folders: tenants' folders.
    ///   - channels: the operator's folder of channel files.
    ///   - revision: what git understands.
    ///   - isStaged: whether only what is staged counts.
    ///   - places: where the folders' files are read.
    init(
        of folders: [String],
        channels: String?,
        since revision: String,
        isStaged: Bool,
        in places: FilePlaces
    ) throws {
        var known: [String: GitChanges] = [:]
        let operators = channels.map { [try? places.resolved($0), try? FileSystem.resolved($0)] } ?? []
        for folder in folders {
            let path = try places.resolved(folder)
            let parent = PathNames.parent(of: path)
            let changes = try known[parent] ?? Self.changes(in: parent, since: revision, isStaged: isStaged)
            known[parent] = changes
            let shared = Self.sharedNames.map { "\(parent)/\($0)" } + operators.compactMap(\.self)
            // The folder as it is named, too: it may be a link, and the link is what changed.
            let named = try "\(places.resolved(PathNames.parent(of: folder)))/\(PathNames.name(of: folder))"
            let isTouched = ([path, named] + shared).contains { path in
                PathNames.inside(changes.root, path).map(changes.touches) ?? false
            }
            if !isTouched { unchanged.insert(folder) }
        }
        var gone: Set<String> = []
        let left = try Set(folders.map { try places.resolved($0) })
        for folder in folders {
            let parent = try PathNames.parent(of: places.resolved(folder))
            guard let changes = known[parent], let inner = PathNames.inside(changes.root, parent) else { continue }
            for file in changes.files where PathNames.name(of: file) == "profile.json" {
                let tenant = PathNames.parent(of: file)
                let path = PathNames.below(changes.root, tenant)
                guard tenant != ".", PathNames.parent(of: tenant) == (inner.isEmpty ? "." : inner), !left.contains(path)
                else { continue }
                let (beside, name) = (PathNames.parent(of: folder), String(PathNames.name(of: tenant)))
                gone.insert(beside == "." ? name : "\(beside)/\(name)")
            }
        }
        deleted = gone.sorted()
    }

    /// Asks in the next folder that is there: what is staged may have been deleted from the checkout.
    private static func changes(in folder: String, since revision: String, isStaged: Bool) throws -> GitChanges {
        var folder = folder
        while isStaged, folder != "/", (try? FileSystem.kind(of: folder)) == nil {
            folder = PathNames.parent(of: folder)
        }
        return try GitChanges(in: folder, since: revision, isStaged: isStaged)
    }

    /// What lies beside the tenants' folders and is for all of them: a schema tells which version of the tool they are
    /// written for.
    private static let sharedNames = ["schema", "channels", Baseline.fileName]
}
