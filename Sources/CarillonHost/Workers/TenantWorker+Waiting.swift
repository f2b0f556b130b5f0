import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension TenantWorker {
    /// The deliveries that may go out after they have waited; what became of the others is recorded.
    func released(_ waited: [LeasedDelivery]) async throws(StoreFailure) -> [LeasedDelivery] {
        guard !waited.isEmpty else { return [] }
        let audiences = try await audiences(of: waited.map(\.notification))
        let release = tenant.routing.release(waited, audiences: audiences, at: clock.now)
        if !release.settlements.isEmpty {
            try await tenant.store.settle(release.settlements)
            observe(release.settlements, of: waited)
        }
        return release.going
    }

    private func observe(_ settlements: [Settlement], of waited: [LeasedDelivery]) {
        let channels = Dictionary(waited.map { ($0.row, $0.plan.channel) }) { first, _ in first }
        for (channel, group) in Dictionary(grouping: settlements, by: { channels[$0.row] }) {
            guard let channel else { continue }
            for (outcome, same) in Dictionary(grouping: group, by: \.result.word) {
                observer.observe(
                    .settled(tenant.profile.id, channel, outcome: outcome, count: same.count, latency: .zero)
                )
            }
        }
    }

    /// A clock that goes back this little may just have been set right.
    private static let toleratedStep: Duration = .seconds(1)

    /// Tells the store where the clock went back.
    ///
    /// - Returns: what the clock shows.
    func clockChecked(since latest: Instant) async throws(StoreFailure) -> Instant {
        let now = clock.now
        guard now.advanced(by: Self.toleratedStep) < latest else { return max(now, latest) }
        try await tenant.store.clockWentBack(from: latest, to: now)
        return now
    }
}
