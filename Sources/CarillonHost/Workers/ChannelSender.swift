import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Takes batches from a lane through the last stages: rendered, marked as attempted, handed to the plugin, settled.
struct ChannelSender: Sendable {
    let tenant: TenantRuntime
    let channel: any CarillonPluginKit.Channel
    let id: ChannelID
    let clock: any CarillonPluginKit.Clock
    let observer: any PipelineObserver
    /// Nil where the provider sets no rate, or the operator wants none kept.
    let pacer: Pacer?

    private var descriptor: ChannelDescriptor { type(of: channel).descriptor }

    /// Sends one batch.
    ///
    /// - Throws: ``StoreFailure`` where the outcome couldn't be kept: the deliveries stay as they are stored, and are
    ///   taken up again.
    func send(_ batch: [LeasedDelivery]) async throws(StoreFailure) {
        if let reason = tenant.pauses.reason(id) { return try await hold(batch, reason) }
        var settlements: [Settlement] = []
        var outgoing: [Outgoing] = []
        for delivery in batch {
            if let settlement = tenant.settling.settleUncertain(delivery, at: clock.now) {
                settlements.append(settlement)
                continue
            }
            do {
                outgoing.append(Outgoing(delivery: delivery, message: try rendered(delivery)))
            } catch {
                settlements.append(
                    Settlement(row: delivery.row, result: .failed(error.reason), at: clock.now, wasAttempted: false)
                )
            }
        }
        if !outgoing.isEmpty {
            observer.observe(.rendered(tenant.profile.id, id, count: outgoing.count))
            await pacer?.pass(outgoing.count)
        }
        outgoing = try await allowed(outgoing)
        let started = clock.now
        let outcomes = await deliver(outgoing.map(\.message))
        let now = clock.now
        if !outgoing.isEmpty {
            let waits = outgoing.filter { $0.delivery.attempts == 0 }
                .map { $0.delivery.notification.dueAt.duration(to: started) }
            observer.observe(.sent(tenant.profile.id, id, waits: waits, call: started.duration(to: now)))
        }
        for (sent, outcome) in zip(outgoing, outcomes) {
            settlements.append(tenant.settling.settle(sent.delivery, outcome, at: now))
            if case .misconfigured(let reason) = outcome, tenant.pauses.pause(id, reason, at: now) {
                observer.observe(.channelPaused(tenant.profile.id, id, reason))
            }
        }
        note(outgoing, outcomes)
        settlements = tenant.routing.addingFallbacks(to: settlements, of: batch, at: now)
        try await tenant.store.settle(settlements.includingFollowers(of: batch))
        observe(settlements, since: started)
        tenant.settled.report(batch.lazy.map(\.notification.id))
    }

    /// Keeps what can't go out while the channel rests.
    private func hold(_ batch: [LeasedDelivery], _ reason: OutcomeReason) async throws(StoreFailure) {
        tenant.settled.noteProviderFailure(batch.lazy.map(\.notification.id))
        try await tenant.store.settle(
            batch.flatMap(\.rows).map {
                Settlement(row: $0, result: .held(reason), at: clock.now, wasAttempted: false)
            }
        )
        tenant.settled.report(batch.lazy.map(\.notification.id))
    }

    private struct Outgoing {
        var delivery: LeasedDelivery
        var message: OutgoingMessage
    }

    private func rendered(_ delivery: LeasedDelivery) throws(RenderingFailure) -> OutgoingMessage {
        try tenant.rendering.render(RenderingRequest(delivery, now: clock.now))
    }

    /// The feed is no provider: putting the same words there twice is a no-op, so nothing needs to be marked.
    private func allowed(_ outgoing: [Outgoing]) async throws(StoreFailure) -> [Outgoing] {
        guard descriptor.address != .user, !outgoing.isEmpty else { return outgoing }
        let rows = try await tenant.store.markAttempted(outgoing.flatMap(\.delivery.rows), at: clock.now)
        return outgoing.filter { rows.contains($0.delivery.row) }
    }

    private func deliver(_ messages: [OutgoingMessage]) async -> [DeliveryOutcome] {
        guard !messages.isEmpty else { return [] }
        let type = type(of: channel)
        let fitting = messages.map { message in
            descriptor.sizeLimit.flatMap { type.shortened(message, toSize: $0) } ?? message
        }
        var outcomes = await channel.deliver(fitting)
        for (index, outcome) in outcomes.enumerated() {
            guard case .tooLarge(let limit) = outcome, let shorter = type.shortened(fitting[index], toSize: limit),
                shorter != fitting[index]
            else { continue }
            outcomes[index] = await channel.deliver([shorter]).first ?? outcome
        }
        return outcomes
    }

    /// Tells those who wait for one of these that the provider as a whole could not be used.
    private func note(_ outgoing: [Outgoing], _ outcomes: [DeliveryOutcome]) {
        let failed = zip(outgoing, outcomes).filter { $1.reason?.scope == .provider }
        tenant.settled.noteProviderFailure(failed.lazy.map { $0.0.delivery.notification.id })
    }

    private func observe(_ settlements: [Settlement], since started: Instant) {
        let latency = started.duration(to: clock.now)
        for (outcome, group) in Dictionary(grouping: settlements, by: \.result.word) {
            observer.observe(.settled(tenant.profile.id, id, outcome: outcome, count: group.count, latency: latency))
        }
        let gone = settlements.count { $0.forget != nil }
        if gone > 0 { observer.observe(.gone(tenant.profile.id, id, count: gone)) }
        for settlement in settlements {
            if case .failed(let reason) = settlement.result {
                observer.observe(.refusedByProvider(tenant.profile.id, id, reason))
            }
        }
    }
}
