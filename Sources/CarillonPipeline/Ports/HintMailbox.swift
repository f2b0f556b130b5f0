import Synchronization

/// Hints that wait for one host: for stores that hosts share.
///
/// A lock, because others put them there at any time.
public final class HintMailbox: Sendable {
    private struct State {
        var hints: Set<Hint> = []
        var waiter: CheckedContinuation<Set<Hint>, Never>?
    }

    private let state = Mutex(State())

    public init() {}

    public func put(_ hints: Set<Hint>) {
        guard !hints.isEmpty else { return }
        let waiter = state.withLock { state -> CheckedContinuation<Set<Hint>, Never>? in
            guard let waiter = state.waiter.take() else {
                state.hints.formUnion(hints)
                return nil
            }
            return waiter
        }
        waiter?.resume(returning: hints)
    }

    /// Waits until there is something; nothing where the task is cancelled.
    public func take() async -> Set<Hint> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> Set<Hint>? in
                    if !state.hints.isEmpty || Task.isCancelled {
                        defer { state.hints = [] }
                        return state.hints
                    }
                    state.waiter = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            state.withLock { $0.waiter.take() }?.resume(returning: [])
        }
    }
}
