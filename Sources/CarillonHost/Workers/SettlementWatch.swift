import CarillonModel
import Synchronization

/// Wakes those who wait for what becomes of one notification.
///
/// A lock, because requests wait here while workers report; with nobody waiting a report costs one look.
final class SettlementWatch: Sendable {
    /// What a worker reports: look at the store again.
    struct Change: Sendable {
        /// The provider as a whole could not be used, whatever the message.
        var isProviderFailure = false
    }

    private struct State {
        var waiting: [String: [Int: AsyncStream<Change>.Continuation]] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// Reports about a notification from now on, until the reader stops or the time is up.
    func changes(of notification: String, for limit: Duration) -> AsyncStream<Change> {
        let (stream, continuation) = AsyncStream<Change>.makeStream()
        let number = state.withLock { state in
            state.last += 1
            state.waiting[notification, default: [:]][state.last] = continuation
            return state.last
        }
        let timer = Task {
            // Cancellation is how a reader that has seen enough ends the timer.
            try? await Task.sleep(for: limit)
            continuation.finish()
        }
        continuation.onTermination = { [weak self] _ in
            timer.cancel()
            self?.state.withLock { state in
                state.waiting[notification]?[number] = nil
                if state.waiting[notification]?.isEmpty == true { state.waiting[notification] = nil }
            }
        }
        return stream
    }

    func report(_ notifications: some Sequence<(notification: String, change: Change)>) {
        let woken = state.withLock { state -> [(AsyncStream<Change>.Continuation, Change)] in
            guard !state.waiting.isEmpty else { return [] }
            return notifications.flatMap { report in
                (state.waiting[report.notification] ?? [:]).values.map { ($0, report.change) }
            }
        }
        for (continuation, change) in woken { continuation.yield(change) }
    }
}
