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

/// The few system calls that reading a folder takes.
///
/// Without Foundation, which would double the run time of `carillon validate`.
package enum FileSystem {
    package enum Kind {
        case file(size: Int)
        case folder
        case other
    }

    /// What `path` is, links followed.
    package static func kind(of path: String) throws(UnreadablePath) -> Kind {
        var status = stat()
        guard stat(path, &status) == 0 else { throw failure(path) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(size: Int(status.st_size))
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// Whether `path` itself is a regular file: no folder, no pipe, no link.
    package static func isPlainFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Names in a folder, sorted, without those that begin with a dot.
    package static func names(in folder: String) throws(UnreadablePath) -> [String] {
        guard let stream = opendir(folder) else { throw failure(folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// The first folder in a folder whose name isn't UTF-8, so that no path can name it: with `�` for what is none.
    ///
    /// - Returns: nil where there is none.
    package static func unnamedFolder(in folder: String) throws(UnreadablePath) -> String? {
        guard let stream = opendir(folder) else { throw failure(folder) }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    name -> String? in
                    var status = stat()
                    guard String(validatingCString: name) == nil, fstatat(dirfd(stream), name, &status, 0) == 0 else {
                        return nil
                    }
                    return status.st_mode & S_IFMT == S_IFDIR ? String(cString: name) : nil
                }
            }
            if let name, !name.hasPrefix(".") { return name }
        }
        return nil
    }

    /// The path with all links resolved.
    package static func resolved(_ path: String) throws(UnreadablePath) -> String {
        guard let pointer = realpath(path, nil) else { throw failure(path) }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    /// A file's content, at most `limit` bytes.
    ///
    /// - Parameter waits: whether to wait for the data of a pipe, such as a shell's `<(…)`; without it, a pipe never
    ///   blocks.
    package static func content(
        of path: String,
        limit: Int,
        waits: Bool = false
    ) throws(UnreadablePath) -> [UInt8] {
        var descriptor: CInt
        repeat {
            descriptor = open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while content.count < limit {
            let count = read(descriptor, &buffer, min(buffer.count, limit - content.count))
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw failure(path)
            }
            if count == 0 { break }
            content += buffer[..<count]
        }
        return content
    }

    /// What the last system call reported of `path`.
    package static func failure(_ path: String) -> UnreadablePath {
        UnreadablePath(path: path, reason: String(cString: strerror(errno)))
    }
}
