import CarillonModel
import CarillonPipeline
import GRDB

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The few things done to the files of a data folder from outside SQLite.
enum DataFolder {
    /// - Parameter suffix: of the files that are looked for, behind the tenants' names.
    static func tenants(in folder: String, suffix: String = ".sqlite") throws(StoreFailure) -> [TenantID] {
        guard let stream = opendir(folder) else { throw failure(folder) }
        defer { closedir(stream) }
        var tenants: [TenantID] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            guard name.hasSuffix(suffix), let tenant = TenantID(String(name.dropLast(suffix.count))) else { continue }
            tenants.append(tenant)
        }
        return tenants.sorted()
    }

    /// Whether a file that is to be made would lie in a folder, whatever links lead there.
    static func contains(_ path: String, in folder: String) -> Bool {
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        guard let inner = realpath(parent, nil) else { return false }
        defer { free(inner) }
        guard let outer = realpath(folder, nil) else { return false }
        defer { free(outer) }
        return (String(cString: inner) + "/").hasPrefix(String(cString: outer) + "/")
    }

    /// For its owner to write and its group to read, whatever the umask would let others do.
    ///
    /// SQLite gives the log and the other files beside a database the mode of the database.
    static let mode: mode_t = 0o640

    /// Makes an empty file for a database.
    static func make(_ path: String) throws(StoreFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(path) }
        close(descriptor)
    }

    static func hasContent(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }

    /// Removes the others' permissions that an earlier version, or whoever copied the file, gave; where another user
    /// owns it, that user decides.
    private static func restrict(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o777 & ~mode != 0 else { return }
        chmod(path, status.st_mode & mode)
    }

    /// Makes a tenant's file where there is none: whole under another name, so that one without content was never made here.
    ///
    /// - Throws: `.corrupted` where the file is empty.
    static func prepare(_ path: String) throws(StoreFailure) {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_size > 0 else {
                throw StoreFailure(
                    .corrupted,
                    "\(path) is empty, as a disk may leave it when the power fails: restore it from a backup, or remove it "
                        + "for the tenant to begin anew"
                )
            }
            for suffix in ["", "-wal", "-shm"] { restrict(path + suffix) }
            return
        }
        let new = path + ".new"
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(new + suffix) }
        try make(new)
        do {
            let queue = try DatabaseQueue(path: new)
            defer { try? queue.close() }
            try Schema.migrator.migrate(queue)
        } catch {
            throw StoreFailure(error, path: path)
        }
        try flush(new)
        guard rename(new, path) == 0 else { throw failure(path) }
    }

    /// Has what was written to a file, or the names in a folder, put on disk.
    static func flush(_ path: String) throws(StoreFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    static func failure(_ path: String) -> StoreFailure {
        let message = String(cString: strerror(errno))
        return switch errno {
        case ENOSPC, EDQUOT: StoreFailure(.full, "no room for \(path): free some space (\(message))")
        case EACCES, EPERM, EROFS:
            StoreFailure(.readOnly, "\(path) can't be used: give this user the right to (\(message))")
        default: StoreFailure(.unavailable, "\(path) can't be used: \(message)")
        }
    }
}
