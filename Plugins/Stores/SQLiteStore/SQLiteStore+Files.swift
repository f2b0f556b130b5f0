public import CarillonModel
public import CarillonPipeline

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
import StoredRows
#endif

// Tenants as the files they are.
extension SQLiteStore {
    func path(of tenant: TenantID) -> String { "\(folder)/\(tenant).sqlite" }

    public func tenants() throws(StoreFailure) -> [TenantID] {
        guard !isClosed else { throw .closed }
        return try DataFolder.tenants(in: folder)
    }

    public func drop(_ id: TenantID) async throws(StoreFailure) -> Bool {
        guard !isClosed else { throw .closed }
        let path = path(of: id)
        guard access(path, F_OK) == 0 else {
            try await readmit(id)
            return false
        }
        if let opening = opened.removeValue(forKey: id), case .success(let database) = await opening.value {
            await database.close()
        }
        // The file itself last: what is left after a crash in between is the tenant, not a log without one.
        for suffix in ["-wal", "-shm", ""] where unlink(path + suffix) != 0 && errno != ENOENT {
            throw DataFolder.failure(path + suffix)
        }
        // What it had left to a move is gone with it.
        try await readmit(id)
        return true
    }
}

extension SQLiteStore {
    /// Puts copies of tenants into a data folder that no process uses.
    ///
    /// None is put there unless all are sound, none holds what this store doesn't make, and none would replace what is there.
    /// What is checked is the very file that is then used: the backup may be another's to write.
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
