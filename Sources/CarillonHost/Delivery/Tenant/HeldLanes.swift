import CarillonModel
import CarillonPipeline
import Synchronization

/// The lanes of a tenant that this process holds, and how channels fare whose lanes another has.
///
/// A lock, because they are taken when a worker begins and named by all that it runs.
final class HeldLanes: Sendable {
    private struct State {
        var leases: [Lane: LaneLease] = [:]
        var conditions: [ChannelID: ChannelStatus] = [:]
    }

    private let state = Mutex(State())

    func hold(_ taken: [LaneLease]) {
        state.withLock { state in
            state.leases = Dictionary(taken.map { ($0.lane, $0) }) { first, _ in first }
            state.conditions = [:]
        }
    }

    /// Nothing is done in them from now on.
    func abandon() { state.withLock { $0.leases = [:] } }

    /// The same, for whoever gives them back.
    ///
    /// Not to be called for nothing: where an `Array` of a dictionary's values isn't used, the optimiser of Swift 6.3.1 releases it
    /// before its elements are there.
    /// - Returns: those that were held.
    func drop() -> [LaneLease] {
        state.withLock { state in
            defer { state.leases = [:] }
            return Array(state.leases.values)
        }
    }

    var all: [LaneLease] { state.withLock { Array($0.leases.values) } }

    /// Whether this process works for the tenant.
    var areHeld: Bool { state.withLock { !$0.leases.isEmpty } }

    /// Conditions that the process which holds the lanes has noted; nothing where this one does.
    func note(elsewhere conditions: [ChannelID: ChannelStatus]) {
        state.withLock { state in
            if state.leases.isEmpty { state.conditions = conditions }
        }
    }

    /// Nil where this process holds the lane, or nobody has noted anything.
    func conditionElsewhere(of channel: ChannelID) -> ChannelStatus? { state.withLock { $0.conditions[channel] } }

    /// Whether another process, or an earlier life of this one, had a lane before; of a store that belongs to one process nobody knows.
    func wasHeldBefore(_ lane: Lane) -> Bool { state.withLock { ($0.leases[lane]?.epoch ?? 1) > 1 } }

    /// - Throws: `.laneLost` where it isn't held.
    func lease(_ lane: Lane) throws(StoreFailure) -> LaneLease {
        guard let lease = state.withLock({ $0.leases[lane] }) else {
            throw StoreFailure(.laneLost, "\(lane) isn't held by this process")
        }
        return lease
    }
}
