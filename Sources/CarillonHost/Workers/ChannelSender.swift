import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Takes batches from a queue through the last stages: rendered, marked as attempted, handed to the plugin, settled.
struct ChannelSender: Sendable {
    let tenant: TenantRuntime
    let channel: any DeliveryChannel
    let id: ChannelID
    let clock: any WallClock
    let observer: any PipelineObserver
    /// Nil where the provider sets no rate, or the operator wants none kept.
    let rateLimiter: SendRateLimiter?
    let breaker: ChannelBreaker
    /// Wakes who keeps the queue filled.
    let wakeSignal: WakeSignal
    let queue: ChannelQueue

    private var descriptor: ChannelDescriptor { type(of: channel).descriptor }

    /// Sends batch after batch until the queue is closed.
    func run(limit: Int) async {
        while await queue.hasWork() {
            // Before anything is taken: what waits for the provider's rate waits where its recipient's turn is kept.
            await rateLimiter?.pass(limit)
            guard let batch = await queue.take(limit) else { return }
            do {
                try await send(batch, room: limit)
                await queue.done(batch.deliveries)
                // A probe with nothing to send leaves its place to the next, and who waits for this batch to end may try one.
                if batch.isProbe || breaker.circuit.interruption != nil { wakeSignal.notify() }
            } catch {
                // Nothing went out: it is tried again as soon as the store can say so.
                observer.observe(.storeFailed(tenant.profile.id, error))
                await WakeSignal().wait(atMost: TenantWorker.pauseAfterFailure)
                await note(.nothing, isProbe: batch.isProbe)
                await queue.putBack(batch.deliveries)
            }
        }
    }

    private struct Outgoing {
        var delivery: LeasedDelivery
        var message: OutgoingMessage
    }

    /// Sends one batch.
    ///
    /// - Parameter room: how many the provider's rate lets go out.
    /// - Throws: ``StoreFailure`` where nothing was handed to the provider.
    private func send(_ batch: ChannelQueue.Batch, room: Int) async throws(StoreFailure) {
        var unsent: [Settlement] = []
        // Of what can't be rendered, which goes for all that it stands for.
        var unrendered: [LeasedDelivery] = []
        var followers: [LeasedDelivery] = []
        var outgoing: [Outgoing] = []
        for delivery in batch.deliveries {
            if let settlement = tenant.settling.settleUnsent(delivery, at: clock.now) {
                unsent.append(settlement)
                // They may go out all the same, with another at their head.
                followers += delivery.followers
                continue
            }
            do {
                outgoing.append(Outgoing(delivery: delivery, message: try rendered(delivery)))
            } catch {
                unrendered.append(delivery)
                unsent.append(tenant.settling.settleUnrendered(delivery, error, at: clock.now))
            }
        }
        await rateLimiter?.refund(room - outgoing.count)
        if !outgoing.isEmpty { observer.observe(.rendered(tenant.profile.id, id, count: outgoing.count)) }
        if !followers.isEmpty {
            try await tenant.store.releaseLeases(followers.map(\.row), at: clock.now)
            wakeSignal.notify()
        }
        outgoing = try await allowed(outgoing)
        let tried = unrendered + outgoing.map(\.delivery)
        let started = clock.now
        let answers = await SizeLimitedSender(channel: channel).deliver(outgoing.map(\.message))
        let outcomes = await tenant.lines.guarded(
            answers.map(\.outcome),
            of: outgoing.map { .init(address: $0.message.address, recipient: $0.message.recipient) },
            on: id,
            at: clock.now,
            observer: observer
        )
        let now = clock.now
        if !outgoing.isEmpty {
            let waits = outgoing.filter { $0.delivery.attempts == 0 }
                .map { $0.delivery.notification.dueAt.duration(to: started) }
            observer.observe(.sent(tenant.profile.id, id, waits: waits, call: started.duration(to: now)))
        }
        var settlements = unsent
        for (index, (sent, outcome)) in zip(outgoing, outcomes).enumerated() {
            var settlement = tenant.settling.settle(sent.delivery, outcome, sentAt: started, at: now)
            settlement.cuts = answers[index].cuts
            if case .delivered = settlement.result { settlement.receiptDueAt = receiptDue(at: now) }
            settlements.append(settlement)
        }
        let verdict = CircuitBreaker.Verdict(outcomes, recipientDeferrals: descriptor.recipientDeferrals)
        // Before it is recorded: who sees the outcomes sees the channel as they left it.
        await note(
            verdict,
            of: outgoing.common(\.delivery.notification.recipient),
            onlyTo: outgoing.common(\.message.address),
            isProbe: batch.isProbe
        )
        note(outgoing, outcomes)
        // What stands for several fails for each of them.
        let all = settlements.includingFollowers(of: tried)
        await settle(tenant.routing.addingFallbacks(to: all, of: batch.deliveries, at: now))
        observe(settlements, since: started)
        tenant.settled.report(batch.deliveries.lazy.map(\.notification.id))
    }

    private func rendered(_ delivery: LeasedDelivery) throws(RenderingFailure) -> OutgoingMessage {
        let message = try tenant.message(for: delivery, at: clock.now)
        return SizeLimitedSender(channel: channel).shortened(message, times: delivery.shortenings)
    }

    /// The feed is no provider: putting the same words there twice is a no-op, so nothing needs to be marked.
    private func allowed(_ outgoing: [Outgoing]) async throws(StoreFailure) -> [Outgoing] {
        guard descriptor.address != .user, !outgoing.isEmpty else { return outgoing }
        let all = outgoing.flatMap(\.delivery.rows)
        let rows = try await tenant.store.markAttempted(all, at: clock.now)
        guard rows.count < all.count else { return outgoing }
        return outgoing.compactMap { outgoing in
            outgoing.delivery.kept(to: rows).map { Outgoing(delivery: $0, message: outgoing.message) }
        }
    }

    private func receiptDue(at now: Instant) -> Instant? {
        (type(of: channel) as? any ReceiptingChannel.Type).map { now.advanced(by: $0.receiptDelay) }
    }

    /// Keeps what is known, however long the store can't: forgetting it would mean sending twice.
    ///
    /// Only the end of the process gives up; what was attempted is uncertain at the next start.
    private func settle(_ settlements: [Settlement]) async {
        while true {
            do {
                try await tenant.store.settle(settlements)
                if settlements.contains(where: \.isTriedAgain) { wakeSignal.notify() }
                if settlements.contains(where: \.isHeldForChannel) {
                    await tenant.lines.noteHeld(on: id, at: clock.now, observer: observer)
                }
                for fallback in settlements.lazy.flatMap(\.fallbacks) {
                    tenant.lines.notify(fallback.channel)
                }
                return
            } catch {
                // At the end of the process the store is closed before a provider that says nothing is given up.
                let isOver = await queue.isClosed
                if !isOver || error.kind != .unavailable { observer.observe(.storeFailed(tenant.profile.id, error)) }
                guard !isOver else { return }
                await WakeSignal().wait(atMost: TenantWorker.pauseAfterFailure)
            }
        }
    }

    private func note(
        _ verdict: CircuitBreaker.Verdict,
        of recipient: UserID? = nil,
        onlyTo address: String? = nil,
        isProbe: Bool
    ) async {
        await tenant.lines.note(
            verdict,
            of: recipient,
            onlyTo: address,
            isProbe: isProbe,
            on: id,
            at: clock.now,
            observer: observer
        )
        // A rest that began needs somebody to end it, one that ended lets the others go on.
        let isResting = breaker.circuit.interruption != nil
        if isResting { tenant.settled.reportRest() }
        if isProbe || isResting {
            wakeSignal.notify()
            await queue.look()
        }
    }

    /// Tells those who wait for one of these that the provider as a whole could not be used.
    private func note(_ outgoing: [Outgoing], _ outcomes: [DeliveryOutcome]) {
        let failed = zip(outgoing, outcomes).filter { $1.reason?.concernsProvider == true }
        tenant.settled.noteProviderFailure(failed.lazy.map { $0.0.delivery.notification.id })
    }

    private func observe(_ settlements: [Settlement], since started: Instant) {
        let latency = started.duration(to: clock.now)
        let gone = settlements.count { $0.forget != nil }
        if gone > 0 { observer.observe(.gone(tenant.profile.id, id, count: gone)) }
        for settlement in settlements {
            if case .failed(let reason) = settlement.result {
                observer.observe(.refusedByProvider(tenant.profile.id, id, reason))
            }
        }
        // Last: who hears that all are settled has heard all that is told of them.
        for (outcome, group) in Dictionary(grouping: settlements, by: \.result.outcome) {
            observer.observe(.settled(tenant.profile.id, id, outcome: outcome, count: group.count, latency: latency))
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

extension Settlement {
    /// What waits for its event type, or for its address, is let go by a reload, or the next start.
    fileprivate var isHeldForChannel: Bool {
        if case .held(let reason) = result { reason.isAboutChannel } else { false }
    }

    fileprivate var isTriedAgain: Bool {
        switch result {
        case .retry, .uncertain: true
        case .delivered, .failed, .held, .cancelled, .collected: false
        }
    }
}

extension CircuitBreaker.Verdict {
    /// What the outcomes of a batch say of the channel.
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
