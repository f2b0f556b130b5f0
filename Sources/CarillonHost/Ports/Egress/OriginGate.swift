import CarillonModel
import CarillonPluginKit
import Synchronization

/// Lets so many requests at a time go to each origin; the others wait here, shared out fairly between tenants.
///
/// The pool of connections has a queue too, but one in which all tenants stand behind each other, which gives requests up after
/// the time for connecting, and which is searched from end to end for each request given up
/// (`HTTPConnectionPool.RequestQueue.remove`): some thousands at a provider that doesn't answer kept the event loops, and
/// with them the server, busy for seconds. So no more are handed to it than there may be connections.
///
/// A class with a lock, because requests come side by side.
final class OriginGate: Sendable {
    private typealias Places = FairPlaces<CheckedContinuation<Bool, Never>>

    private let limit: Int
    private let state = Mutex<[WebOrigin: Places]>([:])
    private let lastTicket = Atomic<UInt64>(0)

    init(limit: Int) {
        self.limit = limit
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
        state.withLock { $0[origin, default: Places(limit)].take(tenant) }
    }

    private func leave(_ origin: WebOrigin, _ tenant: TenantID) {
        state.withLock { $0[origin]?.leave(tenant) }?.resume(returning: true)
    }

    /// - Returns: whether there is a place now.
    private func wait(_ origin: WebOrigin, _ tenant: TenantID, until deadline: ContinuousClock.Instant) async -> Bool {
        let ticket = lastTicket.wrappingAdd(1, ordering: .relaxed).newValue
        let timer = Task { [weak self] in
            // Cancellation is how an early turn ends the timer.
            guard (try? await Task.sleep(until: deadline)) != nil else { return }
            self?.giveUp(origin, tenant, ticket)
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    // Whoever gave it up before it stood in line found nothing.
                    if Task.isCancelled || ContinuousClock.now >= deadline { return false }
                    if state[origin, default: Places(limit)].take(tenant) { return true }
                    state[origin]?.wait(tenant, continuation, ticket: ticket)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            giveUp(origin, tenant, ticket)
        }
    }

    private func giveUp(_ origin: WebOrigin, _ tenant: TenantID, _ ticket: Places.Ticket) {
        state.withLock { $0[origin]?.giveUp(tenant, ticket: ticket) }?.resume(returning: false)
    }
}

extension EgressFailure {
    fileprivate static func crowded(_ origin: WebOrigin) -> EgressFailure {
        .notSent("\(origin.host) has not answered the requests before this one")
    }
}
