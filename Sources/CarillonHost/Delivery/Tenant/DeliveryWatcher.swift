import CarillonModel
import Synchronization

/// Wakes those who wait for what becomes of one notification.
///
/// A lock, because requests wait here while workers report; with nobody waiting a report costs one lock.
final class DeliveryWatcher: Sendable {
    private struct Wait {
        var readers: [Int: AsyncStream<Void>.Continuation] = [:]
        var isProviderFailure = false
    }

    private struct State {
        var waits: [String: Wait] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// An element for each report about a notification from now on, until the reader stops or the time is up.
    ///
    /// - Parameter interval: one as often as that, too: another process may work on it, which reports nothing here.
    func changes(
        of notification: String,
        for limit: Duration,
        atLeastEvery interval: Duration? = nil
    ) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.last += 1
            state.waits[notification, default: Wait()].readers[state.last] = continuation
            return state.last
        }
        let timer = Task {
            let end = ContinuousClock.now.advanced(by: limit)
            // A reader that is done ends the timer by cancellation.
            while let interval, ContinuousClock.now.advanced(by: interval) < end,
                (try? await Task.sleep(for: interval)) != nil
            {
                continuation.yield()
            }
            try? await Task.sleep(until: end)
            continuation.finish()
        }
        continuation.onTermination = { [weak self] _ in
            timer.cancel()
            self?.state.withLock { state in
                state.waits[notification]?.readers[number] = nil
                if state.waits[notification]?.readers.isEmpty == true { state.waits[notification] = nil }
            }
        }
        return stream
    }

    /// Whether somebody waits for what becomes of it.
    func isAwaited(_ notification: String) -> Bool {
        state.withLock { $0.waits[notification] != nil }
    }

    /// Whether the provider as a whole could not be used for it, whatever the message.
    func isProviderFailure(_ notification: String) -> Bool {
        state.withLock { $0.waits[notification]?.isProviderFailure ?? false }
    }

    /// Reports that; before the outcome is stored, so that whoever reads the outcome has this too.
    func noteProviderFailure(_ notifications: some Sequence<String>) {
        state.withLock { state in
            guard !state.waits.isEmpty else { return }
            for notification in notifications { state.waits[notification]?.isProviderFailure = true }
        }
    }

    /// There is news in the store.
    func report(_ notifications: some Sequence<String>) {
        let woken = state.withLock { state -> [AsyncStream<Void>.Continuation] in
            guard !state.waits.isEmpty else { return [] }
            return notifications.flatMap { state.waits[$0]?.readers.values.map(\.self) ?? [] }
        }
        for continuation in woken { continuation.yield() }
    }

    /// A channel's circuit opened: what waits for it in the store waits for longer than its sender may.
    func reportCircuitOpen() {
        let woken = state.withLock { state in state.waits.values.flatMap { $0.readers.values.map(\.self) } }
        for continuation in woken { continuation.yield() }
    }
}
