import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Holds what is due on a channel that no runner serves: the profile has lost it since, or it can't start.
///
/// It waits with its reason until the channel is back, and the operator is told.
struct StrandedDeliveries: Sendable {
    let tenant: TenantRuntime
    let clock: any CarillonPluginKit.Clock
    let observer: any PipelineObserver
    private let bell = Bell()

    private static let interval: Duration = .seconds(30)

    /// Runs until its task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await look()
            await bell.wait(atMost: Self.interval)
        }
    }

    private func look() async {
        do {
            for channel in try await tenant.store.awaitedChannels() where tenant.channels[channel] == nil {
                try await hold(on: channel)
            }
        } catch {
            observer.observe(.storeFailed(tenant.profile.id, error))
        }
    }

    private func hold(on channel: ChannelID) async throws(StoreFailure) {
        while true {
            let stranded = try await tenant.store.leaseDeliveries(
                on: channel,
                at: clock.now,
                limit: TenantWorker.roundSize
            )
            guard !stranded.isEmpty else { return }
            try await tenant.hold(stranded, onUnserved: channel, at: clock.now, observer: observer)
        }
    }
}

extension TenantRuntime {
    /// Holds deliveries for a channel that nobody serves, and has the operator told.
    func hold(
        _ deliveries: [LeasedDelivery],
        onUnserved channel: ChannelID,
        at now: Instant,
        observer: any PipelineObserver
    ) async throws(StoreFailure) {
        let reason = OutcomeReason("channel-unavailable", unavailable[channel] ?? "the profile has no such channel")
        observer.observe(.channelPaused(profile.id, channel, reason))
        try await hold(deliveries, on: channel, reason, at: now, observer: observer)
    }
}
