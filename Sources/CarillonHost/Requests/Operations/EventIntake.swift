import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// Accepts every event, whoever posts it: stores it, counts it, and wakes the worker.
struct EventIntake: Sendable {
    let tenant: ActiveTenant

    /// Returns after the event's commit.
    ///
    /// - Throws: `unavailable` when the store can't keep it.
    func take(_ event: AcceptedEvent) async throws(Problem) -> Acceptance {
        let runtime = tenant.runtime
        let id = runtime.profile.id
        let acceptance = try await Problem.stored(of: id, runtime.observer) { () async throws(StoreFailure) in
            try await runtime.store.accept(event)
        }
        switch acceptance {
        case .accepted:
            runtime.observer.observe(.accepted(id, events: 1, notifications: event.notifications.count))
        case .duplicate: runtime.observer.observe(.duplicate(id))
        case .conflict: break
        }
        tenant.wake(acceptance.wakes)
        return acceptance
    }
}
