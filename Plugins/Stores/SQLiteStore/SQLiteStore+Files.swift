public import CarillonModel
public import CarillonPipeline
import GRDB

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

// Tenants as the files they are.
extension SQLiteStore: CopyableStore {
    func path(of tenant: TenantID) -> String { "\(folder)/\(tenant).sqlite" }

    public func tenants() throws(StoreFailure) -> [TenantID] {
        guard !isClosed else { throw .closed }
        return try DataFolder.tenants(in: folder)
    }

    public func drop(_ id: TenantID) async throws(StoreFailure) -> Bool {
        guard !isClosed else { throw .closed }
        let path = path(of: id)
        guard access(path, F_OK) == 0 else { return false }
        if let opening = opened.removeValue(forKey: id), case .success(let database) = await opening.value {
            await database.close()
        }
        // The file itself last: what is left after a crash in between is the tenant, not a log without one.
        for suffix in ["-wal", "-shm", ""] where unlink(path + suffix) != 0 && errno != ENOENT {
            throw DataFolder.failure(path + suffix)
        }
        try DataFolder.flush(folder)
        return true
    }

    /// By `VACUUM INTO`: one read transaction, beside which writers go on, into a file without gaps.
    public func copy(_ tenant: TenantID, to path: String) async throws(StoreFailure) {
        guard !isClosed else { throw .closed }
        let source = self.path(of: tenant)
        guard access(source, F_OK) == 0 else {
            throw StoreFailure(.unavailable, "there is no \(source)")
        }
        guard access(path, F_OK) != 0 else {
            throw StoreFailure(.unavailable, "\(path) is there already; name another place")
        }
        try await onOwnThread { () throws(StoreFailure) in
            do {
                var configuration = Configuration()
                configuration.busyMode = .timeout(5)
                let queue = try DatabaseQueue(path: source, configuration: configuration)
                defer { try? queue.close() }
                try queue.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
            } catch {
                throw StoreFailure(error, path: source)
            }
            try DataFolder.flush(path)
        }.get()
    }
}

extension SQLiteStore {
    /// Puts copies of tenants into a data folder that no process uses.
    ///
    /// All are looked through first, and none is put there unless all are sound and none would replace what is there.
    ///
    /// - Parameter copies: tenant → path of its copy.
    /// - Throws: `.locked` where a process uses the folder, `.corrupted` where a copy is damaged.
    public static func restore(_ copies: [TenantID: String], into folder: String) throws(StoreFailure) {
        let lock = try FolderLock(folder: folder)
        defer { lock.release() }
        let sorted = copies.sorted { $0.key < $1.key }
        for (tenant, copy) in sorted {
            guard access("\(folder)/\(tenant).sqlite", F_OK) != 0 else {
                throw StoreFailure(
                    .unavailable,
                    "\(folder)/\(tenant).sqlite is there already: restore into another folder, or move it away first"
                )
            }
            try DataFolder.check(copy)
        }
        for (tenant, copy) in sorted { try DataFolder.put(copy, at: "\(folder)/\(tenant).sqlite") }
        try DataFolder.flush(folder)
    }
}

/// The few things done to the files of a data folder from outside SQLite.
private enum DataFolder {
    static func tenants(in folder: String) throws(StoreFailure) -> [TenantID] {
        guard let stream = opendir(folder) else { throw failure(folder) }
        defer { closedir(stream) }
        var tenants: [TenantID] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            guard name.hasSuffix(".sqlite"), let tenant = TenantID(String(name.dropLast(7))) else { continue }
            tenants.append(tenant)
        }
        return tenants.sorted()
    }

    /// Looks every page of a file through.
    static func check(_ path: String) throws(StoreFailure) {
        do {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            let answer = try queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") }
            guard answer == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        } catch {
            throw StoreFailure(error, path: path)
        }
    }

    /// Copies a file to a name beside its place, and moves it there once it is on disk.
    static func put(_ source: String, at path: String) throws(StoreFailure) {
        let part = path + ".part"
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw failure(source) }
        defer { close(input) }
        let output = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
        guard output >= 0 else { throw failure(part) }
        defer { close(output) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(input, &buffer, buffer.count)
            guard count >= 0 else { throw failure(source) }
            if count == 0 { break }
            var written = 0
            while written < count {
                let step = buffer.withUnsafeBytes {
                    write(output, $0.baseAddress.map { $0 + written }, count - written)
                }
                guard step > 0 else { throw failure(part) }
                written += step
            }
        }
        guard fsync(output) == 0, rename(part, path) == 0 else { throw failure(part) }
    }

    /// Has what was written to a file, or the names in a folder, put on disk.
    static func flush(_ path: String) throws(StoreFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    static func failure(_ path: String) -> StoreFailure {
        let words = String(cString: strerror(errno))
        return switch errno {
        case ENOSPC, EDQUOT: StoreFailure(.full, "no room for \(path): free some space (\(words))")
        case EACCES, EPERM, EROFS:
            StoreFailure(.readOnly, "\(path) can't be used: give this user the right to (\(words))")
        default: StoreFailure(.unavailable, "\(path) can't be used: \(words)")
        }
    }
}
