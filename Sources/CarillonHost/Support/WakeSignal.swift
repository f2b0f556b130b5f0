import Synchronization

/// Wakes one waiting worker, when there is something to do or its time is up: a condition variable that keeps one notification.
///
/// A lock, because anyone may notify; a notification while nobody waits is kept for the next who does.
final class WakeSignal: Sendable {
    private struct State {
        var isNotified = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func notify() {
        let waiter = state.withLock { state in
            let waiter = state.waiter
            state.waiter = nil
            state.isNotified = waiter == nil
            return waiter
        }
        waiter?.resume()
    }

    /// Returns when the signal is notified, the time is up, or the task is cancelled.
    func wait(atMost limit: Duration?) async {
        let timer = limit.map { limit in
            Task { [weak self] in
                // An early notification cancels the timer.
                guard (try? await Task.sleep(for: limit)) != nil else { return }
                self?.notify()
            }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if state.isNotified || Task.isCancelled {
                        state.isNotified = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            notify()
        }
        timer?.cancel()
    }
}

extension WakeSignal {
    /// Returns when the work is done, or the time is up; then the work goes on by itself.
    ///
    /// - Parameter pause: waits for this time.
    static func wait(
        for work: @escaping @Sendable () async -> Void,
        atMost limit: Duration,
        _ pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) async {
        let done = WakeSignal()
        Task {
            await work()
            done.notify()
        }
        let timer = Task {
            // An early end cancels the timer.
            guard (try? await pause(limit)) != nil else { return }
            done.notify()
        }
        await done.wait(atMost: nil)
        timer.cancel()
    }

    /// After a store's failure.
    static let pauseAfterStoreFailure: Duration = .seconds(1)
    /// Nothing notifies when another process adds work, or a clock jumps: so check now and then all the same.
    static let longestWait: Duration = .seconds(30)
}
