public import CarillonModel
public import CarillonPipeline
import GRDB
import StoredRows
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension SQLiteStore: CopyableStore {
    /// How often a copy is made anew because somebody was erased while it was made.
    private static let copyLimit = 5

    /// Of the connection that reads for a copy.
    static let copyLabel = "carillon.store.copy"

    public nonisolated func copyName(of tenant: TenantID) -> String { "\(tenant).sqlite" }

    /// By `VACUUM INTO`: one read transaction, beside which writers go on, into a file without gaps.
    ///
    /// Whoever is erased meanwhile isn't in it. A file of a later version is refused before a connection that may write
    /// is opened: closing one checkpoints the log.
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
        try Schema.refuseOthers(at: source)
        try DataFolder.make(path)
        do {
            var configuration = Configuration()
            configuration.label = copyLabel
            configuration.busyMode = .timeout(5)
            configuration.prepareDatabase { watch?($0) }
            let queue = try DatabaseQueue(path: source, configuration: configuration)
            defer { try? queue.close() }
            try queue.writeWithoutTransaction { database in
                try Schema.refuseOthers(database, path: source)
                try database.execute(sql: "VACUUM INTO ?", arguments: [path])
            }
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

extension DatabaseError {
    /// Of a copy: what can only have happened to the file that is written.
    fileprivate var isOfWriting: Bool {
        switch resultCode {
        case .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN: true
        default: false
        }
    }
}
