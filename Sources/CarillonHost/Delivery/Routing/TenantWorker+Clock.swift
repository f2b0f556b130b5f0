import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension TenantWorker {
    /// A clock that goes back this little may just have been set right.
    private static let toleratedStep: Duration = .seconds(1)

    /// Adjusts the store, and all that keeps times of its own, where the clock went back.
    ///
    /// - Parameter latest: what the clock showed last, and all that the worker has planned since was planned with.
    /// - Returns: what the clock shows.
    func clockChecked(
        since latest: Instant,
        _ rateLimiter: inout RecipientRateLimiter?
    ) async throws(StoreFailure) -> Instant {
        let now = clock.now
        guard now.advanced(by: Self.toleratedStep) < latest else { return max(now, latest) }
        try await tenant.store.clockWentBack(in: tenant.lanes.lease(.home), from: latest, to: now)
        tenant.channels.clockWentBack(from: latest, to: now)
        rateLimiter?.clockWentBack(by: now.duration(to: latest))
        observer.observe(.clockWentBack(tenant.profile.id, by: now.duration(to: latest)))
        // What waits for its next attempt has another time now.
        tenant.channels.notify()
        return now
    }
}
