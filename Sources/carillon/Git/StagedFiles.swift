import CarillonProfiles

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What is staged for the next commit, written to a temporary folder: what lies in the checkout may be something else, and stays
/// as it is.
struct StagedFiles {
    private let temporary: TemporaryFolder
    /// Where the files of a checkout are, by the checkout's folder.
    private var copies: [String: String] = [:]

    /// - Parameters:
    ///   - folders: tenants' folders, or folders of such folders, each in a checkout.
    ///   - others: files and folders that are read as they lie where git has none of them staged or committed.
    init(of folders: [String], and others: [String]) throws(GitFailure) {
        temporary = try TemporaryFolder()
        do throws(GitFailure) {
            var wanted: [String: Set<String>] = [:]
            for folder in folders {
                let place = try Self.located(folder)
                let root = try Git.checkout(around: place.around)
                let path = PathNames.inside(root, place.path) ?? ""
                // Channels that tenants share are beside their folders.
                let beside = PathNames.parent(of: path)
                wanted[root, default: []].formUnion([path, beside == "." ? "channels" : "\(beside)/channels"])
            }
            for path in others {
                guard let place = try? Self.located(path) else { continue }
                for root in wanted.keys {
                    if let path = PathNames.inside(root, place.path) { wanted[root]?.insert(path) }
                }
            }
            for (index, root) in wanted.keys.sorted().enumerated() {
                // Of its own name, because it may be a tenant's folder.
                let name = PathNames.name(of: root)
                let copy = "\(temporary.path)/\(index)/\(name.isEmpty ? "root" : name)"
                copies[root] = copy
                try Self.makeFolder(copy)
                try write(wanted[root] ?? [], of: root, to: copy)
            }
        } catch {
            temporary.remove()
            throw error
        }
    }

    /// Deletes the temporary folder.
    func remove() { temporary.remove() }

    /// Where the staged content of a path lies; the path itself outside of the checkouts.
    func place(of path: String) -> String {
        guard let place = try? Self.located(path) else { return path }
        // Of a checkout inside another one, the inner.
        for root in copies.keys.sorted(by: { $0.count > $1.count }) {
            if let inner = PathNames.inside(root, place.path), let copy = copies[root] {
                return PathNames.below(copy, inner)
            }
        }
        return path
    }

    /// What a path without links below the temporary folder is in its checkout.
    func original(_ path: String) -> String {
        for (root, copy) in copies {
            if let inner = PathNames.inside(copy, path) { return PathNames.below(root, inner) }
        }
        return path
    }

    /// A path without links but for its own last part, and the next folder around it that is there: a staged folder may have
    /// been deleted from the checkout.
    private static func located(_ path: String) throws(GitFailure) -> (path: String, around: String) {
        let path = PathNames.withoutSlash(path)
        if ["", ".", "..", "/"].contains(path) || path.hasSuffix("/..") || path.hasSuffix("/.") {
            guard let resolved = try? FileSystem.resolved(path) else {
                throw GitFailure(message: "\(path): no such folder")
            }
            return (resolved, resolved)
        }
        var (folder, rest) = (PathNames.parent(of: path), String(PathNames.name(of: path)))
        while true {
            if let resolved = try? FileSystem.resolved(folder) {
                let named = resolved == "/" ? "/\(rest)" : "\(resolved)/\(rest)"
                // A folder may be a checkout inside another one.
                let isFolder = if case .folder? = try? FileSystem.kind(of: named) { true } else { false }
                let isItself = isFolder && (try? FileSystem.resolved(named)) == named
                return (named, isItself ? named : resolved)
            }
            guard folder != ".", folder != "/" else { throw GitFailure(message: "\(path): no such folder") }
            rest = "\(PathNames.name(of: folder))/\(rest)"
            folder = PathNames.parent(of: folder)
        }
    }

    /// Writes what is staged of some paths, and of what links among them lead to.
    private func write(_ paths: Set<String>, of root: String, to copy: String) throws(GitFailure) {
        var (wanted, seen, written): (Set<String>, Set<String>, Set<[UInt8]>) = (paths, paths, [])
        while !wanted.isEmpty {
            let entries = try Self.entries(of: wanted, in: root).filter { !written.contains($0.name) }
            wanted = []
            guard !entries.isEmpty else { return }
            written.formUnion(entries.map(\.name))
            let names = try temporary.write(Array(entries.map(\.name).joined(separator: [0])) + [0], to: "names")
            let bits = entries.contains(where: \.isLeftOut) ? ["--ignore-skip-worktree-bits"] : []
            let command = ["checkout-index", "-z", "--stdin", "--prefix=\(copy)/"] + bits
            guard try Git.run(command, in: root, input: names).status == 0 else {
                throw GitFailure(message: "what is staged in \(root) can't be written to \(temporary.path)")
            }
            for entry in entries where entry.isLink {
                let name = String(decoding: entry.name, as: UTF8.self)
                let target = Self.target(of: "\(copy)/\(name)").flatMap { PathNames.target(of: name, saying: $0) }
                if let target, seen.insert(target).inserted { wanted.insert(target) }
            }
        }
    }

    /// A file that is staged.
    private struct Entry {
        /// Below the checkout.
        let name: [UInt8]
        let isLink: Bool
        /// Whether a sparse checkout leaves it out.
        let isLeftOut: Bool
    }

    private static func entries(of paths: Set<String>, in root: String) throws(GitFailure) -> [Entry] {
        let these = ["--"] + paths.map { $0.isEmpty ? "." : $0 }.sorted()
        let listed = try Git.run(["ls-files", "-z", "-t", "--stage"] + these, in: root, reading: .standard)
        // What is only said to come (`git add --intent-to-add`) is in no commit.
        let announced = try Git.run(
            ["diff-files", "-z", "--name-only", "--diff-filter=A", "--no-ext-diff"] + these,
            in: root,
            reading: .standard
        )
        guard listed.status == 0, announced.status == 0 else {
            throw GitFailure(message: "git can't say what is staged in \(root)")
        }
        let unborn = Set(announced.bytes.split(separator: 0).map(Array.init))
        var entries: [Entry] = []
        for record in listed.bytes.split(separator: 0) {
            // `H 100644 <hash> 0`, a tab, and the name. Source: git-ls-files, "OUTPUT".
            let parts = record.split(separator: UInt8(ascii: "\t"), maxSplits: 1, omittingEmptySubsequences: false)
            let facts = parts[0].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard parts.count == 2, facts.count == 4 else { continue }
            let name = Array(parts[1])
            guard facts[3] == "0" else {
                let shown = String(decoding: name, as: UTF8.self)
                throw GitFailure(message: "\(shown) has conflicts: resolve them, and stage it")
            }
            // A submodule is a checkout of its own.
            guard facts[1] != "160000", !unborn.contains(name) else { continue }
            entries.append(Entry(name: name, isLink: facts[1] == "120000", isLeftOut: facts[0] == "S"))
        }
        return entries
    }

    private static func target(of link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    private static func makeFolder(_ path: String) throws(GitFailure) {
        do throws(UnreadablePath) {
            try FileWriting.makeFolder(path)
        } catch {
            throw GitFailure(message: "\(error)")
        }
    }
}
