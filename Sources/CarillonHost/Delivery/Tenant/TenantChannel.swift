import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// One channel of a tenant as it runs: its plugin, its circuit breaker, and the signal that wakes its runner.
struct TenantChannel: Sendable {
    let id: ChannelID
    let kind: any ChannelKind
    let plugin: any ChannelInstance
    let breaker: ChannelBreaker
    /// Wakes who keeps the channel's queue filled.
    let wakeSignal = WakeSignal()
    private let tenant: TenantID
    /// Of the profile.
    private let revision: String
    private let store: any TenantStore
    private let lanes: HeldLanes
    private let clock: any WallClock
    private let observer: any PipelineObserver

    /// - Parameter finalCodes: codes after which the tenant's profile allows no other attempt.
    init(
        _ id: ChannelID,
        of tenant: TenantID,
        revision: String,
        kind: any ChannelKind,
        plugin: any ChannelInstance,
        finalCodes: Set<String>,
        store: any TenantStore,
        lanes: HeldLanes,
        clock: any WallClock,
        observer: any PipelineObserver
    ) {
        self.id = id
        self.kind = kind
        self.plugin = plugin
        self.tenant = tenant
        self.revision = revision
        self.store = store
        self.lanes = lanes
        self.clock = clock
        self.observer = observer
        breaker = ChannelBreaker(tenant: tenant, channel: id, finalCodes: finalCodes)
    }

    var descriptor: ChannelDescriptor { kind.descriptor }

    /// Whether its addresses are devices.
    private var hasDevices: Bool { if case .deviceToken = descriptor.address { true } else { false } }

    /// Deliveries were held for the channel: should it have come back just before, nobody else releases them.
    func noteHeld() async {
        guard !breaker.circuit.isPaused else { return }
        do {
            _ = try await store.release(id, in: lanes.lease(.channel(id)), at: clock.now)
            wakeSignal.notify()
        } catch {
            // The next start releases them.
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
    /// - Parameter late: from receipts.
    func guarded(
        _ outcomes: [DeliveryOutcome],
        of addressees: [Addressee],
        late: Bool = false
    ) async -> [DeliveryOutcome] {
        let now = clock.now
        let outcomes = withoutForeign(outcomes, of: addressees, late: late, at: now)
        let gone = Dictionary(
            zip(outcomes, addressees).filter { $0.0.isGone }
                .map { ($1.address, Recipient($1.recipient, at: $1.address)) }
        ) { first, _ in first }
        let accepted = outcomes.contains { if case .accepted = $0 { true } else { false } }
        guard !gone.isEmpty || accepted else { return outcomes }
        if let reason = await burst(gone, accepted: accepted, at: now) {
            return outcomes.map { $0.isGone ? .misconfigured(reason) : $0 }
        }
        breaker.massUnregisterGuard { $0.forget(gone, at: now) }
        return outcomes
    }

    /// While the channel is paused, every such answer confirms it, and its delivery is kept with the others.
    ///
    /// - Returns: outcomes that are about single addresses only where the channel's own credentials are right.
    private func withoutForeign(
        _ outcomes: [DeliveryOutcome],
        of addressees: [Addressee],
        late: Bool,
        at now: Instant
    ) -> [DeliveryOutcome] {
        let signs = zip(outcomes, addressees).map {
            AddressCredentialGuard.Sign(
                address: $1.address,
                recipient: $1.recipient,
                server: $0.isForeign ? kind.destination(of: $1.address)?.host : nil,
                outcome: $0.sign
            )
        }
        let isForAll = breaker.isForAll(signs, late: late, at: now)
        guard !isForAll, !breaker.circuit.isPaused else { return outcomes.map(\.ofChannel) }
        for reason in outcomes.lazy.filter(\.isForeign).compactMap(\.reason) {
            observer.observe(.addressMisconfigured(tenant, id, reason))
        }
        return outcomes
    }

    private func burst(
        _ gone: [String: Recipient],
        accepted: Bool,
        at now: Instant
    ) async -> OutcomeReason? {
        let suspicion = breaker.massUnregisterGuard { $0.suspicion(gone: gone, accepted: accepted, at: now) }
        guard !breaker.massUnregisterGuard({ $0.confirmsGone(at: now) }) else { return nil }
        // While it is paused for a burst, whoever else is gone belongs to it.
        if let interruption = breaker.circuit.interruption,
            interruption.reason.own == .goneBurst, !gone.isEmpty, !accepted
        {
            return interruption.reason
        }
        guard let suspicion else { return nil }
        guard hasDevices else {
            return suspicion.isBurst(devices: nil) ? .goneBurst(suspicion, devices: nil) : nil
        }
        // Without the number it is unknown whether so many may be forgotten: they are kept.
        guard let devices = try? await store.deviceCount(of: descriptor.id) else {
            return .goneBurst(suspicion, devices: 0)
        }
        return suspicion.isBurst(devices: devices) ? .goneBurst(suspicion, devices: devices) : nil
    }

    /// Records what a batch showed; what changes with it is stored and observed.
    ///
    /// - Parameters:
    ///   - recipient: whose batch it was, where it was one recipient's alone.
    ///   - address: where all of it went; nil for several, or where it is unknown.
    func note(
        _ verdict: CircuitBreaker.Verdict,
        of recipient: UserID? = nil,
        onlyTo address: String? = nil,
        isProbe: Bool
    ) async {
        let now = clock.now
        guard let change = breaker.record(verdict, of: recipient, onlyTo: address, isProbe: isProbe, at: now)
        else { return }
        do {
            switch change {
            case .paused(let reason, let since):
                observer.observe(.channelPaused(tenant, id, reason))
                wakeSignal.notify()
                try await store.pause(PausedChannel(channel: id, reason: reason, since: since))
            case .opened(let reason, let until):
                observer.observe(.circuitOpened(tenant, id, reason, until: until))
            case .works(let wasPaused):
                observer.observe(.channelWorking(tenant, id))
                guard wasPaused else { break }
                let lane = try lanes.lease(.channel(id))
                try await store.resume(id, in: lane, at: now)
                _ = try await store.release(id, in: lane, at: now)
                breaker.released()
                wakeSignal.notify()
            }
            await noteCondition()
        } catch {
            // The condition in memory holds all the same; the stored one is read only after a restart.
            observer.observe(.storeFailed(tenant, error))
        }
    }

    /// Has the circuit rest on, where it did at whoever noted this under the same profile, and believes what an operator confirmed
    /// there.
    func begin(noted condition: JSONValue) {
        guard let noted = NotedCircuit(condition), noted.revision == revision else { return }
        if let rest = noted.rest { breaker.begin(circuitOpen: rest) }
        if let end = noted.goneConfirmedUntil { breaker.massUnregisterGuard { $0.begin(goneConfirmedUntil: end) } }
    }

    /// Tells other hosts, where there are any, how the channel fares: those that ask, and whoever has its lane next.
    func noteCondition() async {
        guard let lane = try? lanes.lease(.channel(id)) else { return }
        do {
            try await store.note(breaker.noted(under: revision).json, of: lane)
        } catch {
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
    /// Of a held delivery: whether it waits for its channel to work again, and not for its address or its event type.
    var concernsChannel: Bool {
        switch scope {
        case .message, .request, .provider: true
        case .address, .eventType: false
        }
    }
}
