import CarillonModel
import CarillonPipeline

/// The deliveries that wait for one channel of one tenant, in the order routed.
///
/// An actor, because order matters and several senders take from it. It is bounded: who adds waits for room, so that a
/// slow provider holds back its own channel and no memory.
actor ChannelLane {
    private let capacity: Int
    private var waiting: [LeasedDelivery] = []
    private var isClosed = false
    private var takers: [CheckedContinuation<Void, Never>] = []
    private var givers: [CheckedContinuation<Void, Never>] = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Adds deliveries, waiting for room first.
    ///
    /// - Returns: false when the lane is closed; the deliveries stay leased, and the next start takes them back.
    @discardableResult
    func add(_ deliveries: [LeasedDelivery]) async -> Bool {
        while waiting.count >= capacity, !isClosed {
            await withCheckedContinuation { givers.append($0) }
        }
        guard !isClosed else { return false }
        waiting += deliveries
        wake(&takers, atMost: deliveries.count)
        return true
    }

    /// The next deliveries, at most `limit`; nil when the lane is closed.
    func take(_ limit: Int) async -> [LeasedDelivery]? {
        while waiting.isEmpty, !isClosed {
            await withCheckedContinuation { takers.append($0) }
        }
        guard !isClosed else { return nil }
        let batch = Array(waiting.prefix(limit))
        waiting.removeFirst(batch.count)
        if waiting.count < capacity { wake(&givers, atMost: givers.count) }
        return batch
    }

    func close() {
        isClosed = true
        wake(&takers, atMost: takers.count)
        wake(&givers, atMost: givers.count)
    }

    private func wake(_ continuations: inout [CheckedContinuation<Void, Never>], atMost limit: Int) {
        let woken = continuations.prefix(limit)
        continuations.removeFirst(woken.count)
        for continuation in woken { continuation.resume() }
    }
}
