import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// The deliveries that wait in memory for one channel of one tenant, each recipient's in the order they came.
///
/// An actor, because order matters and several senders take from it. It is bounded: what finds no room waits in the
/// store, so that a slow provider holds up no other channel and no memory.
actor ChannelQueue {
    /// The deliveries that a sender takes at once.
    struct Batch: Sendable {
        let deliveries: [LeasedDelivery]
        /// The circuit is half-open: this one delivery decides.
        let isProbe: Bool
    }

    private let capacity: Int
    /// How many a sender takes at once.
    private let batchSize: Int
    private let breaker: ChannelBreaker
    private let clock: any WallClock
    /// Notified when there is room again.
    private let wakeSignal: WakeSignal
    private var waiting = RecipientQueue()
    private var taken: Set<Int64> = []
    private var takers: [CheckedContinuation<Void, Never>] = []
    private(set) var isClosed = false
    /// More of theirs waits in the store: what comes now goes there too, or it would overtake.
    private var overflowing: Set<UserID> = []
    /// The same of everybody.
    private var isOverflowing = false
    /// How often something was noted to go to the store.
    private(set) var overflows: UInt64 = 0
    /// How many of one recipient's are queued as they come; so many places are left for others where the queue is full.
    private let share: Int
    /// Recipients that are known one by one while theirs wait in the store.
    private static let overflowingLimit = 1000

    init(
        capacity: Int,
        batchSize: Int,
        breaker: ChannelBreaker,
        clock: any WallClock,
        wakeSignal: WakeSignal
    ) {
        self.capacity = capacity
        self.batchSize = batchSize
        share = max(1, capacity / 4)
        self.breaker = breaker
        self.clock = clock
        self.wakeSignal = wakeSignal
    }

    /// How many of what is about to be routed to each of these there is room for; what finds none is to wait in the store.
    ///
    /// - Parameter wanted: recipients, each once, and how many there are for them.
    /// - Returns: those for whom there isn't room for all.
    func room(for wanted: [(recipient: UserID, count: Int)]) -> [UserID: Int] {
        var left = max(0, capacity + share - waiting.count)
        var room: [UserID: Int] = [:]
        for (recipient, count) in wanted {
            let isHeldBack = isOverflowing || overflowing.contains(recipient)
            let granted = isHeldBack ? 0 : min(count, left, max(0, share - waiting.count(of: recipient)))
            left -= granted
            guard granted < count else { continue }
            room[recipient] = granted
            noteOverflow(of: recipient)
        }
        return room
    }

    /// Adds deliveries that were just routed.
    ///
    /// - Returns: those for which there is no room; they stay leased to the caller.
    func offer(_ deliveries: [LeasedDelivery]) -> ArraySlice<LeasedDelivery> {
        guard !isClosed else { return deliveries[...] }
        let fitting = max(0, capacity + share - waiting.count)
        let rest = deliveries.dropFirst(fitting)
        for delivery in rest { noteOverflow(of: delivery.notification.recipient) }
        add(deliveries.prefix(fitting))
        return rest
    }

    private func noteOverflow(of recipient: UserID) {
        overflows += 1
        overflowing.insert(recipient)
        if waiting.count >= capacity || overflowing.count > Self.overflowingLimit { isOverflowing = true }
    }

    /// Adds what waited in the store.
    ///
    /// - Parameters:
    ///   - seen: ``overflows`` before the search, where nothing more waited there then: what was noted since may lie in
    ///     the store by now. Nil where more may wait.
    /// - Returns: what came too late, because the queue was closed.
    func refill(_ deliveries: [LeasedDelivery], lastAsOf seen: UInt64?) -> [LeasedDelivery] {
        guard !isClosed else { return deliveries }
        if seen == overflows {
            isOverflowing = false
            overflowing = []
        } else if seen == nil, deliveries.contains(where: { !overflowing.contains($0.notification.recipient) }) {
            isOverflowing = true
        }
        add(deliveries[...])
        return []
    }

    /// How many more it takes; none until half of it is empty, so that it is filled in large portions.
    var room: Int {
        let free = capacity - waiting.count
        return isClosed || free * 2 < capacity ? 0 : free
    }

    /// Returns as soon as something waits; whether anything may still come.
    func hasWork() async -> Bool {
        while !isClosed {
            guard waiting.isEmpty else { return true }
            await withCheckedContinuation { takers.append($0) }
        }
        return false
    }

    /// The next deliveries, at most `limit`, as soon as the channel may send; nil when the queue is closed.
    func take(_ limit: Int) async -> Batch? {
        while !isClosed {
            if !waiting.isEmpty {
                switch breaker.permit(at: clock.now) {
                case .batch: return batch(limit, isProbe: false)
                case .probe:
                    preferOthers()
                    return batch(1, isProbe: true)
                case .wait: break
                }
            }
            await withCheckedContinuation { takers.append($0) }
        }
        return nil
    }

    /// Puts deliveries back that could not be tried.
    func putBack(_ deliveries: [LeasedDelivery]) {
        waiting.prepend(deliveries)
        done(deliveries)
        wakeTakers()
    }

    /// From now on what comes waits in the store.
    func overflow() {
        overflows += 1
        isOverflowing = true
    }

    /// Takes out what nobody has taken yet, because the channel can't send.
    func drain() -> [LeasedDelivery] {
        isOverflowing = isOverflowing || !waiting.isEmpty
        return waiting.takeAll()
    }

    /// They are settled.
    func done(_ deliveries: [LeasedDelivery]) {
        for delivery in deliveries { taken.subtract(delivery.rows) }
    }

    /// Something may be possible that wasn't: time has passed, or the channel's condition changed.
    func wakeTakers() {
        wake(takers.count)
    }

    /// Rows that are worked on here.
    var inHand: Set<Int64> { taken.union(waiting.rows) }

    /// - Returns: what nobody took.
    func close() -> [LeasedDelivery] {
        isClosed = true
        wakeTakers()
        return waiting.takeAll()
    }

    private func add(_ deliveries: ArraySlice<LeasedDelivery>) {
        waiting.append(deliveries)
        wake((deliveries.count + batchSize - 1) / batchSize)
    }

    /// A probe that is to show anything goes to another recipient than those for whom the circuit opened.
    private func preferOthers() {
        for excluded in breaker.excludedFromProbes where waiting.prefer(othersThan: excluded) { return }
    }

    private func batch(_ limit: Int, isProbe: Bool) -> Batch {
        let hadRoom = room > 0
        let batch = waiting.take(limit)
        for delivery in batch { taken.formUnion(delivery.rows) }
        // Whatever is noted: what was requested while there was no room was not searched for.
        if !hadRoom, room > 0 { wakeSignal.notify() }
        return Batch(deliveries: batch, isProbe: isProbe)
    }

    private func wake(_ limit: Int) {
        let woken = takers.prefix(limit)
        takers.removeFirst(woken.count)
        for taker in woken { taker.resume() }
    }
}
