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
            try DataFolder.make(path)
            do {
                var configuration = Configuration()
                configuration.busyMode = .timeout(5)
                let queue = try DatabaseQueue(path: source, configuration: configuration)
                defer { try? queue.close() }
                try queue.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
                try DataFolder.flush(path)
            } catch {
                for suffix in ["-journal", "-wal", "-shm", ""] { unlink(path + suffix) }
                // Only the copy is written to.
                throw StoreFailure(error, path: (error as? DatabaseError)?.isOfWriting == true ? path : source)
            }
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
        var restored: [String] = []
        do throws(StoreFailure) {
            for (tenant, copy) in sorted {
                let path = "\(folder)/\(tenant).sqlite"
                restored.append(path)
                try DataFolder.put(copy, at: path)
            }
            try DataFolder.flush(folder)
        } catch {
            // None of them was there before.
            for path in restored.flatMap({ [$0, $0 + ".part", $0 + ".part-journal"] }) { unlink(path) }
            throw StoreFailure(error.kind, "\(error.description); what was restored is taken away again")
        }
    }
}

extension DatabaseError {
    /// Of a copy: what can only have happened to the file that is written.
    fileprivate var isOfWriting: Bool {
        switch resultCode {
        case .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN: true
        default: false
        }
    }
}

/// The few things done to the files of a data folder from outside SQLite.
enum DataFolder {
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
        let output = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
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
        guard fsync(output) == 0 else { throw failure(part) }
        try renewJournal(part)
        guard rename(part, path) == 0 else { throw failure(part) }
    }

    /// Positions that streams have told mean other changes from here on: clients are told to begin anew.
    private static func renewJournal(_ path: String) throws(StoreFailure) {
        do {
            let queue = try DatabaseQueue(path: path)
            defer { try? queue.close() }
            try queue.write { database in
                guard try database.tableExists("key") else { return }
                try database.execute(sql: "DELETE FROM key WHERE name = ?", arguments: [FeedJournal.keyName])
            }
        } catch {
            throw StoreFailure(error, path: path)
        }
    }

    /// For its owner to write and its group to read, whatever the umask would let others do.
    ///
    /// SQLite gives the log and the other files beside a database the mode of the database.
    private static let mode: mode_t = 0o640

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

    /// Takes from others what an earlier version, or who copied the file, gave them; where another user owns it, they say.
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
        let words = String(cString: strerror(errno))
        return switch errno {
        case ENOSPC, EDQUOT: StoreFailure(.full, "no room for \(path): free some space (\(words))")
        case EACCES, EPERM, EROFS:
            StoreFailure(.readOnly, "\(path) can't be used: give this user the right to (\(words))")
        default: StoreFailure(.unavailable, "\(path) can't be used: \(words)")
        }
    }
}
