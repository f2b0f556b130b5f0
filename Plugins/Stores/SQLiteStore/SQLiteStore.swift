public import CarillonModel
public import CarillonPipeline
import Dispatch
import SQLiteSettings
import StoredRows

/// The embedded store: one SQLite file for each tenant, `<folder>/<tenant>.sqlite`.
///
/// What an operation returned from is on disk: WAL with `synchronous=FULL`, where concurrent operations share one
/// commit. One process at a time; a second one fails to open it.
///
/// An actor, because callers that open the same tenant at once must share one database.
public actor SQLiteStore: Store {
    let folder: String
    let options: TenantDatabase.Options
    private let lock: FolderLock
    var opened: [TenantID: Task<Result<TenantDatabase, StoreFailure>, Never>] = [:]
    var isClosed = false

    /// Takes the folder, making it where it isn't there yet.
    ///
    /// - Throws: `.locked` when another process has it, `.readOnly` when it can't be written to.
    public init(folder: String, identifiers: any IdentifierMaker) throws(StoreFailure) {
        try self.init(folder: folder, options: TenantDatabase.Options(identifiers: identifiers))
    }

    /// Said once, before the first connection of the process; where it comes too late, everything works, only slower.
    private static let isWithoutMemoryAccount = sqlite_settings_leave_out_memory_account() == 0

    init(folder: String, options: TenantDatabase.Options) throws(StoreFailure) {
        _ = Self.isWithoutMemoryAccount
        self.folder = folder
        self.options = options
        lock = try FolderLock(folder: folder)
    }

    public func tenant(_ id: TenantID) async throws(StoreFailure) -> any TenantStore {
        guard !isClosed else { throw .closed }
        if let why = try withholdingMark(of: id) { throw .withheld(id, why) }
        if let running = opened[id] { return try await running.value.get() }
        let path = path(of: id)
        let options = options
        let opening = Task {
            await onOwnThread { () throws(StoreFailure) in
                try DataFolder.prepare(path)
                return try TenantDatabase(path: path, options: options)
            }
        }
        opened[id] = opening
        let result = await opening.value
        if case .failure = result { opened[id] = nil }
        return try result.get()
    }

    public func close() async {
        isClosed = true
        for opening in opened.values {
            if case .success(let database) = await opening.value { await database.close() }
        }
        opened = [:]
        lock.release()
    }
}

/// Runs what blocks outside the pool of threads that Swift's tasks share.
func onOwnThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws(StoreFailure) -> Value
) async -> Result<Value, StoreFailure> {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
            continuation.resume(returning: Result(catching: work))
        }
    }
}
