public import CarillonPipeline
import Synchronization

/// A write whose caller waits, in a group that a store commits at once.
public protocol GroupedWrite<Database>: AnyObject, Sendable {
    associatedtype Database
    /// When its caller came.
    var since: ContinuousClock.Instant { get }
    func run(_ database: Database) throws
    /// Fails this write, whatever becomes of its group.
    func fail(_ failure: StoreFailure)
    /// Answers the caller, with `groupFailure` where there is one.
    func finish(_ groupFailure: StoreFailure?)
}

/// A write and its outcome.
public final class PendingWrite<Database, Value: Sendable>: GroupedWrite {
    public let since = ContinuousClock.now
    private let body: @Sendable (Database) throws -> Value
    private let continuation: CheckedContinuation<Result<Value, StoreFailure>, Never>
    /// Used by one connection's queue at a time; a lock that is never contended proves it to the compiler.
    private let result = Mutex<Result<Value, StoreFailure>?>(nil)

    public init(
        body: @escaping @Sendable (Database) throws -> Value,
        continuation: CheckedContinuation<Result<Value, StoreFailure>, Never>
    ) {
        self.body = body
        self.continuation = continuation
    }

    public func run(_ database: Database) throws { succeed(with: try body(database)) }

    /// What its body would return is known.
    public func succeed(with value: Value) {
        result.withLock { $0 = .success(value) }
    }

    public func fail(_ failure: StoreFailure) {
        result.withLock { $0 = .failure(failure) }
    }

    public func finish(_ groupFailure: StoreFailure?) {
        if let groupFailure {
            continuation.resume(returning: .failure(groupFailure))
        } else {
            continuation.resume(returning: result.withLock(\.self) ?? .failure(.closed))
        }
    }
}

extension StoreFailure {
    public static let closed = StoreFailure(.unavailable, "the store is closed")
}
