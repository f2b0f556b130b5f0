public import CarillonModel
public import CarillonPipeline
import GRDB
import StoredRows

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// That a tenant is withheld is a file beside its own, `<tenant>.withheld`: whoever opens the tenant looks there first.
extension SQLiteStore: MovableStore {
    /// Not among the tenants' own files, so that it is there before the first of them, and after the last.
    private nonisolated func mark(of tenant: TenantID) -> String { "\(folder)/\(tenant).withheld" }

    public func withholding(of tenant: TenantID) async throws(StoreFailure) -> Withholding? {
        try withholdingMark(of: tenant)
    }

    func withholdingMark(of tenant: TenantID) throws(StoreFailure) -> Withholding? {
        let path = mark(of: tenant)
        guard access(path, F_OK) == 0 else { return nil }
        guard let why = Withholding(text: try DataFolder.text(of: path)) else {
            throw StoreFailure(
                .corrupted,
                "\(path) can't be read: where no move is under way, and none has taken \(tenant) from here, remove it"
            )
        }
        return why
    }

    public func withheld() async throws(StoreFailure) -> [TenantID: Withholding] {
        guard !isClosed else { throw .closed }
        var found: [TenantID: Withholding] = [:]
        for tenant in try DataFolder.tenants(in: folder, suffix: ".withheld") {
            found[tenant] = try withholdingMark(of: tenant)
        }
        return found
    }

    public func withhold(_ tenant: TenantID, for move: Withholding) async throws(StoreFailure) {
        guard !isClosed else { throw .closed }
        if let known = try withholdingMark(of: tenant) {
            guard known == move else { throw .otherMove(tenant, known) }
            return
        }
        if move.direction == .leaving {
            guard access(path(of: tenant), F_OK) == 0 else {
                throw StoreFailure(.unavailable, "there is no \(path(of: tenant))")
            }
            // Brings it up to date, and finds out whether it can be used at all.
            _ = try await self.tenant(tenant)
        }
        try DataFolder.write(move.json.text, to: mark(of: tenant))
    }

    public func vacate(_ tenant: TenantID) async throws(StoreFailure) {
        guard let opening = opened.removeValue(forKey: tenant), case .success(let database) = await opening.value
        else { return }
        await database.close()
    }

    public func readmit(_ tenant: TenantID) async throws(StoreFailure) {
        guard !isClosed else { throw .closed }
        guard unlink(mark(of: tenant)) == 0 || errno == ENOENT else { throw DataFolder.failure(mark(of: tenant)) }
        try DataFolder.flush(folder)
    }

    public func isEmpty(_ tenant: TenantID) async throws(StoreFailure) -> Bool {
        let path = path(of: tenant)
        guard access(path, F_OK) == 0 else { return true }
        return try await onOwnThread { () throws(StoreFailure) in try DataFolder.isEmpty(path) }.get()
    }

    public func arrival(of tenant: TenantID) async throws(StoreFailure) -> String? {
        let path = path(of: tenant)
        guard access(path, F_OK) == 0 else { return nil }
        return try await onOwnThread { () throws(StoreFailure) in
            try Schema.refuseOthers(at: path)
            return try DataFolder.key(Withholding.arrivalKey, in: path)
        }.get()
    }

    /// Beside its place, under another name, until it is sound and whole.
    public func receive(
        _ path: String,
        as tenant: TenantID,
        in move: Withholding?
    ) async throws(StoreFailure) -> [String: Int] {
        guard !isClosed else { throw .closed }
        guard try withholdingMark(of: tenant) == move else { throw .notWithheld(tenant) }
        guard move != nil || access(self.path(of: tenant), F_OK) != 0 else {
            throw StoreFailure(.unavailable, "\(self.path(of: tenant)) is there already: nothing is replaced")
        }
        try await vacate(tenant)
        let place = self.path(of: tenant)
        return try await onOwnThread { [folder] () throws(StoreFailure) in
            let isEmpty = try access(place, F_OK) != 0 ? true : DataFolder.isEmpty(place)
            guard isEmpty else { throw .occupied(folder, by: tenant) }
            do throws(StoreFailure) {
                try DataFolder.prepare(path, for: place)
                let counts = try DataFolder.noteArrival(move?.id, in: DataFolder.parts(of: place)[0])
                for suffix in ["-wal", "-shm"] { unlink(place + suffix) }
                try DataFolder.put(at: place)
                try DataFolder.flush(folder)
                return counts
            } catch {
                for part in DataFolder.parts(of: place) { unlink(part) }
                throw error
            }
        }.get()
    }
}

extension DataFolder {
    /// Far more than a mark has.
    private static let longestText = 4096

    fileprivate static func text(of path: String) throws(StoreFailure) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: longestText)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw failure(path) }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Makes a file, whole and on disk on return, or none.
    fileprivate static func write(_ text: String, to path: String) throws(StoreFailure) {
        let part = path + ".part"
        unlink(part)
        try make(part)
        let descriptor = open(part, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(part) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        // Short: it is written at once.
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count, fsync(descriptor) == 0, rename(part, path) == 0
        else {
            let failure = failure(path)
            unlink(part)
            throw failure
        }
        try flush(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
    }

    /// Whether nobody is known in a tenant's file, and nothing was accepted.
    fileprivate static func isEmpty(_ path: String) throws(StoreFailure) -> Bool {
        do {
            try Schema.refuseOthers(at: path)
            let queue = try DatabaseQueue(path: path, configuration: .distrusting())
            defer { try? queue.close() }
            return try queue.read { database in
                try !CopiedTable.telling.contains { try database.exists("SELECT 1 FROM \($0.name)") }
            }
        } catch {
            throw StoreFailure(error, path: path)
        }
    }

    fileprivate static func key(_ name: String, in path: String) throws(StoreFailure) -> String? {
        do {
            let queue = try DatabaseQueue(path: path, configuration: .distrusting())
            defer { try? queue.close() }
            return try queue.read { database in
                guard try database.tableExists("key") else { return nil }
                return try database.value("SELECT value FROM key WHERE name = ?", name)
            }
        } catch {
            throw StoreFailure(error, path: path)
        }
    }

    /// Brings what has come up to date, and notes by which move it came.
    ///
    /// - Returns: how many rows it has, by table.
    fileprivate static func noteArrival(_ id: String?, in path: String) throws(StoreFailure) -> [String: Int] {
        do {
            let queue = try DatabaseQueue(path: path, configuration: .distrusting())
            defer { try? queue.close() }
            try Schema.migrator.migrate(queue)
            try queue.write { database in
                try database.run("DELETE FROM key WHERE name = ?", Withholding.arrivalKey)
                guard let id else { return }
                try database.run("INSERT INTO key (name, value) VALUES (?, ?)", Withholding.arrivalKey, id)
            }
            return try queue.read { database in
                let counts = try CopiedTable.all.map {
                    ($0.name, try TenantFileRows(database: database).count(of: $0))
                }
                return Dictionary(uniqueKeysWithValues: counts)
            }
        } catch {
            throw StoreFailure(error, path: path)
        }
    }
}
