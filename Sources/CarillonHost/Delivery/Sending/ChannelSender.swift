import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Takes batches from a queue through the last stages: rendered, marked as attempted, handed to the plugin, settled.
struct ChannelSender: Sendable {
    let tenant: TenantRuntime
    let channel: TenantChannel
    let queue: ChannelQueue
    /// Nil where the provider sets no rate, or the operator has disabled it.
    let rateLimiter: SendRateLimiter?

    private var lane: LaneLease { get throws(StoreFailure) { try tenant.lanes.lease(.channel(channel.id)) } }
    private var clock: any WallClock { tenant.clock }
    private var observer: any PipelineObserver { tenant.observer }
    private var limited: SizeLimitedSender { SizeLimitedSender(kind: channel.kind, channel: channel.plugin) }

    /// Sends batch after batch until the queue is closed.
    func run(limit: Int) async {
        while await queue.hasWork() {
            // Before anything is taken: what waits for the provider's rate waits in the queue, which is fair among
            // recipients.
            await rateLimiter?.pass(limit)
            guard let batch = await queue.take(limit) else { return }
            do {
                try await send(batch, room: limit)
                await queue.done(batch.deliveries)
                // A probe with nothing to send leaves its place to the next, and who waits for this batch to end may try one.
                if batch.isProbe || channel.breaker.circuit.interruption != nil { channel.wakeSignal.notify() }
            } catch {
                // Nothing went out: it is tried again as soon as the store can record that.
                observer.observe(.storeFailed(tenant.profile.id, error))
                try? await Task.sleep(for: WakeSignal.pauseAfterStoreFailure)
                await note(.nothing, isProbe: batch.isProbe)
                await queue.putBack(batch.deliveries)
            }
        }
    }

    /// Sends one batch.
    ///
    /// - Parameter room: how many the provider's rate allows to be sent.
    /// - Throws: ``StoreFailure`` where nothing was handed to the provider.
    private func send(_ batch: ChannelQueue.Batch, room: Int) async throws(StoreFailure) {
        let prepared = prepare(batch.deliveries)
        await rateLimiter?.refund(room - prepared.outgoing.count)
        try await release(prepared.followers)
        let marked = try await mark(prepared.outgoing)
        let answered = await handOver(marked)
        // Before it is recorded: whoever reads the outcomes reads the channel's state after them.
        await note(answered, isProbe: batch.isProbe)
        let settlements = prepared.settlements + settlements(of: answered)
        // A delivery that represents several fails for each of them.
        let all = settlements.includingFollowers(of: prepared.unrendered + marked.map(\.delivery))
        await settle(tenant.routing.addingFallbacks(to: all, of: batch.deliveries, at: answered.endedAt))
        observe(settlements, since: answered.startedAt)
        tenant.settled.report(batch.deliveries.lazy.map(\.notification.id))
    }
}

// MARK: - Prepare

extension ChannelSender {
    private struct Outgoing {
        var delivery: LeasedDelivery
        var message: OutgoingMessage
    }

    /// A batch before anything of it goes out.
    private struct Prepared {
        var outgoing: [Outgoing] = []
        /// Settlements of deliveries that aren't sent.
        var settlements: [Settlement] = []
        /// Deliveries that can't be rendered, with all that they represent.
        var unrendered: [LeasedDelivery] = []
        /// Deliveries that were represented by one that isn't sent, and can be sent themselves.
        var followers: [LeasedDelivery] = []
    }

    private func prepare(_ deliveries: [LeasedDelivery]) -> Prepared {
        var prepared = Prepared()
        for delivery in deliveries {
            if let settlement = tenant.settling.settleUnsent(delivery, at: clock.now) {
                prepared.settlements.append(settlement)
                prepared.followers += delivery.followers
                continue
            }
            do {
                prepared.outgoing.append(Outgoing(delivery: delivery, message: try rendered(delivery)))
            } catch {
                prepared.unrendered.append(delivery)
                prepared.settlements.append(tenant.settling.settleUnrendered(delivery, error, at: clock.now))
            }
        }
        if !prepared.outgoing.isEmpty {
            observer.observe(.rendered(tenant.profile.id, channel.id, count: prepared.outgoing.count))
        }
        return prepared
    }

    private func rendered(_ delivery: LeasedDelivery) throws(RenderingFailure) -> OutgoingMessage {
        let message = try tenant.message(for: delivery, at: clock.now)
        return limited.truncated(message, times: delivery.truncationCount)
    }

    private func release(_ followers: [LeasedDelivery]) async throws(StoreFailure) {
        guard !followers.isEmpty else { return }
        try await tenant.store.releaseLeases(followers.map(\.row), in: lane, at: clock.now)
        channel.wakeSignal.notify()
    }
}

// MARK: - Mark, hand over

extension ChannelSender {
    /// The provider's answers to a batch, in its order.
    private struct Answered {
        let outgoing: [Outgoing]
        let answers: [SizeLimitedSender.Answer]
        /// The answers' outcomes, as far as they are believed.
        let outcomes: [DeliveryOutcome]
        let startedAt: Instant
        let endedAt: Instant
    }

    /// Notes that these are about to be attempted: what a crash leaves in doubt is known from it.
    ///
    /// The feed is no provider: putting the same item there twice is a no-op, so nothing needs to be marked.
    /// - Returns: those that are still this lease's to send.
    private func mark(_ outgoing: [Outgoing]) async throws(StoreFailure) -> [Outgoing] {
        guard channel.descriptor.address != .user, !outgoing.isEmpty else { return outgoing }
        let all = outgoing.flatMap(\.delivery.rows)
        let rows = try await mark(all, at: clock.now)
        guard rows.count < all.count else { return outgoing }
        return outgoing.compactMap { outgoing in
            outgoing.delivery.kept(to: rows).map { Outgoing(delivery: $0, message: outgoing.message) }
        }
    }

    /// Repeats a mark whose answer was lost, at its own time: at another it would be another's, and these would wait until
    /// they are taken back as uncertain, although nothing went out.
    private func mark(_ rows: [Int64], at now: Instant) async throws(StoreFailure) -> Set<Int64> {
        while true {
            do throws(StoreFailure) {
                return try await tenant.store.markAttempted(rows, in: lane, at: now)
            } catch {
                guard error.kind == .unknown, await !queue.isClosed else { throw error }
                observer.observe(.storeFailed(tenant.profile.id, error))
                try? await Task.sleep(for: WakeSignal.pauseAfterStoreFailure)
            }
        }
    }

    private func handOver(_ outgoing: [Outgoing]) async -> Answered {
        let started = clock.now
        let answers = await limited.deliver(outgoing.map(\.message))
        let outcomes = await channel.guarded(
            answers.map(\.outcome),
            of: outgoing.map { .init(address: $0.message.address, recipient: $0.message.recipient) }
        )
        let ended = clock.now
        if !outgoing.isEmpty {
            let waits = outgoing.filter { $0.delivery.attempts == 0 }
                .map { $0.delivery.notification.dueAt.duration(to: started) }
            observer.observe(.sent(tenant.profile.id, channel.id, waits: waits, call: started.duration(to: ended)))
        }
        return Answered(outgoing: outgoing, answers: answers, outcomes: outcomes, startedAt: started, endedAt: ended)
    }

    /// Records what a batch showed of its channel, and reports to those who wait for one of it where the provider as a
    /// whole could not be used.
    private func note(_ answered: Answered, isProbe: Bool) async {
        await note(
            .init(answered.outcomes, recipientDeferrals: channel.descriptor.recipientDeferrals),
            of: answered.outgoing.common(\.delivery.notification.recipient),
            onlyTo: answered.outgoing.common(\.message.address),
            isProbe: isProbe
        )
        let failed = zip(answered.outgoing, answered.outcomes).filter { $1.reason?.concernsProvider == true }
        tenant.settled.noteProviderFailure(failed.lazy.map { $0.0.delivery.notification.id })
    }

    private func note(
        _ verdict: CircuitBreaker.Verdict,
        of recipient: UserID? = nil,
        onlyTo address: String? = nil,
        isProbe: Bool
    ) async {
        await channel.note(verdict, of: recipient, onlyTo: address, isProbe: isProbe)
        // An interruption that began needs somebody to end it, after one that ended the others go on.
        let isInterrupted = channel.breaker.circuit.interruption != nil
        if isInterrupted { tenant.settled.reportCircuitOpen() }
        if isProbe || isInterrupted {
            channel.wakeSignal.notify()
            await queue.wakeTakers()
        }
    }
}

// MARK: - Settle

extension ChannelSender {
    private func settlements(of answered: Answered) -> [Settlement] {
        zip(zip(answered.outgoing, answered.answers), answered.outcomes).map { sent, outcome in
            let (outgoing, answer) = sent
            var settlement = tenant.settling.settle(
                outgoing.delivery,
                outcome,
                sentAt: answered.startedAt,
                at: answered.endedAt
            )
            settlement.truncations = answer.truncations
            if case .delivered = settlement.result { settlement.receiptDueAt = receiptDue(at: answered.endedAt) }
            return settlement
        }
    }

    private func receiptDue(at now: Instant) -> Instant? {
        channel.kind.receiptTerms.map { now.advanced(by: $0.delay) }
    }

    /// Keeps what is known, however long the store can't: forgetting it would mean sending twice.
    ///
    /// Only the end of the process gives up; what was attempted is uncertain at the next start.
    private func settle(_ settlements: [Settlement]) async {
        while true {
            do {
                try await tenant.store.settle(settlements)
                if settlements.contains(where: \.isTriedAgain) { channel.wakeSignal.notify() }
                if settlements.contains(where: \.isHeldForChannel) {
                    await channel.noteHeld()
                }
                for fallback in settlements.lazy.flatMap(\.fallbacks) {
                    tenant.channels.notify(fallback.channel)
                }
                return
            } catch {
                // At the end of the process the store is closed before a provider that doesn't answer is given up.
                let isOver = await queue.isClosed
                if !isOver || error.kind != .unavailable { observer.observe(.storeFailed(tenant.profile.id, error)) }
                guard !isOver else { return }
                try? await Task.sleep(for: WakeSignal.pauseAfterStoreFailure)
            }
        }
    }

    private func observe(_ settlements: [Settlement], since started: Instant) {
        let latency = started.duration(to: clock.now)
        let gone = settlements.count { $0.forget != nil }
        if gone > 0 { observer.observe(.gone(tenant.profile.id, channel.id, count: gone)) }
        for settlement in settlements {
            if case .failed(let reason) = settlement.result {
                observer.observe(.refusedByProvider(tenant.profile.id, channel.id, reason))
            }
        }
        // Last: whoever observes that all are settled has observed everything about them.
        for (outcome, group) in Dictionary(grouping: settlements, by: \.result.outcome) {
            let count = group.count
            observer.observe(.settled(tenant.profile.id, channel.id, outcome: outcome, count: count, latency: latency))
        }
    }
}

extension Collection {
    /// The value that all have; nil where they differ, and where there is none.
    fileprivate func common<Value: Equatable>(_ value: (Element) -> Value) -> Value? {
        let first = first.map(value)
        return allSatisfy { value($0) == first } ? first : nil
    }
}

extension ReplaceableSettlement {
    /// What waits for its event type, or for its address, is released by a reload, or the next start.
    var isHeldForChannel: Bool { holdReason?.concernsChannel == true }
}

extension CircuitBreaker.Verdict {
    /// What the outcomes of a batch show of the channel.
    init(_ outcomes: [DeliveryOutcome], recipientDeferrals: RecipientDeferrals) {
        var failure: OutcomeReason?
        var wait: Duration?
        var works = false
        for outcome in outcomes {
            switch outcome {
            case .misconfigured(let reason) where reason.scope != .address:
                self = .misconfigured(reason)
                return
            case .accepted, .refused, .tooLarge, .gone, .misconfigured: works = true
            case .deferred(let reason, let after):
                guard !recipientDeferrals.contains(reason) else {
                    works = true
                    continue
                }
                failure = reason
                wait = [wait, after].compactMap(\.self).max()
            case .uncertain(let reason):
                if recipientDeferrals.contains(reason) { works = true } else { failure = reason }
            }
        }
        // No wait at all is no pause.
        let after = wait.flatMap { $0 > .zero ? $0 : nil }
        self = works ? .works : failure.map { .fails($0, after: after) } ?? .nothing
    }
}
