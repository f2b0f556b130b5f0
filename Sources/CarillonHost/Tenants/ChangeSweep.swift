import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// Forgets, every ten minutes, the changes that streams were kept for.
struct ChangeSweep: Sendable {
    /// How long a client may have been away and still receive all that it missed.
    static let retention: Duration = .seconds(24 * 3600)
    static let interval: Duration = .seconds(600)
    /// Changes forgotten in one commit.
    static let slice = 1000

    let directory: TenantDirectory
    let clock: any WallClock

    /// Runs until the task is cancelled.
    func run() async {
        // Cancellation is how this ends.
        while (try? await Task.sleep(for: Self.interval)) != nil {
            await sweep()
        }
    }

    func sweep() async {
        let cutoff = clock.now.advanced(by: .zero - Self.retention)
        for tenant in directory.runtimes {
            // The next sweep tries again; the store's failure is reported where it delays a delivery or an answer.
            while let home = try? tenant.lanes.lease(.home),
                let count = try? await tenant.store.forgetChanges(in: home, before: cutoff, limit: Self.slice),
                count == Self.slice, !Task.isCancelled
            {}
        }
    }
}
