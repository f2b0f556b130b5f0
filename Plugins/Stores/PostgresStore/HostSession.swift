import CarillonPipeline
import Dispatch
import StoredRows
import Synchronization

/// A host's own connection: by it others know that it is alive.
///
/// Its row is renewed every four seconds for fifteen, by the database's clock, and its session holds a lock with the host's
/// number, which a process that was killed gives up at once.
final class HostSession: Sendable {
    /// `@unchecked` is sound because all of it is used on the session's queue alone, by one thread at a time.
    private final class State: @unchecked Sendable {
        let database: Database
        var number: Int64 = 0
        var timer: (any DispatchSourceTimer)?

        init(_ database: Database) { self.database = database }
    }

    private static let pause = DispatchTimeInterval.seconds(4)

    private let queue = DispatchQueue(label: "carillon.host")
    private let state: State
    private let address: PostgresAddress
    private let name: String

    init(address: PostgresAddress, name: String) {
        self.address = address
        self.name = name
        state = State(Database(address: address) { try $0.refuseOtherRolesAndSchemas() })
    }

    /// - Returns: the host's number, which no other ever has.
    func join(isRenewed: Bool) async throws(StoreFailure) -> Int64 {
        let number = try await run { [name] in try $0.joinHosts(as: name) }
        queue.sync {
            state.number = number
            guard isRenewed else { return }
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now() + Self.pause, repeating: Self.pause)
            timer.setEventHandler { [weak self] in self?.renew() }
            timer.resume()
            state.timer = timer
        }
        return number
    }

    /// A renewal that fails is made up for by the next, on a new connection.
    private func renew() {
        do {
            try state.database.openWhereClosed()
            try state.database.renewHost(state.number)
        } catch {
            state.database.rollBack()
        }
    }

    /// Runs something that is no tenant's, repeated while the reason it fails for passes.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreFailure) -> Value {
        let result: Result<Value, StoreFailure> = await withCheckedContinuation { continuation in
            queue.async { [state, address] in
                var repeating = Repeating(since: .now)
                while true {
                    do {
                        try state.database.openWhereClosed()
                        return continuation.resume(returning: .success(try body(state.database)))
                    } catch {
                        state.database.rollBack()
                        if let failure = error as? PostgresError, repeating.waitAfter(failure) { continue }
                        return continuation.resume(returning: .failure(StoreFailure(error, at: "\(address)")))
                    }
                }
            }
        }
        return try result.get()
    }

    /// Gives up all lanes, so that others needn't wait.
    func leave() async {
        await withCheckedContinuation { continuation in
            queue.async { [state] in
                state.timer?.cancel()
                state.timer = nil
                if state.database.isOpen { try? state.database.leaveHosts(state.number) }
                state.database.close()
                continuation.resume()
            }
        }
    }
}

extension Database {
    /// The first of the two numbers of a host's lock.
    private static let hostLockClass = lockClass + 1

    /// Of a host `h`: it is alive.
    ///
    /// One whose session is gone is given four seconds to come back by a new one.
    static let isAlive = """
        h.until > clock_timestamp() AND (h.renewed_at > clock_timestamp() - interval '4 seconds' OR EXISTS (
            SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.classid = \(hostLockClass)
                AND l.objid = h.number AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        ))
        """

    fileprivate func joinHosts(as name: String) throws -> Int64 {
        let number = try number(
            """
            INSERT INTO host (name, joined_at, renewed_at, until)
            VALUES ($1, clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '15 seconds') RETURNING number
            """,
            name
        )
        guard let number else { throw PostgresError(.unexpected("a host got no number")) }
        try lock(host: number)
        return number
    }

    fileprivate func renewHost(_ number: Int64) throws {
        try run(
            """
            UPDATE host SET renewed_at = clock_timestamp(), until = clock_timestamp() + interval '15 seconds' WHERE number = $1
            """,
            number
        )
        try lock(host: number)
    }

    /// On a new connection the lock is taken again; one that is held is left as it is.
    private func lock(host number: Int64) throws {
        try run(
            """
            SELECT pg_try_advisory_lock(\(Self.hostLockClass), $1::int) WHERE NOT EXISTS (
                SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.classid = \(Self.hostLockClass) AND l.objid = $1
                    AND l.pid = pg_backend_pid()
            )
            """,
            number
        )
    }

    /// As a transaction of each tenant: whoever works in a lane still is refused from then on.
    fileprivate func leaveHosts(_ number: Int64) throws {
        let tenants: [Int64] = try values("SELECT DISTINCT tenant FROM lane WHERE holder = $1 ORDER BY tenant", number)
        for tenant in tenants {
            try script("BEGIN; SELECT pg_advisory_xact_lock(\(Self.lockClass), \(tenant))")
            try run("UPDATE lane SET holder = NULL WHERE tenant = $1 AND holder = $2", tenant, number)
            try script("COMMIT")
        }
        try run("DELETE FROM outcome WHERE host = $1", number)
        try run("DELETE FROM host WHERE number = $1", number)
    }
}
