import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Removes one tenant's events, with all that came of them, once they were kept as long as its profile specifies; and what its
/// staff made of texts, when that is old.
///
/// In small pages with pauses between them: writes of the tenant that somebody waits for come in between.
struct RetentionSweep: Sendable {
    let tenant: TenantRuntime
    /// Waits; ends the sweep by throwing.
    ///
    /// A test doesn't wait.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    static let pageSize = 200
    static let rest: Duration = .milliseconds(50)
    static let interval: Duration = .seconds(3600)

    /// Runs until its task is cancelled.
    func run() async {
        repeat {
            do {
                try await sweepTextHistory()
                try await sweep()
            } catch {
                tenant.observer.observe(.storeFailed(tenant.profile.id, error))
            }
        } while (try? await sleep(Self.interval)) != nil
    }

    /// Goes through what is old enough now, once.
    ///
    /// - Returns: how many events were removed.
    @discardableResult
    func sweep() async throws(StoreFailure) -> Int {
        guard let retention = tenant.profile.policies.retention else { return 0 }
        let cutoff = tenant.clock.now.advanced(by: .zero - retention)
        var count = 0
        while true {
            let removed = try await tenant.store.sweep(
                in: tenant.lanes.lease(.home),
                acceptedBefore: cutoff,
                limit: Self.pageSize
            )
            count += removed
            guard removed == Self.pageSize, (try? await sleep(Self.rest)) != nil else { break }
        }
        if count > 0 { tenant.observer.observe(.swept(tenant.profile.id, events: count)) }
        return count
    }

    /// Goes through changes of texts, and comments on them, once.
    ///
    /// - Returns: how many were removed.
    @discardableResult
    func sweepTextHistory() async throws(StoreFailure) -> Int {
        let cutoff = tenant.clock.now.advanced(by: .zero - tenant.profile.studio.retention)
        var count = 0
        while true {
            let removed = try await tenant.store.forgetTextHistory(before: cutoff, limit: Self.pageSize)
            count += removed
            guard removed == Self.pageSize, (try? await sleep(Self.rest)) != nil else { return count }
        }
    }
}
