import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// Accepts every event, whoever posts it: stores it, counts it, and wakes the worker.
struct EventIntake: Sendable {
    let tenant: TenantRuntime
    let wakeSignal: WakeSignal

    /// Returns after the event's commit.
    ///
    /// - Throws: `unavailable` when the store can't keep it.
    func take(_ event: AcceptedEvent) async throws(Problem) -> Acceptance {
        let id = tenant.profile.id
        let acceptance = try await Problem.stored(of: id, tenant.observer) { () async throws(StoreFailure) in
            try await tenant.store.accept(event)
        }
        switch acceptance {
        case .accepted:
            tenant.observer.observe(.accepted(id, events: 1, notifications: event.notifications.count))
            wakeSignal.notify()
            tenant.tellHolder()
        case .duplicate: tenant.observer.observe(.duplicate(id))
        case .conflict: break
        }
        return acceptance
    }
}
