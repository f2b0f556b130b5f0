import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import Synchronization

/// What the senders of one channel share: its circuit, who was reported gone lately, and whom a probe should try next.
///
/// A lock, because senders take permits while operators read the state, and neither may wait for the other.
final class ChannelBreaker: Sendable {
    private struct State {
        var circuit: CircuitBreaker
        var gone = MassUnregisterGuard()
        var foreign = AddressCredentialGuard()
        /// The same, of receipts: an accepted ticket doesn't predict them.
        var foreignLate = AddressCredentialGuard()
        var turns = ProbeTurns()
        /// From a pause on, until all that was held in it is released.
        var hasHeldDeliveries = false
    }

    private let state: Mutex<State>

    /// Codes after which the tenant's profile allows no other attempt.
    private let finalCodes: Set<String>
    private let seed: UInt64

    init(tenant: TenantID, channel: ChannelID, finalCodes: Set<String> = []) {
        self.finalCodes = finalCodes
        seed = Self.seed(tenant, channel)
        state = Mutex(State(circuit: CircuitBreaker(seed: seed, finalCodes: finalCodes)))
    }

    /// Forgets all: what it knew may be of a time before another process had the channel.
    func reset() {
        state.withLock { $0 = State(circuit: CircuitBreaker(seed: seed, finalCodes: finalCodes)) }
    }

    var circuit: CircuitBreaker { state.withLock { $0.circuit } }

    /// What whoever has the channel next is to know.
    var condition: (circuit: CircuitBreaker, goneConfirmedUntil: Instant?) {
        state.withLock { ($0.circuit, $0.gone.goneConfirmedUntil) }
    }

    /// Restores a pause that was stored.
    func begin(_ paused: PausedChannel, at now: Instant) {
        state.withLock { state in
            state.hasHeldDeliveries = true
            state.circuit = CircuitBreaker(
                paused: .init(reason: paused.reason, since: paused.since),
                seed: Self.seed(paused.channel),
                finalCodes: finalCodes,
                at: now
            )
        }
    }

    /// Goes on with an open circuit that another process had.
    func begin(circuitOpen interruption: CircuitBreaker.Interruption) {
        state.withLock {
            $0.circuit = CircuitBreaker(circuitOpen: interruption, seed: seed, finalCodes: finalCodes)
        }
    }

    func permit(at now: Instant) -> CircuitBreaker.Permit {
        state.withLock { $0.circuit.permit(at: now) }
    }

    /// - Parameters:
    ///   - recipient: whose batch it was, where it was one recipient's alone.
    ///   - address: where all of it went; nil for several, or where it is unknown.
    func record(
        _ verdict: CircuitBreaker.Verdict,
        of recipient: UserID? = nil,
        onlyTo address: String? = nil,
        isProbe: Bool = false,
        at now: Instant
    ) -> CircuitBreaker.Change? {
        state.withLock { state in
            state.turns.record(verdict, of: recipient)
            let change = state.circuit.record(verdict, onlyTo: address, isProbe: isProbe, at: now)
            if case .paused = change { state.hasHeldDeliveries = true }
            return change
        }
    }

    /// Whether what is held may wait for the channel itself; else it waits for what its address or its event type lacks.
    var hasHeldDeliveries: Bool { state.withLock { $0.hasHeldDeliveries } }

    /// All that was held in a pause was released.
    func released() {
        state.withLock { $0.hasHeldDeliveries = false }
    }

    /// - Parameter isMended: dead addresses are forgotten for a while, however many they are.
    func tryNow(believingGone isMended: Bool, at now: Instant) {
        state.withLock { state in
            state.circuit.tryNow(at: now)
            if isMended { state.gone.confirmGone(at: now) }
        }
    }

    /// As ``CircuitBreaker/probeForCaller(at:)``.
    func probeForCaller(at now: Instant) -> Bool {
        state.withLock { $0.circuit.probeForCaller(at: now) }
    }

    func clockWentBack(by step: Duration) {
        state.withLock { state in
            state.circuit.clockWentBack(by: step)
            state.gone.clockWentBack(by: step)
            state.foreign.clockWentBack(by: step)
            state.foreignLate.clockWentBack(by: step)
        }
    }

    func massUnregisterGuard<Value>(_ body: (inout MassUnregisterGuard) -> Value) -> Value {
        state.withLock { body(&$0.gone) }
    }

    /// Whether credentials that single addresses lack are to be taken for the channel's own.
    ///
    /// - Parameter late: from receipts.
    func isForAll(_ signs: [AddressCredentialGuard.Sign], late: Bool, at now: Instant) -> Bool {
        state.withLock { late ? $0.foreignLate.isForAll(signs, at: now) : $0.foreign.isForAll(signs, at: now) }
    }

    /// Whom to spare when a probe is chosen; the next set counts where the one before leaves nobody.
    ///
    /// No good probes are those whose addresses were refused for credentials since others got through, nor those whose
    /// probe failed.
    var excludedFromProbes: [Set<UserID>] {
        state.withLock { $0.turns.excluded(besides: $0.foreign.users.union($0.foreignLate.users)) }
    }

    /// Derived from the names, so that the same channel always waits for the same time.
    private static func seed(_ parts: any CustomStringConvertible...) -> UInt64 {
        FowlerNollVo.hash64(parts.map(\.description).joined(separator: "/").utf8)
    }
}
