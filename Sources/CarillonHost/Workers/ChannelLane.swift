import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// The deliveries that wait in memory for one channel of one tenant, in the order they came.
///
/// An actor, because order matters and several senders take from it. It is bounded: what finds no room waits in the
/// store, so that a slow provider holds up no other channel and no memory.
actor ChannelLane {
    /// What a sender is handed.
    struct Handout: Sendable {
        let deliveries: [LeasedDelivery]
        /// The channel rests: this one delivery decides.
        let isProbe: Bool
    }

    private let capacity: Int
    private let gate: ChannelGate
    private let clock: any CarillonPluginKit.Clock
    /// Rung when there is room again.
    private let bell: Bell
    private var waiting: [LeasedDelivery] = []
    private var taken: Set<Int64> = []
    private var takers: [CheckedContinuation<Void, Never>] = []
    private(set) var isClosed = false
    /// More waits in the store: what comes now goes there too, or it would overtake.
    private(set) var isOverflowing = false

    init(capacity: Int, gate: ChannelGate, clock: any CarillonPluginKit.Clock, bell: Bell) {
        self.capacity = capacity
        self.gate = gate
        self.clock = clock
        self.bell = bell
    }

    /// Adds deliveries that were just routed.
    ///
    /// - Parameter overtaking: also where others wait in the store.
    /// - Returns: those for which there is no room; they stay leased to the caller.
    func offer(_ deliveries: [LeasedDelivery], overtaking: Bool = false) -> ArraySlice<LeasedDelivery> {
        guard !isClosed, overtaking || !isOverflowing else { return deliveries[...] }
        let fitting = max(0, capacity - waiting.count)
        isOverflowing = isOverflowing || deliveries.count > fitting
        add(deliveries.prefix(fitting))
        return deliveries.dropFirst(fitting)
    }

    /// Adds what waited in the store.
    ///
    /// - Parameter isAll: nothing more waits there.
    /// - Returns: what came too late, because the lane was closed.
    func refill(_ deliveries: [LeasedDelivery], isAll: Bool) -> [LeasedDelivery] {
        guard !isClosed else { return deliveries }
        add(deliveries[...])
        isOverflowing = !isAll
        return []
    }

    /// How many more it takes; none until half of it is empty, so that it is filled in large portions.
    var room: Int {
        let free = capacity - waiting.count
        return isClosed || free * 2 < capacity ? 0 : free
    }

    /// The next deliveries, at most `limit`, as soon as the channel may send; nil when the lane is closed.
    func take(_ limit: Int) async -> Handout? {
        while !isClosed {
            if !waiting.isEmpty {
                switch gate.permit(at: clock.now) {
                case .batch: return handout(limit, isProbe: false)
                case .probe:
                    preferOthers()
                    return handout(1, isProbe: true)
                case .wait: break
                }
            }
            await withCheckedContinuation { takers.append($0) }
        }
        return nil
    }

    /// Puts deliveries back that could not be tried.
    func putBack(_ deliveries: [LeasedDelivery]) {
        waiting.insert(contentsOf: deliveries, at: 0)
        done(deliveries)
        look()
    }

    /// From now on what comes waits in the store.
    func overflow() {
        isOverflowing = true
    }

    /// Takes out what nobody has taken yet, because the channel can't send.
    func drain() -> [LeasedDelivery] {
        isOverflowing = isOverflowing || !waiting.isEmpty
        defer { waiting = [] }
        return waiting
    }

    /// They are settled.
    func done(_ deliveries: [LeasedDelivery]) {
        for delivery in deliveries { taken.subtract(delivery.rows) }
    }

    /// Something may be possible that wasn't: time has passed, or the channel's condition changed.
    func look() {
        wake(takers.count)
    }

    /// Rows that are worked on here.
    var inHand: Set<Int64> { taken.union(waiting.flatMap(\.rows)) }

    /// - Returns: what nobody took.
    func close() -> [LeasedDelivery] {
        isClosed = true
        look()
        defer { waiting = [] }
        return waiting
    }

    private func add(_ deliveries: ArraySlice<LeasedDelivery>) {
        waiting += deliveries
        wake(deliveries.count)
    }

    /// A probe that is to show anything goes to somebody else than those for whom the channel stands still.
    private func preferOthers() {
        for spared in gate.sparedByProbes {
            guard let index = waiting.firstIndex(where: { !spared.contains($0.notification.recipient) }) else {
                continue
            }
            waiting.insert(waiting.remove(at: index), at: 0)
            return
        }
    }

    private func handout(_ limit: Int, isProbe: Bool) -> Handout {
        let batch = Array(waiting.prefix(limit))
        let hadRoom = room > 0
        waiting.removeFirst(batch.count)
        for delivery in batch { taken.formUnion(delivery.rows) }
        if isOverflowing, !hadRoom, room > 0 { bell.ring() }
        return Handout(deliveries: batch, isProbe: isProbe)
    }

    private func wake(_ limit: Int) {
        let woken = takers.prefix(limit)
        takers.removeFirst(woken.count)
        for taker in woken { taker.resume() }
    }
}
