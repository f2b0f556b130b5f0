import CarillonPipeline
import Dispatch
import StoredRows

/// A connection that isn't one of a tenant's, and the queue that it is used on.
final class Session: Sendable {
    /// `@unchecked` is sound because `database` is used on the session's queue alone, by one thread at a time.
    private final class State: @unchecked Sendable {
        let database: Database
        var isClosed = false

        init(_ database: Database) { self.database = database }
    }

    /// Of what nobody waits for.
    private static let patienceForNobody = Duration.seconds(3)

    private let queue: DispatchQueue
    private let state: State
    private let address: PostgresAddress

    init(_ label: String, _ database: Database) {
        queue = DispatchQueue(label: "carillon.\(label)")
        address = database.address
        state = State(database)
    }

    /// Runs something after what came before it, repeated for `limit` while the reason it fails for passes.
    ///
    /// - Parameters:
    ///   - isLeftWhenLate: not once, should its turn come after that time.
    ///   - isBounded: a try ends with that time, too, though it has two seconds at least.
    func run<Value: Sendable>(
        within limit: Duration = Repeating.limit,
        isLeftWhenLate: Bool = false,
        isBounded: Bool = true,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreFailure) -> Value {
        let since = ContinuousClock.now
        let result: Result<Value, StoreFailure> = await withCheckedContinuation { continuation in
            queue.async { [state, address] in
                var repeating = Repeating(since: since, limit: limit)
                while true {
                    state.database.deadline = isBounded ? repeating.endOfTry : nil
                    do {
                        guard !state.isClosed else { throw StoreFailure.closed }
                        if isLeftWhenLate, repeating.isOver {
                            throw PostgresError(.broken("it doesn't answer in time"))
                        }
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

    /// Runs something for which nobody waits, once and as well as it goes; it opens the connection where it needs to.
    func attempt(after pause: DispatchTimeInterval, _ body: @escaping @Sendable (Database) throws -> Void) {
        queue.asyncAfter(deadline: .now() + pause) { [state] in
            guard !state.isClosed else { return }
            state.database.deadline = .now + Self.patienceForNobody
            do {
                try body(state.database)
            } catch {
                state.database.rollBack()
            }
        }
    }

    /// Ends the connection, where it is open after a last thing.
    func close(after body: @escaping @Sendable (Database) throws -> Void = { _ in }) async {
        await withCheckedContinuation { continuation in
            queue.async { [state] in
                // A connection that is broken is gone already, and others notice that by themselves.
                state.database.deadline = .now + Self.patienceForNobody
                if state.database.isOpen { try? body(state.database) }
                state.isClosed = true
                state.database.close()
                continuation.resume()
            }
        }
    }
}
