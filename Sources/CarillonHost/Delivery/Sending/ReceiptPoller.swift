import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Asks the providers of one tenant for their late answers, and settles them.
///
/// Receipts to be requested are in the store, so they survive restarts.
struct ReceiptPoller: Sendable {
    let tenant: TenantRuntime
    /// What paces the channels' messages, too.
    var rateLimiters: [ChannelID: SendRateLimiter] = [:]

    /// Read from the store at once.
    static let portion = 1000
    /// Receipts that fall due within this time after the first are requested together with it.
    static let gathering: Duration = .seconds(1)
    /// Before a failed request is repeated, at least.
    static let pauseAfterFailure: Duration = .seconds(60)

    /// Runs until its task is cancelled.
    func run() async {
        let wakeSignal = tenant.channels.receiptSignal
        while !Task.isCancelled {
            do {
                guard try await poll() < Self.portion else { continue }
                let next = try await tenant.store.nextReceipt(in: tenant.lanes.all)
                let wait = next.map { tenant.clock.now.duration(to: $0) } ?? WakeSignal.longestWait
                await wakeSignal.wait(atMost: min(max(wait, .zero), WakeSignal.longestWait))
            } catch {
                tenant.observer.observe(.storeFailed(tenant.profile.id, error))
                await wakeSignal.wait(atMost: WakeSignal.pauseAfterStoreFailure)
            }
        }
    }

    /// - Returns: how many were due.
    private func poll() async throws(StoreFailure) -> Int {
        guard let next = try await tenant.store.nextReceipt(in: tenant.lanes.all), next <= tenant.clock.now else {
            return 0
        }
        let due = try await tenant.store.dueReceipts(
            in: tenant.lanes.all,
            at: tenant.clock.now.advanced(by: Self.gathering),
            limit: Self.portion
        )
        for (channel, receipts) in Dictionary(grouping: due, by: \.channel) {
            var settlements: [ReceiptSettlement]
            if let channel = tenant.channels[channel], let terms = channel.kind.receiptTerms,
                let provider = channel.plugin as? any ReceiptSource
            {
                // One second's worth at a time: the rest stays due, and other channels aren't kept waiting.
                let share = terms.isAskedSingly ? channel.descriptor.ratePerSecond ?? receipts.count : receipts.count
                settlements = try await ask(provider, terms, of: channel, for: Array(receipts.prefix(share)))
            } else {
                // Of a provider that reports by itself, or of a channel that is gone.
                let lifetime = tenant.channels[channel]?.kind.receiptTerms?.lifetime ?? .seconds(86400)
                settlements = receipts.map { postponed($0, by: Self.pauseAfterFailure, keptFor: lifetime) }
            }
            try await record(&settlements, of: channel)
            observe(unanswered: settlements, of: receipts, on: channel)
            observe(settlements, of: channel)
        }
        return due.count
    }

    /// Settles what a provider reported by itself.
    ///
    /// A delivery that waits for nothing any more is passed over: an end counts once. That the recipient wants nothing more of this
    /// kind counts whenever it is said: complaints come after a message has arrived.
    func settle(
        _ outcome: DeliveryOutcome,
        of attempt: CallbackLinks.Attempt,
        on channel: TenantChannel,
        stops: Bool
    ) async throws(StoreFailure) {
        let report = DeliveryReport(row: attempt.row, attempt: attempt.number, arrived: outcome.isAccepted)
        guard let terms = channel.kind.receiptTerms, let reported = try await tenant.store.reportedDelivery(report)
        else {
            return
        }
        let delivery = reported.delivery
        if reported.isOpen {
            let receipt = DueReceipt(
                row: attempt.row,
                receipt: ReceiptID("callback"),
                channel: channel.id,
                address: delivery.plan.address,
                acceptedAt: delivery.retryWindowStart,
                attempts: attempt.number + 1,
                truncationCount: delivery.truncationCount,
                retryWindowStart: delivery.retryWindowStart,
                expiresAt: delivery.notification.expiresAt
            )
            var settlements = try await settled([receipt], [receipt.receipt: outcome], terms, on: channel)
            for index in settlements.indices { settlements[index].attempt = attempt.number }
            try await record(&settlements, of: channel.id)
            observe(settlements, of: channel.id)
        }
        if stops, let toggle = tenant.routing.unsubscribing(from: delivery) {
            _ = try await tenant.store.setPreferences(
                [toggle.name: false],
                of: delivery.notification.recipient,
                at: tenant.clock.now
            )
        }
        tenant.tellHolder()
    }

    /// Keeps settlements, with the fallbacks that follow from them.
    private func record(_ settlements: inout [ReceiptSettlement], of channel: ChannelID) async throws(StoreFailure) {
        let failed = tenant.routing.rowsNeedingFallback(settlements)
        if !failed.isEmpty {
            let deliveries = try await tenant.store.receiptedDeliveries(failed)
            settlements = tenant.routing.addingFallbacks(to: settlements, of: deliveries, at: tenant.clock.now)
        }
        try await tenant.store.settleReceipts(settlements)
        if settlements.contains(where: \.isHeldForChannel) {
            await tenant.channels[channel]?.noteHeld()
        }
    }

    private func observe(
        unanswered settlements: [ReceiptSettlement],
        of receipts: [DueReceipt],
        on channel: ChannelID
    ) {
        // Written as a loop: Swift 6.3.1 crashes over the same as closures when it optimises.
        var later: [Int64: Instant] = [:]
        for settlement in settlements {
            if case .later(let time) = settlement.result { later[settlement.row] = time }
        }
        guard let oldest = receipts.filter({ later[$0.row] != nil }).min(by: { $0.acceptedAt < $1.acceptedAt }),
            let time = later[oldest.row]
        else { return }
        let delay = tenant.channels[channel]?.kind.receiptTerms?.delay
        tenant.observer.observe(
            .receiptsUnanswered(
                tenant.profile.id,
                channel,
                dueSince: oldest.acceptedAt.advanced(by: delay ?? .zero),
                askedAgainAt: time
            )
        )
    }

    private func ask(
        _ provider: any ReceiptSource,
        _ terms: ReceiptTerms,
        of channel: TenantChannel,
        for receipts: [DueReceipt]
    ) async throws(StoreFailure) -> [ReceiptSettlement] {
        var settlements: [ReceiptSettlement] = []
        for start in stride(from: 0, to: receipts.count, by: terms.batchSize) {
            let batch = receipts[start..<min(start + terms.batchSize, receipts.count)]
            if terms.isAskedSingly { await rateLimiters[channel.id]?.pass(batch.count) }
            switch await provider.receipts(for: batch.map { .init($0.receipt, to: $0.address) }) {
            case .outcomes(let outcomes): settlements += try await settled(batch, outcomes, terms, on: channel)
            case .deferred(_, let after):
                let wait = max(after ?? .zero, Self.pauseAfterFailure)
                settlements += batch.map { postponed($0, by: wait, keptFor: terms.lifetime) }
            case .misconfigured(let text):
                let reason = OutcomeReason(.receiptsRefused, text)
                await channel.note(.misconfigured(reason), isProbe: false)
                settlements += batch.map { postponed($0, by: terms.delay, keptFor: terms.lifetime) }
            }
        }
        return settlements
    }

    private func settled(
        _ batch: ArraySlice<DueReceipt>,
        _ outcomes: [ReceiptID: DeliveryOutcome],
        _ terms: ReceiptTerms,
        on channel: TenantChannel
    ) async throws(StoreFailure) -> [ReceiptSettlement] {
        let answered = batch.compactMap { receipt in outcomes[receipt.receipt].map { (receipt, $0) } }
        // Whose they are matters only to the guards against foreign and dead addresses, their texts where these are too
        // large.
        let looked = answered.filter { $0.1.isForeign || $0.1.isGone || $0.1.isTooLarge }.map(\.0.row)
        let deliveries = looked.isEmpty ? [] : try await tenant.store.receiptedDeliveries(looked)
        let recipients = Dictionary(deliveries.map { ($0.row, $0.notification.recipient) }) { first, _ in first }
        let guarded = await channel.guarded(
            answered.map(\.1),
            of: answered.map { .init(address: $0.0.address, recipient: recipients[$0.0.row]) },
            late: true
        )
        var believed = Dictionary(zip(answered.map(\.0.row), guarded)) { first, _ in first }
        // The same message again would be too large again.
        for delivery in deliveries
        where believed[delivery.row]?.isTooLarge == true && !canTruncate(delivery, on: channel) {
            believed[delivery.row] = .refused(.foundTooLarge(size: nil))
        }
        if let reason = guarded.lazy.compactMap(\.misconfiguration).first(where: \.concernsChannel) {
            await channel.note(.misconfigured(reason), isProbe: false)
        }
        return batch.map { receipt in
            tenant.settling.settle(
                receipt,
                believed[receipt.row],
                keptFor: terms.lifetime,
                delay: terms.delay,
                at: tenant.clock.now
            )
        }
    }

    /// A message that can't be rendered any more fails when it is sent.
    private func canTruncate(_ delivery: LeasedDelivery, on channel: TenantChannel) -> Bool {
        guard let message = try? tenant.message(for: delivery, at: tenant.clock.now) else { return true }
        return SizeLimitedSender(kind: channel.kind, channel: channel.plugin)
            .canTruncate(message, after: delivery.truncationCount)
    }

    /// Not requested, and so not answered: only the provider's own time limit ends the waiting.
    private func postponed(_ receipt: DueReceipt, by wait: Duration, keptFor lifetime: Duration) -> ReceiptSettlement {
        let end = receipt.acceptedAt.advanced(by: lifetime)
        let now = tenant.clock.now
        let result: ReceiptSettlement.Result = now < end ? .later(min(now.advanced(by: wait), end)) : .expired
        return ReceiptSettlement(row: receipt.row, result: result, at: now)
    }

    private func observe(_ settlements: [ReceiptSettlement], of channel: ChannelID) {
        let gone = settlements.count { $0.forget != nil }
        if gone > 0 { tenant.observer.observe(.gone(tenant.profile.id, channel, count: gone)) }
        for settlement in settlements {
            if case .failed(let reason) = settlement.result {
                tenant.observer.observe(.refusedByProvider(tenant.profile.id, channel, reason))
            }
        }
        for (outcome, group) in Dictionary(grouping: settlements, by: \.result.outcome) {
            tenant.observer.observe(.receipted(tenant.profile.id, channel, outcome: outcome, count: group.count))
        }
        // Deliveries to be tried again have a new time, which their channel's runner doesn't know yet.
        if settlements.contains(where: \.isTriedAgain) { tenant.channels.notify(channel) }
        for fallback in settlements.lazy.flatMap(\.fallbacks) { tenant.channels.notify(fallback.channel) }
    }
}

extension DeliveryOutcome {
    fileprivate var isAccepted: Bool { if case .accepted = self { true } else { false } }
    fileprivate var isTooLarge: Bool { if case .tooLarge = self { true } else { false } }
    fileprivate var misconfiguration: OutcomeReason? {
        if case .misconfigured(let reason) = self { reason } else { nil }
    }
}
