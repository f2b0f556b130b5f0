import CarillonPipeline
import StoredRows
import Synchronization

/// Lets a tenant's concurrent writes share one transaction, and so one lock and one flush of the server's disk.
///
/// Writes queue up while a commit is under way; whoever commits next takes all that wait, and does those that are the same
/// ``CommonWrite`` by the same statements. Where one of them fails, the group is rolled back and run again with each in a
/// savepoint of its own: so what is written must not depend on what a body did before, and one that fails fails alone.
/// Nobody is answered before `COMMIT` was.
///
/// A commit whose answer is lost is looked up: each transaction leaves its number in `outcome`, in the same commit. Where it
/// was done, the callers get what they would have; where not, all is done again on a new connection.
final class GroupCommit: ConnectionPool.Job {
    /// Bounds how long the first of a group waits for the last, and how long other hosts wait for the tenant's lock.
    private static let largestGroup = 256

    private struct State {
        var waiting: [any GroupedWrite<Database>] = []
        var isQueued = false
        var isClosed = false
        /// Rises with each transaction.
        var number: Int64 = 0
        /// Who waits until nothing is queued any more.
        var closing: [CheckedContinuation<Void, Never>] = []
    }

    private let tenant: Int32
    private let pool: ConnectionPool
    private let state = Mutex(State())

    init(tenant: Int32, pool: ConnectionPool) {
        self.tenant = tenant
        self.pool = pool
    }

    /// Runs `body` in a shared transaction and returns when it is committed.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreFailure) -> Value {
        let result: Result<Value, StoreFailure> = await withCheckedContinuation { continuation in
            enqueue(PendingWrite(body: body, continuation: continuation))
        }
        return try result.get()
    }

    /// Does the same as others of the group may ask for, and returns when it is committed.
    func write<Content: CommonWrite>(_ content: Content) async throws(StoreFailure) -> Content.Output {
        let result: Result<Content.Output, StoreFailure> = await withCheckedContinuation { continuation in
            enqueue(PendingCommonWrite(content, continuation: continuation))
        }
        return try result.get()
    }

    /// What is queued is still written; what comes later fails.
    func close() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                state.isClosed = true
                if state.isQueued { state.closing.append(continuation) }
                return !state.isQueued
            }
            if isIdle { continuation.resume() }
        }
    }

    private func enqueue(_ write: any GroupedWrite<Database>) {
        let (isClosed, starts) = state.withLock { state in
            guard !state.isClosed else { return (true, false) }
            state.waiting.append(write)
            defer { state.isQueued = true }
            return (false, !state.isQueued)
        }
        if isClosed { return write.finish(.closed) }
        if starts { pool.add(self, of: tenant) }
    }

    /// Commits a group.
    ///
    /// Then it is the next tenant's turn, however much of this one waits.
    func run(on database: Database) {
        let group = state.withLock { state in
            let group = Array(state.waiting.prefix(Self.largestGroup))
            state.waiting.removeFirst(group.count)
            return group
        }
        if !group.isEmpty {
            let failure = commit(group, on: database)
            for write in group { write.finish(failure) }
        }
        let (isDone, closing) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
            guard state.waiting.isEmpty else { return (false, []) }
            state.isQueued = false
            defer { state.closing = [] }
            return (true, state.closing)
        }
        if !isDone { pool.add(self, of: tenant) }
        for continuation in closing { continuation.resume() }
    }

    /// - Returns: what made the whole group fail, nil when it is committed.
    private func commit(_ group: [any GroupedWrite<Database>], on database: Database) -> StoreFailure? {
        var repeating = Repeating(since: group.map(\.since).min() ?? .now)
        var isEachAlone = false
        /// The number of a transaction whose outcome isn't known.
        var unknown: Int64?
        while true {
            let number = state.withLock { state in
                state.number += 1
                return state.number
            }
            database.deadline = repeating.endOfTry
            do {
                try database.begin(tenant)
                if let asked = unknown {
                    if try database.lastOutcome(tenant) == asked {
                        database.rollBack()
                        return nil
                    }
                    unknown = nil
                }
                if isEachAlone {
                    for write in group { try runAlone(write, on: database) }
                } else {
                    try runTogether(group, on: database)
                }
                try database.commit(tenant, as: number)
                return nil
            } catch {
                database.rollBack()
                let failure = error as? PostgresError
                if failure?.isOfCommit == true { unknown = number }
                if let failure, repeating.waitAfter(failure) { continue }
                if unknown == nil, !isEachAlone, group.count > 1, failure?.remedy ?? .nothing == .nothing {
                    isEachAlone = true
                    continue
                }
                guard unknown == nil else { return .unknown(at: database.address) }
                return StoreFailure(error, at: "\(database.address)")
            }
        }
    }

    /// In their order, but with the first of a kind all others of it that are done together.
    private func runTogether(_ group: [any GroupedWrite<Database>], on database: Database) throws {
        var ofKind = Dictionary(grouping: group.lazy.compactMap { $0 as? any JoinableWrite }, by: \.kind)
        for write in group {
            guard let first = write as? any JoinableWrite else {
                try write.run(database)
                continue
            }
            if let all = ofKind.removeValue(forKey: first.kind) { try first.run(all, on: database) }
        }
    }

    /// In a savepoint, so that it fails alone.
    ///
    /// - Throws: when not only this write is lost.
    private func runAlone(_ write: any GroupedWrite<Database>, on database: Database) throws {
        try database.script("SAVEPOINT write")
        do {
            try write.run(database)
        } catch {
            guard (error as? PostgresError)?.remedy ?? .nothing == .nothing else { throw error }
            try database.script("ROLLBACK TO write")
            write.fail(StoreFailure(error, at: "\(database.address)"))
        }
        try database.script("RELEASE write")
    }
}

extension StoreFailure {
    fileprivate static func unknown(at address: PostgresAddress) -> StoreFailure {
        StoreFailure(
            .unknown,
            "\(address): the connection broke during a commit, and it couldn't be asked since whether that was done"
        )
    }
}
