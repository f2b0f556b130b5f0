import CarillonModel
import CarillonPluginKit
import Synchronization

/// Lets so many requests at a time go to each origin; the others wait here, shared out fairly between tenants.
///
/// The pool of connections has a queue too, but one in which all tenants queue behind each other, which gives requests
/// up after the time for connecting, and which is searched from end to end for each request given up
/// (`HTTPConnectionPool.RequestQueue.remove`): some thousands at a provider that doesn't answer kept the event loops,
/// and with them the server, busy for seconds. So no more are handed to it than there may be connections.
///
/// A class with a lock, because requests come side by side.
final class OriginGate: Sendable {
    private struct Waiter {
        let continuation: CheckedContinuation<Bool, Never>
        let deadline: ContinuousClock.Instant
    }

    private typealias Places = FairSlots<TenantID, Waiter>

    private struct State {
        var limit: Int
        var places: [WebOrigin: Places] = [:]

        subscript(origin: WebOrigin) -> Places {
            get { places[origin] ?? Places(limit) }
            set { places[origin] = newValue }
        }

        /// A task ends those who wait too long.
        var isWatched = false
    }

    /// How late a caller may learn that its deadline has passed.
    ///
    /// One timer for all costs less than one for each.
    private static let timeLimit: Duration = .milliseconds(100)

    private let state: Mutex<State>
    private let lastTicket = Atomic<UInt64>(0)

    init(limit: Int) {
        state = Mutex(State(limit: limit))
    }

    /// How many requests there may be at a time to each origin.
    ///
    /// Where there are more than that already, none is ended, and none begins before enough have.
    var limit: Int {
        get { state.withLock { $0.limit } }
        set {
            let admitted = state.withLock { state in
                let change = newValue - state.limit
                state.limit = newValue
                return Array(state.places.keys).flatMap { origin in state.places[origin]?.add(change) ?? [] }
            }
            for waiter in admitted { waiter.continuation.resume(returning: true) }
        }
    }

    /// Runs `body` in one of the tenant's places.
    ///
    /// - Throws: `notSent` where there was none before the deadline, or the task was cancelled until then.
    func pass<Value>(
        to origin: WebOrigin,
        for tenant: TenantID,
        before deadline: ContinuousClock.Instant,
        _ body: () async throws(EgressFailure) -> Value
    ) async throws(EgressFailure) -> Value {
        if !take(origin, tenant) {
            guard await wait(origin, tenant, until: deadline) else {
                throw Task.isCancelled ? .notSent("given up before it was sent") : .crowded(origin)
            }
        }
        defer { leave(origin, tenant) }
        return try await body()
    }

    private func take(_ origin: WebOrigin, _ tenant: TenantID) -> Bool {
        state.withLock { $0[origin].take(tenant) }
    }

    private func leave(_ origin: WebOrigin, _ tenant: TenantID) {
        state.withLock { $0.places[origin]?.leave(tenant) }?.waiter.continuation.resume(returning: true)
    }

    /// - Returns: whether there is a place now.
    private func wait(_ origin: WebOrigin, _ tenant: TenantID, until deadline: ContinuousClock.Instant) async -> Bool {
        let ticket = lastTicket.wrappingAdd(1, ordering: .relaxed).newValue
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    // A request that was cancelled before it was queued has no entry.
                    if Task.isCancelled || ContinuousClock.now >= deadline { return false }
                    if state[origin].take(tenant) { return true }
                    let waiter = Waiter(continuation: continuation, deadline: deadline)
                    state.places[origin]?.wait(tenant, waiter, ticket: ticket)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) } else { watch() }
            }
        } onCancel: {
            let waiter = state.withLock { $0.places[origin]?.giveUp(tenant, ticket: ticket) }
            waiter?.continuation.resume(returning: false)
        }
    }

    /// Ensures that nobody waits for longer than their timeout.
    private func watch() {
        let isFirst = state.withLock { state in
            defer { state.isWatched = true }
            return !state.isWatched
        }
        guard isFirst else { return }
        Task {
            while let pause = sendAwayLate() {
                // Nobody cancels this task.
                try? await Task.sleep(for: pause)
            }
        }
    }

    /// Sends away those whose time is up.
    ///
    /// - Returns: when to check again; nil where nobody waits any more.
    private func sendAwayLate() -> Duration? {
        let now = ContinuousClock.now
        let (late, pause) = state.withLock { state in
            var late: [Waiter] = []
            var next: ContinuousClock.Instant?
            for origin in Array(state.places.keys) {
                late += state.places[origin]?.giveUp { $0.deadline <= now } ?? []
                next = [next, state.places[origin]?.waiters.map(\.deadline).min()].compactMap(\.self).min()
            }
            state.isWatched = next != nil
            return (late, next.map { min(now.duration(to: $0), Self.timeLimit) })
        }
        for waiter in late { waiter.continuation.resume(returning: false) }
        return pause
    }
}

extension EgressFailure {
    fileprivate static func crowded(_ origin: WebOrigin) -> EgressFailure {
        .notSent("\(origin.host) has not answered the requests before this one")
    }
}
