import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Holds what is due on a channel that no runner serves: the profile has lost it since, or it can't start.
///
/// It waits with its reason until the channel is back, and the operator is told. What has expired ends, and so does what the
/// profile hasn't had a channel for, for as long as tries may take.
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
            for channel in try await tenant.store.holdingChannels() where tenant.channels[channel] == nil {
                try await end(on: channel)
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

extension StrandedDeliveries {
    /// Ends what was held for too long.
    private func end(on channel: ChannelID) async throws(StoreFailure) {
        while true {
            let now = clock.now
            let held = try await tenant.store.leaseHeld(
                on: channel,
                countingFrom: tenant.settling.strandedCutoff(on: channel, at: now),
                at: now,
                limit: TenantWorker.roundSize
            )
            guard !held.isEmpty else { return }
            try await tenant.hold(held, onUnserved: channel, at: now, observer: observer)
        }
    }
}

extension TenantRuntime {
    /// Holds deliveries for a channel that nobody serves, and has the operator told; those that have waited for too long end.
    func hold(
        _ deliveries: [LeasedDelivery],
        onUnserved channel: ChannelID,
        at now: Instant,
        observer: any PipelineObserver
    ) async throws(StoreFailure) {
        let unserved = unserved(channel)
        let words = unserved.message
        let each = deliveries.flatMap(\.each)
        let ends = each.compactMap { settling.settleStranded($0, because: words, at: now) }
        if !ends.isEmpty {
            try await store.settle(ends)
            observe(ends, of: each, observer)
            settled.report(deliveries.lazy.map(\.notification.id))
        }
        let left = Set(each.map(\.row)).subtracting(ends.map(\.row))
        let waiting = deliveries.compactMap { $0.kept(to: left) }
        guard !waiting.isEmpty else { return }
        observer.observe(.channelPaused(profile.id, channel, unserved))
        try await hold(waiting, on: channel, unserved, at: now, observer: observer)
    }
}
