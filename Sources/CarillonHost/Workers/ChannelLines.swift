import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// What outlives a single batch in the sending half of a tenant: the condition of each channel, and who is to be woken.
struct ChannelLines: Sendable {
    /// One channel's part.
    struct Part: Sendable {
        let plugin: PluginID
        /// Whether its addresses are devices.
        let hasDevices: Bool
        /// The server that an address names, where it does.
        let destination: @Sendable (String) -> WebOrigin?
        let breaker: ChannelBreaker
        /// Wakes who keeps the channel's queue filled.
        let wakeSignal: WakeSignal
    }

    let channels: [ChannelID: Part]
    /// Wakes who asks for receipts.
    let receiptSignal = WakeSignal()
    private let tenant: TenantID
    private let store: any TenantStore

    /// - Parameter finalCodes: codes after which the tenant wants no other try.
    init(
        _ tenant: TenantID,
        channels: [ChannelID: any DeliveryChannel],
        finalCodes: Set<String>,
        store: any TenantStore
    ) {
        self.tenant = tenant
        self.store = store
        self.channels = Dictionary(
            uniqueKeysWithValues: channels.map { id, channel in
                let type = type(of: channel)
                let descriptor = type.descriptor
                let hasDevices = if case .deviceToken = descriptor.address { true } else { false }
                let breaker = ChannelBreaker(tenant: tenant, channel: id, finalCodes: finalCodes)
                let part = Part(
                    plugin: descriptor.id,
                    hasDevices: hasDevices,
                    destination: { type.destination(of: $0) },
                    breaker: breaker,
                    wakeSignal: WakeSignal()
                )
                return (id, part)
            }
        )
    }

    /// Takes up pauses of an earlier life of the process, and lets go what is held on channels that work.
    ///
    /// Starting, like a reload, is a moment at which credentials may have been mended: a paused channel tries one delivery.
    func begin(at now: Instant) async throws(StoreFailure) {
        let paused = try await store.pausedChannels()
        for pause in paused {
            if let part = channels[pause.channel] {
                part.breaker.begin(pause, at: now)
            } else {
                try await store.resume(pause.channel, at: now)
            }
        }
        for id in channels.keys.sorted() where !paused.contains(where: { $0.channel == id }) {
            _ = try await store.release(id, at: now)
        }
    }

    /// Rests keep what is left of them: one that was to end by the other clock would never.
    func clockWentBack(from earlier: Instant, to now: Instant) {
        for part in channels.values { part.breaker.clockWentBack(by: now.duration(to: earlier)) }
    }

    /// Something was changed from outside, such as a dead letter to be tried again: everybody looks.
    func notify() {
        for part in channels.values { part.wakeSignal.notify() }
        receiptSignal.notify()
    }

    /// Something waits for this channel that didn't before.
    func notify(_ id: ChannelID) {
        channels[id]?.wakeSignal.notify()
    }

    /// Deliveries were held for the channel: should it have come back just before, nobody else lets them go.
    func noteHeld(on id: ChannelID, at now: Instant, observer: any PipelineObserver) async {
        guard let part = channels[id], !part.breaker.circuit.isPaused else { return }
        do {
            _ = try await store.release(id, at: now)
            part.wakeSignal.notify()
        } catch {
            // The next start lets them go.
            observer.observe(.storeFailed(tenant, error))
        }
    }

    /// Whom a message went to.
    struct Addressee: Sendable {
        let address: String
        /// Nil for a device that belongs to nobody.
        let recipient: UserID?
    }

    /// The outcomes, where a burst of dead addresses counts as wrong credentials, and credentials that only a few addresses
    /// lack count as theirs.
    ///
    /// - Parameter late: told by receipts.
    func guarded(
        _ outcomes: [DeliveryOutcome],
        of addressees: [Addressee],
        late: Bool = false,
        on id: ChannelID,
        at now: Instant,
        observer: any PipelineObserver
    ) async -> [DeliveryOutcome] {
        guard let part = channels[id] else { return outcomes }
        let outcomes = withoutForeign(outcomes, of: addressees, late: late, part, at: now) { reason in
            observer.observe(.addressMisconfigured(tenant, id, reason))
        }
        let gone = Dictionary(
            zip(outcomes, addressees).filter { $0.0.isGone }
                .map { ($1.address, Recipient($1.recipient, at: $1.address)) }
        ) { first, _ in first }
        let accepted = outcomes.contains { if case .accepted = $0 { true } else { false } }
        guard !gone.isEmpty || accepted else { return outcomes }
        if let reason = await burst(gone, accepted: accepted, part, at: now) {
            return outcomes.map { $0.isGone ? .misconfigured(reason) : $0 }
        }
        part.breaker.goneGuard { $0.forget(gone, at: now) }
        return outcomes
    }

    /// While the channel is paused, every such answer confirms it, and its delivery is kept with the others.
    ///
    /// - Returns: what is the channel's own concerns no address any more; what still does is held for that alone.
    private func withoutForeign(
        _ outcomes: [DeliveryOutcome],
        of addressees: [Addressee],
        late: Bool,
        _ part: Part,
        at now: Instant,
        alert: (OutcomeReason) -> Void
    ) -> [DeliveryOutcome] {
        let signs = zip(outcomes, addressees).map {
            AddressCredentialGuard.Sign(
                address: $1.address,
                recipient: $1.recipient,
                server: $0.isForeign ? part.destination($1.address)?.host : nil,
                outcome: $0.sign
            )
        }
        let isForAll = part.breaker.isForAll(signs, late: late, at: now)
        guard !isForAll, !part.breaker.circuit.isPaused else { return outcomes.map(\.ofChannel) }
        for reason in outcomes.lazy.filter(\.isForeign).compactMap(\.reason) { alert(reason) }
        return outcomes
    }

    private func burst(
        _ gone: [String: Recipient],
        accepted: Bool,
        _ part: Part,
        at now: Instant
    ) async -> OutcomeReason? {
        let suspicion = part.breaker.goneGuard { $0.suspicion(gone: gone, accepted: accepted, at: now) }
        guard !part.breaker.goneGuard({ $0.believes(at: now) }) else { return nil }
        // While it is paused for a burst, whoever else is gone belongs to it.
        if let interruption = part.breaker.circuit.interruption,
            interruption.reason.code == OutcomeReason.goneBurstCode, !gone.isEmpty,
            !accepted
        {
            return interruption.reason
        }
        guard let suspicion else { return nil }
        guard part.hasDevices else {
            return suspicion.isBurst(devices: nil) ? .goneBurst(suspicion, devices: nil) : nil
        }
        // Without the number nothing can be said against forgetting so many: they are kept.
        guard let devices = try? await store.deviceCount(of: part.plugin) else {
            return .goneBurst(suspicion, devices: 0)
        }
        return suspicion.isBurst(devices: devices) ? .goneBurst(suspicion, devices: devices) : nil
    }

    /// Records what a batch showed; what changes with it is stored and told.
    ///
    /// - Parameters:
    ///   - recipient: whose batch it was, where it was one recipient's alone.
    ///   - address: where all of it went; nil for several, or where nobody knows.
    func note(
        _ verdict: CircuitBreaker.Verdict,
        of recipient: UserID? = nil,
        onlyTo address: String? = nil,
        isProbe: Bool,
        on id: ChannelID,
        at now: Instant,
        observer: any PipelineObserver
    ) async {
        guard let part = channels[id],
            let change = part.breaker.record(verdict, of: recipient, onlyTo: address, isProbe: isProbe, at: now)
        else { return }
        do {
            switch change {
            case .paused(let reason, let since):
                observer.observe(.channelPaused(tenant, id, reason))
                part.wakeSignal.notify()
                try await store.pause(PausedChannel(channel: id, reason: reason, since: since))
            case .opened(let reason, let until):
                observer.observe(.channelResting(tenant, id, reason, until: until))
            case .works(let wasPaused):
                observer.observe(.channelWorking(tenant, id))
                guard wasPaused else { return }
                try await store.resume(id, at: now)
                _ = try await store.release(id, at: now)
                part.breaker.released()
                part.wakeSignal.notify()
            }
        } catch {
            // The condition in memory holds all the same; the store only has to know it after a restart.
            observer.observe(.storeFailed(tenant, error))
        }
    }
}

extension DeliveryOutcome {
    var isGone: Bool { if case .gone = self { true } else { false } }

    /// The same, where credentials that one address lacks are the channel's own.
    fileprivate var ofChannel: DeliveryOutcome {
        guard isForeign, let reason else { return self }
        return .misconfigured(OutcomeReason(reason.code, reason.message))
    }
}

extension OutcomeReason {
    /// Of what is held: whether it waits for its channel to work again, and not for what its address or its event type lacks.
    var isAboutChannel: Bool { scope != .address && code != Decision.Reason.unknownEvent.code }
}
