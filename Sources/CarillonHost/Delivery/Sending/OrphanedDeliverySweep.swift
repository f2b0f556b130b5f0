import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Holds what is due on a channel that no runner serves, because the profile has lost it since, or it can't start, and ends what
/// was held for too long.
///
/// It waits with its reason until the channel is back, and this is reported to the operator. What has expired ends, and
/// so does what the profile hasn't had a channel for, or what a channel that works holds for its address or its event
/// type, for as long as attempts may take. What a paused channel holds waits for the operator.
struct OrphanedDeliverySweep: Sendable {
    let tenant: TenantRuntime
    private let wakeSignal = WakeSignal()

    private static let interval: Duration = .seconds(30)

    /// Runs until its task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await sweep()
            await wakeSignal.wait(atMost: Self.interval)
        }
    }

    func sweep() async {
        do {
            for channel in try await tenant.store.awaitedChannels() where tenant.channels[channel] == nil {
                try await hold(on: channel)
            }
            for channel in try await tenant.store.holdingChannels() {
                if tenant.channels[channel] == nil {
                    try await endOrphaned(on: channel)
                } else if tenant.channels[channel]?.breaker.hasHeldDeliveries == false {
                    try await endHeld(on: channel)
                }
            }
        } catch {
            tenant.observer.observe(.storeFailed(tenant.profile.id, error))
        }
    }

    private func hold(on channel: ChannelID) async throws(StoreFailure) {
        while true {
            let orphaned = try await tenant.store.leaseDeliveries(
                on: channel,
                in: tenant.lanes.lease(.home),
                at: tenant.clock.now,
                limit: TenantRuntime.roundSize
            )
            guard !orphaned.isEmpty else { return }
            try await tenant.hold(orphaned, onUnserved: channel, at: tenant.clock.now)
        }
    }
}

extension OrphanedDeliverySweep {
    /// Ends what was held for too long on a channel that works.
    private func endHeld(on channel: ChannelID) async throws(StoreFailure) {
        while true {
            let now = tenant.clock.now
            let held = try await tenant.store.leaseHeld(
                on: channel,
                in: tenant.lanes.lease(.channel(channel)),
                countingFrom: tenant.settling.heldCutoff(at: now),
                at: now,
                limit: TenantRuntime.roundSize
            )
            guard !held.isEmpty else { return }
            let ends = tenant.routing.addingFallbacks(
                to: held.compactMap { tenant.settling.settleHeld($0, at: now) },
                of: held,
                at: now
            )
            try await tenant.store.settle(ends)
            tenant.observe(ends, of: held)
            for fallback in ends.lazy.flatMap(\.fallbacks) { tenant.channels.notify(fallback.channel) }
        }
    }

    /// Ends what was held for too long on a channel that isn't there.
    private func endOrphaned(on channel: ChannelID) async throws(StoreFailure) {
        while true {
            let now = tenant.clock.now
            let held = try await tenant.store.leaseHeld(
                on: channel,
                in: tenant.lanes.lease(.home),
                countingFrom: tenant.settling.orphanedCutoff(on: channel, at: now),
                at: now,
                limit: TenantRuntime.roundSize
            )
            guard !held.isEmpty else { return }
            try await tenant.hold(held, onUnserved: channel, at: now)
        }
    }
}

extension TenantRuntime {
    /// Holds deliveries for a channel that nobody serves, and reports them to the operator; those that have waited for
    /// too long end.
    func hold(
        _ deliveries: [LeasedDelivery],
        onUnserved channel: ChannelID,
        at now: Instant
    ) async throws(StoreFailure) {
        let unserved = unserved(channel)
        let message = unserved.message
        let each = deliveries.flatMap(\.each)
        let ends = each.compactMap { settling.settleOrphaned($0, because: message, at: now) }
        if !ends.isEmpty {
            try await store.settle(ends)
            observe(ends, of: each)
            settled.report(deliveries.lazy.map(\.notification.id))
        }
        let left = Set(each.map(\.row)).subtracting(ends.map(\.row))
        let waiting = deliveries.compactMap { $0.kept(to: left) }
        guard !waiting.isEmpty else { return }
        observer.observe(.channelPaused(profile.id, channel, unserved))
        try await hold(waiting, on: channel, unserved, at: now)
    }
}
