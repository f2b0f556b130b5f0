#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
#if canImport(SwiftOverlayShims)
// In optimised builds the compiler may have loaded `stat` and `timespec` from here first, and wants this imported.
import SwiftOverlayShims
#endif

/// The state of a file or a tenant's folder at one moment.
///
/// A different stamp means that it may have changed.
///
/// Made of sizes, inodes and times of change, never of the content, because two hundred folders are checked every two
/// seconds.
package struct FileStamp: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        var path: String
        var device: UInt64
        var inode: UInt64
        var size: Int64
        /// Of the content and of the entry itself, in nanoseconds.
        var modified: Int64
        var changed: Int64
    }

    private var entries: [Entry]

    /// Of a file, with links resolved.
    ///
    /// A missing file has a stamp too. A pipe always has the same one, because it can be read only once.
    package init(file path: String) {
        entries = [Self.entry(path)].compactMap(\.self)
    }

    /// Of a tenant's folder, with everything in it that is read, and the channels that it shares with others.
    ///
    /// - Parameter channels: the operator's folder of channel files.
    package init(folder: String, channels: String? = nil) {
        var entries: [Entry?] = [Self.entry(folder)]
        for file in ["profile.json", "events.json", "contract.json"] { entries.append(Self.entry("\(folder)/\(file)")) }
        for inner in ["templates", "samples", "channels"] {
            let names = (try? FileSystem.names(in: "\(folder)/\(inner)")) ?? []
            for name in names { entries.append(Self.entry("\(folder)/\(inner)/\(name)")) }
        }
        if let root = try? FileSystem.resolved(folder) {
            let shared = TenantFolder.Shared.folder(beside: root)
            for name in (try? FileSystem.names(in: shared)) ?? [] { entries.append(Self.entry("\(shared)/\(name)")) }
        }
        for name in channels.flatMap({ try? FileSystem.names(in: $0) }) ?? [] {
            entries.append(Self.entry("\(channels ?? "")/\(name)"))
        }
        self.entries = entries.compactMap(\.self)
    }

    private static func entry(_ path: String) -> Entry? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
        let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        guard status.st_mode & S_IFMT != S_IFIFO else {
            return Entry(path: path, device: 0, inode: 0, size: 0, modified: 0, changed: 0)
        }
        return Entry(
            path: path,
            device: UInt64(truncatingIfNeeded: status.st_dev),
            inode: UInt64(truncatingIfNeeded: status.st_ino),
            size: Int64(status.st_size),
            modified: Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec),
            changed: Int64(changed.tv_sec) * 1_000_000_000 + Int64(changed.tv_nsec)
        )
    }
}
