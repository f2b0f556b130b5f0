import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Reclaims, now and then, deliveries that are leased and that nobody works on any more.
///
/// No way is known how one could get lost while the process runs; where one is found, it is sent all the same. What a queue
/// or a sender holds is left alone however long it takes, and the store allows each lease only one attempt.
struct LeaseReaper: Sendable {
    let tenant: TenantRuntime
    let runners: [ChannelRunner]
    /// Notified to check at once.
    var wakeSignal = WakeSignal()

    static let interval: Duration = .seconds(60)
    /// How long a lease lasts.
    static let length: Duration = .seconds(300)

    /// Runs until its task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await wakeSignal.wait(atMost: Self.interval)
            guard !Task.isCancelled else { return }
            await sweep()
        }
    }

    func sweep() async {
        var inHand: Set<Int64> = []
        for runner in runners { inHand.formUnion(await runner.queue.inHand) }
        do {
            let count = try await tenant.store.reclaimLeases(
                in: tenant.lanes.all,
                leasedBefore: tenant.clock.now.advanced(by: .zero - Self.length),
                except: inHand,
                at: tenant.clock.now
            )
            guard count > 0 else { return }
            tenant.observer.observe(.leasesLost(tenant.profile.id, count: count))
            tenant.channels.notify()
        } catch {
            tenant.observer.observe(.storeFailed(tenant.profile.id, error))
        }
    }
}
