import CarillonPipeline
import GRDB

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

// Files that may be anybody's, before they are put among a host's own.
extension DataFolder {
    /// Checks all that a file declares to contain, then every page of it.
    ///
    /// - Parameter source: what it is a copy of.
    static func check(_ path: String, of source: String) throws(StoreFailure) {
        let isOurs: Bool
        do {
            let queue = try DatabaseQueue(path: path, configuration: .distrusting(isReadOnly: true))
            defer { try? queue.close() }
            // First: what a trigger or a view of somebody else's does shows only when it is too late.
            isOurs = try queue.read { try Schema.isOurs($0) }
            if isOurs {
                try queue.read { try Schema.refuseOthers($0, path: source) }
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

    /// Copies a file to a name beside its place, on disk on return, and checks it there.
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

    /// Positions that streams have sent mean other changes from here on: clients have to begin anew.
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
}

extension Configuration {
    /// For a file that may be anybody's: what its schema calls may do nothing but compute.
    static func distrusting(isReadOnly: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
        return configuration
    }
}
