import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Moves one tenant's notifications from due to settled, for as long as it runs.
///
/// Each tenant has a worker of its own, and each of its channels lanes and senders of their own: one tenant's dead
/// provider stops nobody else, and one channel's stops no other.
struct TenantWorker: Sendable {
    let tenant: TenantRuntime
    let bell: Bell
    let clock: any CarillonPluginKit.Clock
    let observer: any PipelineObserver
    /// Whether providers' rates are kept to.
    let isPaced: Bool

    /// How many notifications one round routes: a commit shared by many, and no second of anybody's waiting.
    static let roundSize = 256
    /// After a store's failure.
    static let pauseAfterFailure: Duration = .seconds(1)
    /// Nothing rings when another process adds work, or a clock jumps: look now and then all the same.
    static let longestWait: Duration = .seconds(30)

    /// Runs until its task is cancelled; what is in flight is finished first.
    func run() async {
        let lanes = tenant.channels.mapValues { channel in
            ChannelLane(capacity: Self.roundSize + 2 * type(of: channel).descriptor.batchSize)
        }
        await withTaskGroup(of: Void.self) { group in
            for (id, channel) in tenant.channels {
                guard let lane = lanes[id] else { continue }
                let descriptor = type(of: channel).descriptor
                let rate = isPaced ? descriptor.ratePerSecond : nil
                let sender = ChannelSender(
                    tenant: tenant,
                    channel: channel,
                    id: id,
                    clock: clock,
                    observer: observer,
                    pacer: rate.map { Pacer(ratePerSecond: $0, clock: clock) }
                )
                for _ in 0..<Self.senders(for: descriptor) {
                    // Not a child of the cancelled task: a batch under way is finished and settled.
                    group.addTask {
                        await Task.detached { await feed(sender, from: lane, limit: descriptor.batchSize) }.value
                    }
                }
            }
            await route(into: lanes)
            for lane in lanes.values { await lane.close() }
            await group.waitForAll()
        }
    }

    /// Few large batches, or many single requests, at the same time.
    private static func senders(for descriptor: ChannelDescriptor) -> Int {
        switch descriptor.address {
        case .user: 2
        case .deviceToken, .email, .url: descriptor.batchSize > 1 ? 6 : 64
        }
    }

    private func feed(_ sender: ChannelSender, from lane: ChannelLane, limit: Int) async {
        while let batch = await lane.take(limit) {
            do {
                try await sender.send(batch)
                // What is to be tried again has a time now, which the router didn't know when it went to sleep; so has what
                // is held once its channel's rest ends.
                bell.ring()
            } catch {
                observer.observe(.storeFailed(tenant.profile.id, error))
            }
        }
    }

    private func route(into lanes: [ChannelID: ChannelLane]) async {
        // Without pacing, for load tests, recipients' limits don't count either.
        var allowance = isPaced ? tenant.allowance : nil
        var latest = clock.now
        while !Task.isCancelled {
            do {
                latest = try await clockChecked(since: latest)
                guard try await round(into: lanes, allowance: &allowance) == 0 else { continue }
                await bell.wait(atMost: try await pause())
            } catch {
                observer.observe(.storeFailed(tenant.profile.id, error))
                await bell.wait(atMost: Self.pauseAfterFailure)
            }
        }
    }

    private func pause() async throws(StoreFailure) -> Duration {
        guard let next = try await tenant.store.nextDue() else { return Self.longestWait }
        return min(max(clock.now.duration(to: next), .zero), Self.longestWait)
    }

    /// Routes what is due and takes up what is to be tried again.
    ///
    /// - Returns: how much there was to do.
    private func round(
        into lanes: [ChannelID: ChannelLane],
        allowance: inout RecipientAllowance?
    ) async throws(StoreFailure) -> Int {
        for channel in tenant.pauses.takeEnded(at: clock.now) {
            _ = try await tenant.store.release(channel, at: clock.now)
        }
        let expanded = try await expandTopics()
        let due = try await tenant.store.due(at: clock.now, limit: Self.roundSize)
        var deliveries: [LeasedDelivery] = []
        if !due.isEmpty {
            let now = clock.now
            var routed = tenant.routing.route(due, audiences: try await tenant.audiences(of: due), at: now)
            routed = allowance?.apply(to: routed, of: due, at: now) ?? routed
            let rows = try await tenant.store.route(routed, at: clock.now)
            for ((notification, route), rows) in zip(zip(due, routed), rows) {
                for (row, plan) in zip(rows, route.deliveries) where plan.dueAt == nil {
                    deliveries.append(LeasedDelivery(row: row, notification: notification, plan: plan))
                }
            }
            tenant.settled.report(due.lazy.map(\.id))
            observer.observe(.routed(tenant.profile.id, notifications: due.count, deliveries: deliveries.count))
        }
        let waited = try await tenant.store.leaseDeliveries(at: clock.now, limit: Self.roundSize)
        let released = try await tenant.released(waited, at: clock.now, observer: observer)
        try await dispatch(deliveries + released, into: lanes)
        return expanded + due.count + waited.count
    }

    private func dispatch(
        _ deliveries: [LeasedDelivery],
        into lanes: [ChannelID: ChannelLane]
    ) async throws(StoreFailure) {
        for (channel, group) in Dictionary(grouping: deliveries, by: \.plan.channel) {
            if let lane = lanes[channel] {
                await lane.add(group)
            } else {
                let reason = OutcomeReason(
                    "channel-unavailable",
                    tenant.unavailable[channel] ?? "the profile has no such channel"
                )
                observer.observe(.channelPaused(tenant.profile.id, channel, reason))
                try await tenant.store.settle(
                    group.flatMap(\.rows).map {
                        Settlement(row: $0, result: .held(reason), at: clock.now, wasAttempted: false)
                    }
                )
            }
        }
    }
}
