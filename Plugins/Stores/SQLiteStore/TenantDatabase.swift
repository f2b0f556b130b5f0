import CarillonModel
import CarillonPipeline
import GRDB
import StoredRows
import Synchronization

/// One tenant's file: reads on a few connections side by side, writes through ``GroupCommit``.
///
/// A class, because it represents the file. What the operations do is in the extensions, one for each part of the port.
final class TenantDatabase: Sendable {
    struct Options: Sendable {
        /// Caps the file, in pages of 4 KiB; nil is no cap.
        var pageLimit: Int?
        /// How long the log grows before it is checkpointed, in pages: at 32 MB a page that changed often is written
        /// once.
        var longLog = 8000
        /// Makes the ids of devices.
        var identifiers: any IdentifierMaker
        /// Handed each connection before it is used, for tests to watch.
        var watch: (@Sendable (Database) -> Void)?
    }

    let identifiers: any IdentifierMaker
    private let pool: DatabasePool
    let group: GroupCommit
    private let writeBack: WALCheckpointer
    private let compacting: Compacting
    /// How the file was found to be damaged, nil while it isn't: from then on it is left as it is, for what is left of it.
    private let damage = Mutex<StoreFailure?>(nil)
    let sweepPosition = Mutex(SweepPosition.start)
    /// How often erasing somebody has begun or ended.
    let erasures = Atomic(0)
    /// Where some had more to be routed than their share at the last scan.
    let routingCrowd = Mutex<SaturatedRecipients?>(nil)
    /// Of channels where some had more due than their share at the last scan.
    let crowds = Mutex<[ChannelID: SaturatedRecipients]>([:])

    init(path: String, options: Options) throws(StoreFailure) {
        try Schema.refuseOthers(at: path)
        let log = WALSize()
        let hadLog = DataFolder.hasContent("\(path)-wal")
        do {
            pool = try DatabasePool(path: path, configuration: Self.configuration(options, log: log))
            // GRDB's pools run with `synchronous=NORMAL`, which may lose the last commits with the power.
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                if let limit = options.pageLimit {
                    try database.execute(sql: "PRAGMA max_page_count = \(limit)")
                }
            }
            try Schema.bringUpToDate(pool, path: path)
        } catch {
            throw StoreFailure(error, path: path)
        }
        writeBack = WALCheckpointer(pool: pool, log: log, longLog: options.longLog)
        group = GroupCommit(pool: pool) { [writeBack] in writeBack.startIfLong() }
        compacting = Compacting(pool: pool, writeBack: writeBack)
        identifiers = options.identifiers
        // What an earlier process was about to remove may still be in it.
        if hadLog { writeBack.emptySoon() }
        compacting.startIfWanted()
    }

    /// - Parameter log: kept with the configuration, and so for as long as there are connections.
    private static func configuration(_ options: Options, log: WALSize) -> Configuration {
        var configuration = Configuration()
        configuration.label = "carillon.store"
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 3
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { database in
            options.watch?(database)
            // What is removed is overwritten: a user who was erased leaves no bytes in the file either.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            // What a file's own schema calls may do nothing but compute.
            try database.execute(sql: "PRAGMA trusted_schema = OFF")
            // Kilobytes of pages a connection keeps.
            try database.execute(sql: "PRAGMA cache_size = -\(database.configuration.readonly ? 2048 : 8192)")
            if !database.configuration.readonly { log.watch(database) }
        }
        return configuration
    }

    /// Runs `body` on what was committed last.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreFailure) -> Value {
        try checkDamage()
        let result: Result<Value, StoreFailure> = await withCheckedContinuation { continuation in
            pool.asyncRead { [path = pool.path] database in
                let result = Result { try body(database.get()) }
                continuation.resume(returning: result.mapError { StoreFailure($0, path: path) })
            }
        }
        return try noting(result)
    }

    /// The same on the caller's thread, for a page of rows that an index finds: changing threads twice would take longer.
    func readAtOnce<Value>(_ body: (Database) throws -> Value) throws(StoreFailure) -> Value {
        try checkDamage()
        return try noting(Result { try pool.read(body) }.mapError { StoreFailure($0, path: pool.path) })
    }

    /// Runs `body` in a transaction that other writes share; on disk on return.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreFailure) -> Value {
        try checkDamage()
        do {
            return try await group.write(body)
        } catch {
            return try noting(.failure(error))
        }
    }

    private func checkDamage() throws(StoreFailure) {
        if let found = damage.withLock({ $0 }) { throw found }
    }

    private func noting<Value>(_ result: Result<Value, StoreFailure>) throws(StoreFailure) -> Value {
        if case .failure(let failure) = result, failure.kind == .corrupted {
            damage.withLock { $0 = $0 ?? failure }
        }
        return try result.get()
    }

    /// Has what was removed leave the write-ahead log as well, within seconds of the last who reads an earlier state.
    func forgetRemoved() {
        writeBack.emptySoon()
    }

    /// The same of somebody who was erased, and of what SQLite left of them in the file's pages.
    func forgetErased() {
        writeBack.emptySoon()
        compacting.startIfWanted()
    }

    func close() async {
        await group.close()
        await compacting.close()
        await writeBack.close()
        // Fails only where statements still run; then the connections end with the process.
        guard (try? pool.close()) != nil else { return }
        WALCheckpointer.finish(pool.path)
    }
}
