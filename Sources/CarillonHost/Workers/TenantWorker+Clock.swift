import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension TenantWorker {
    /// A clock that goes back this little may just have been set right.
    private static let toleratedStep: Duration = .seconds(1)

    /// Tells the store where the clock went back.
    ///
    /// - Returns: what the clock shows.
    func clockChecked(since latest: Instant) async throws(StoreFailure) -> Instant {
        let now = clock.now
        guard now.advanced(by: Self.toleratedStep) < latest else { return max(now, latest) }
        try await tenant.store.clockWentBack(from: latest, to: now)
        tenant.sending.clockWentBack(from: latest, to: now)
        // What waits for its next try has another time now.
        tenant.sending.ring()
        return now
    }
}
