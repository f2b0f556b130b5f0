import CarillonModel

extension InMemoryTenantStore: InspectingStore {
    func queue(at now: Instant) async throws(StoreFailure) -> QueueFigures {
        try with { $0.queue(at: now) }
    }
}

extension InMemoryState {
    fileprivate func queue(at now: Instant) -> QueueFigures {
        let waiting = open.compactMap { deliveries[$0] }.filter { $0.status == .pending }
        let times = scheduled.compactMap { notifications[$0]?.planned.dueAt } + waiting.compactMap(\.dueAt)
        let held = Dictionary(grouping: waiting.filter { $0.dueAt == nil }, by: \.plan.channel)
        return QueueFigures(
            due: times.count { $0 <= now },
            oldestDue: times.filter { $0 <= now }.min(),
            scheduled: times.count { $0 > now },
            sending: open.count { deliveries[$0]?.status == .leased || deliveries[$0]?.status == .attempted },
            held: held.mapValues(\.count),
            failed: deliveries.values.count { $0.status == .failed }
        )
    }
}
