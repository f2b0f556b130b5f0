public import CarillonModel
public import CarillonPipeline
import GRDB
import Synchronization

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

    /// How often a copy is made anew because somebody was erased while it was made.
    private static let copyLimit = 5

    /// Of the connection that reads for a copy.
    static let copyLabel = "carillon.store.copy"

    /// By `VACUUM INTO`: one read transaction, beside which writers go on, into a file without gaps.
    ///
    /// Whoever is erased meanwhile isn't in it.
    public func copy(_ tenant: TenantID, to path: String) async throws(StoreFailure) {
        guard !isClosed else { throw .closed }
        let source = self.path(of: tenant)
        guard access(source, F_OK) == 0 else {
            throw StoreFailure(.unavailable, "there is no \(source)")
        }
        guard access(path, F_OK) != 0 else {
            throw StoreFailure(.unavailable, "\(path) is there already; name another place")
        }
        guard !path.hasSuffix(".sqlite") || !DataFolder.contains(path, in: folder) else {
            throw StoreFailure(.unavailable, "\(path) is in the data folder itself; name a place outside of it")
        }
        for _ in 0..<Self.copyLimit {
            let erasures = await erasures(of: tenant)
            try await onOwnThread { [watch = options.watch] () throws(StoreFailure) in
                try Self.copyOnce(source, to: path, watch)
            }.get()
            guard await self.erasures(of: tenant) != erasures else { return }
            Self.removeCopy(path)
        }
        throw StoreFailure(.unavailable, "users of \(tenant) were erased each time it was copied: try again later")
    }

    /// Of a tenant that nobody has opened nobody is erased.
    private func erasures(of tenant: TenantID) async -> Int {
        guard case .success(let database) = await opened[tenant]?.value else { return 0 }
        return database.erasures.load(ordering: .sequentiallyConsistent)
    }

    private static func copyOnce(
        _ source: String,
        to path: String,
        _ watch: (@Sendable (Database) -> Void)?
    ) throws(StoreFailure) {
        try DataFolder.make(path)
        do {
            var configuration = Configuration()
            configuration.label = copyLabel
            configuration.busyMode = .timeout(5)
            configuration.prepareDatabase { watch?($0) }
            let queue = try DatabaseQueue(path: source, configuration: configuration)
            defer { try? queue.close() }
            try queue.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
            try DataFolder.flush(path)
        } catch {
            removeCopy(path)
            // Only the copy is written to.
            throw StoreFailure(error, path: (error as? DatabaseError)?.isOfWriting == true ? path : source)
        }
    }

    private static func removeCopy(_ path: String) {
        for suffix in ["-journal", "-wal", "-shm", ""] { unlink(path + suffix) }
    }
}

extension SQLiteStore {
    /// Puts copies of tenants into a data folder that no process uses.
    ///
    /// None is put there unless all are sound, none holds what this store doesn't make, and none would replace what is there.
    /// What is looked through is the very file that is then used: the backup may be another's to write.
    ///
    /// - Parameter copies: tenant → path of its copy.
    /// - Throws: `.locked` where a process uses the folder, `.corrupted` where a copy is damaged, or no tenant's file.
    public static func restore(_ copies: [TenantID: String], into folder: String) throws(StoreFailure) {
        let lock = try FolderLock(folder: folder)
        defer { lock.release() }
        let sorted = copies.sorted { $0.key < $1.key }
        for (tenant, _) in sorted {
            guard access("\(folder)/\(tenant).sqlite", F_OK) != 0 else {
                throw StoreFailure(
                    .unavailable,
                    "\(folder)/\(tenant).sqlite is there already: restore into another folder, or move it away first"
                )
            }
        }
        let places = sorted.map { "\(folder)/\($0.key).sqlite" }
        do throws(StoreFailure) {
            for (copy, place) in zip(sorted.map(\.value), places) { try DataFolder.prepare(copy, for: place) }
            for place in places { try DataFolder.put(at: place) }
            try DataFolder.flush(folder)
        } catch {
            // None of them was there before.
            for place in places { for path in [place] + DataFolder.parts(of: place) { unlink(path) } }
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

extension Configuration {
    /// For a file that may be anybody's: what its schema calls may do nothing but compute.
    fileprivate static func distrusting(isReadOnly: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
        return configuration
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

    /// Whether a file that is to be made would lie in a folder, whatever links lead there.
    static func contains(_ path: String, in folder: String) -> Bool {
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        guard let inner = realpath(parent, nil) else { return false }
        defer { free(inner) }
        guard let outer = realpath(folder, nil) else { return false }
        defer { free(outer) }
        return (String(cString: inner) + "/").hasPrefix(String(cString: outer) + "/")
    }

    /// Looks at all that a file says it holds, then every page of it.
    ///
    /// - Parameter source: what it is a copy of.
    private static func check(_ path: String, of source: String) throws(StoreFailure) {
        let isOurs: Bool
        do {
            let queue = try DatabaseQueue(path: path, configuration: .distrusting(isReadOnly: true))
            defer { try? queue.close() }
            // First: what a trigger or a view of somebody else's does shows only when it is too late.
            isOurs = try queue.read { try Schema.isOurs($0) }
            if isOurs {
                let answer = try queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") }
                guard answer == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            }
        } catch {
            throw StoreFailure(error, path: source)
        }
        guard isOurs else {
            throw StoreFailure(
                .corrupted,
                "\(source) isn't restored: its tables, indexes and triggers aren't those of a tenant's file of this version or an "
                    + "earlier one"
            )
        }
    }

    /// Beside its place, until a file that is restored is known to be sound.
    static func parts(of place: String) -> [String] {
        ["", "-journal", "-wal", "-shm"].map { place + ".part" + $0 }
    }

    /// Copies a file to a name beside its place, on disk on return, and looks through it there.
    static func prepare(_ source: String, for place: String) throws(StoreFailure) {
        for path in parts(of: place) { unlink(path) }
        let part = place + ".part"
        let input = try openFile(source)
        defer { close(input) }
        let output = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
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
        try check(part, of: source)
        try renewJournal(part)
    }

    /// Puts what was prepared for a place there.
    static func put(at place: String) throws(StoreFailure) {
        guard rename(place + ".part", place) == 0 else { throw failure(place) }
    }

    /// Opens a file to be read: no link, which may lead anywhere, and no pipe or device, which may never end.
    private static func openFile(_ path: String) throws(StoreFailure) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == ELOOP ? StoreFailure(.unavailable, "\(path) is a link, not a file") : failure(path)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw StoreFailure(.unavailable, "\(path) is no file")
        }
        return descriptor
    }

    /// Positions that streams have told mean other changes from here on: clients are told to begin anew.
    private static func renewJournal(_ path: String) throws(StoreFailure) {
        do {
            let queue = try DatabaseQueue(path: path, configuration: .distrusting())
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
