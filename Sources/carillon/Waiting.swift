import Dispatch
import Synchronization

/// Waits for work that suspends, in a program that has nothing else to do meanwhile.
///
/// - Throws: what the work throws.
func waiting<Value: Sendable>(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let outcome = Outcome<Value>()
    let isDone = DispatchSemaphore(value: 0)
    Task {
        do {
            outcome.set(.success(try await work()))
        } catch {
            outcome.set(.failure(error))
        }
        isDone.signal()
    }
    isDone.wait()
    return try outcome.get()
}

/// A class with a lock, because the task writes what the waiting thread reads.
private final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>>(.failure(CancellationError()))

    func set(_ result: Result<Value, any Error>) { self.result.withLock { $0 = result } }
    func get() throws -> Value { try result.withLock { $0 }.get() }
}
