import CarillonPipeline
import GRDB
import StoredRows
import Synchronization

/// Lets concurrent writes share one transaction, and so one flush of the disk.
///
/// Writes queue up while a commit is under way; the writer then takes all that wait. Where one of them fails, the group
/// is rolled back and run again with each in a savepoint of its own: so what is written must not depend on what a body
/// did before, and one that fails fails alone. Nobody is answered before `COMMIT` has returned.
///
/// A lock and not an actor: writes are queued from any thread, and the draining runs on GRDB's writer queue.
final class GroupCommit: Sendable {
    /// Bounds how long the first of a group waits for the last.
    private static let largestGroup = 512

    private struct State {
        var waiting: [any GroupedWrite<Database>] = []
        var isDraining = false
        var isClosed = false
        var commits = 0
    }

    private let pool: DatabasePool
    private let afterCommit: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameter afterCommit: runs where the commits do, and must not wait for one.
    init(pool: DatabasePool, afterCommit: @escaping @Sendable () -> Void) {
        self.pool = pool
        self.afterCommit = afterCommit
    }

    /// How many writes wait for the next commit.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// How many transactions there were.
    var commitCount: Int { state.withLock { $0.commits } }

    /// Runs `body` in a shared transaction and returns when it is on disk.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreFailure) -> Value {
        let result: Result<Value, StoreFailure> = await withCheckedContinuation { continuation in
            enqueue(PendingWrite(body: body, continuation: continuation))
        }
        return try result.get()
    }

    /// What is queued is still written; what comes later fails.
    func close() async {
        state.withLock { $0.isClosed = true }
        repeat {
            await withCheckedContinuation { continuation in
                pool.asyncWriteWithoutTransaction { _ in continuation.resume() }
            }
        } while state.withLock { $0.isDraining }
    }

    private func enqueue(_ write: any GroupedWrite<Database>) {
        let (isClosed, starts) = state.withLock { state in
            guard !state.isClosed else { return (true, false) }
            state.waiting.append(write)
            defer { state.isDraining = true }
            return (false, !state.isDraining)
        }
        if isClosed { return write.finish(.closed) }
        guard starts else { return }
        pool.asyncWriteWithoutTransaction { database in self.drain(into: database) }
    }

    private func drain(into database: Database) {
        guard let group = next() else { return }
        let failure = commit(group, in: database)
        for write in group { write.finish(failure) }
        afterCommit()
        // What else has to run on the writer comes in between, however many writes there are.
        pool.asyncWriteWithoutTransaction { database in self.drain(into: database) }
    }

    private func next() -> [any GroupedWrite<Database>]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isDraining = false
                return nil
            }
            let group = Array(state.waiting.prefix(Self.largestGroup))
            state.waiting.removeFirst(group.count)
            state.commits += 1
            return group
        }
    }

    /// Tries all of a group together, and only when one of them fails again with each on its own.
    ///
    /// - Returns: what made the whole group fail, nil when it is on disk.
    private func commit(_ group: [any GroupedWrite<Database>], in database: Database) -> StoreFailure? {
        if transaction(in: database, { for write in group { try write.run(database) } }) == nil { return nil }
        return transaction(in: database) { for write in group { try runAlone(write, in: database) } }
    }

    private func transaction(in database: Database, _ body: () throws -> Void) -> StoreFailure? {
        do {
            try database.beginTransaction(.immediate)
            try body()
            try database.commit()
            return nil
        } catch {
            // Where this fails as well, SQLite has rolled back by itself.
            if database.isInsideTransaction { try? database.rollback() }
            return StoreFailure(error, path: pool.path)
        }
    }

    /// In a savepoint, so that it fails alone.
    ///
    /// - Throws: when not only this write is lost: SQLite gave up the transaction, as it may when the disk is full.
    private func runAlone(_ write: any GroupedWrite<Database>, in database: Database) throws {
        try database.run("SAVEPOINT write")
        do {
            try write.run(database)
        } catch {
            guard database.isInsideTransaction else { throw error }
            try database.run("ROLLBACK TO write")
            write.fail(StoreFailure(error, path: pool.path))
        }
        try database.run("RELEASE write")
    }
}
