import Synchronization

/// Wakes one waiting worker: rung when there is something to do, or when time is up.
///
/// A lock, because anyone may ring; a ring while nobody waits is kept for the next who does.
final class Bell: Sendable {
    private struct State {
        var isRung = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func ring() {
        let waiter = state.withLock { state in
            let waiter = state.waiter
            state.waiter = nil
            state.isRung = waiter == nil
            return waiter
        }
        waiter?.resume()
    }

    /// Returns when the bell rings, the time is up, or the task is cancelled.
    func wait(atMost limit: Duration?) async {
        let timer = limit.map { limit in
            Task { [weak self] in
                // Cancellation is how an early ring ends the timer.
                guard (try? await Task.sleep(for: limit)) != nil else { return }
                self?.ring()
            }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if state.isRung || Task.isCancelled {
                        state.isRung = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            ring()
        }
        timer?.cancel()
    }
}
