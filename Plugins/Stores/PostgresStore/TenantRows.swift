import CarillonModel
import CarillonPipeline
import StoredRows
import Synchronization

/// One tenant's rows: reads on some connections side by side, writes through ``GroupCommit``.
///
/// What the operations do is in the extensions, one for each part of the port.
final class TenantRows: Sendable {
    let number: Int32
    let identifiers: any IdentifierMaker
    private let readers: ConnectionPool
    private let group: GroupCommit
    private let isClosed = Atomic(false)
    let sweepPosition = Mutex(SweepPosition.start)
    /// Where some had more to be routed than their share at the last scan.
    let routingCrowd = Mutex<SaturatedRecipients?>(nil)
    /// Of channels where some had more due than their share at the last scan.
    let crowds = Mutex<[ChannelID: SaturatedRecipients]>([:])

    let marks = LowWaterMarks()

    init(number: Int32, identifiers: any IdentifierMaker, readers: ConnectionPool, writers: ConnectionPool) {
        self.number = number
        self.identifiers = identifiers
        self.readers = readers
        group = GroupCommit(tenant: number, pool: writers)
    }

    /// Runs `body` on what was committed last.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreFailure) -> Value {
        guard !isClosed.load(ordering: .relaxed) else { throw .closed }
        let result: Result<Value, StoreFailure> = await withCheckedContinuation { continuation in
            readers.add(PendingRead(tenant: number, body: body, continuation: continuation), of: number)
        }
        return try result.get()
    }

    /// Runs `body` in a transaction that other writes share; committed on return.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreFailure) -> Value {
        try await group.write { database in
            try database.requireNotWithheld()
            return try body(database)
        }
    }

    /// Does `content` together with others of its kind, in a transaction that other writes share; committed on return.
    func write<Content: CommonWrite>(_ content: Content) async throws(StoreFailure) -> Content.Output {
        try await group.write(content)
    }

    /// The same also where the tenant is withheld: for what ends work.
    func writeLastly<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreFailure) -> Value {
        try await group.write(body)
    }

    func close() async {
        isClosed.store(true, ordering: .relaxed)
        await group.close()
    }
}

/// A read whose caller waits.
private struct PendingRead<Value: Sendable>: ConnectionPool.Job {
    let since = ContinuousClock.now
    let tenant: Int32
    let body: @Sendable (Database) throws -> Value
    let continuation: CheckedContinuation<Result<Value, StoreFailure>, Never>

    func run(on database: Database) {
        var repeating = Repeating(since: since)
        // Behind many others that waited for a connection in vain: its caller isn't kept any longer.
        guard database.isOpen || !repeating.isOver else {
            let failure = StoreFailure(.unavailable, "\(database.address) hasn't been reached for some seconds")
            return continuation.resume(returning: .failure(failure))
        }
        while true {
            database.deadline = repeating.endOfTry
            do {
                return continuation.resume(returning: .success(try database.read(tenant, body)))
            } catch {
                if let failure = error as? PostgresError, repeating.waitAfter(failure) { continue }
                return continuation.resume(returning: .failure(StoreFailure(error, at: "\(database.address)")))
            }
        }
    }
}
