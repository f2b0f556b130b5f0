public import CarillonModel
public import CarillonPipeline

// Short forms of production's calls of a store, for tests.

extension LaneStore {
    /// As at the start of the only process.
    public func reclaim(at now: Instant) async throws(StoreFailure) { _ = try await take([.home], at: now) }
}

// In the lanes of stores that one process has to itself.

extension DeliveringStore {
    public func due(at now: Instant, limit: Int) async throws(StoreFailure) -> [DueNotification] {
        try await due(in: .sole(.home), at: now, limit: limit)
    }

    public func route(_ routed: [RoutedNotification], at now: Instant) async throws(StoreFailure) -> [[Int64]] {
        try await route(routed, in: .sole(.home), at: now)
    }

    public func postpone(
        _ rows: [Int64],
        until time: Instant,
        endingAfter limit: Duration,
        because decision: Decision
    ) async throws(StoreFailure) {
        try await postpone(rows, in: .sole(.home), until: time, endingAfter: limit, because: decision)
    }

    public func markAttempted(_ rows: [Int64], at now: Instant) async throws(StoreFailure) -> Set<Int64> {
        try await markAttempted(rows, in: .sole(.home), at: now)
    }

    public func release(
        _ channel: ChannelID,
        sparing users: Set<UserID>,
        limit: Int,
        at now: Instant
    ) async throws(StoreFailure) -> Int {
        try await release(channel, in: .sole(.channel(channel)), sparing: users, limit: limit, at: now)
    }

    public func release(_ channel: ChannelID, at now: Instant) async throws(StoreFailure) -> Int {
        try await release(channel, in: .sole(.channel(channel)), at: now)
    }

    public func clockWentBack(from earlier: Instant, to now: Instant) async throws(StoreFailure) {
        try await clockWentBack(in: .sole(.home), from: earlier, to: now)
    }
}

extension OperatingStore {
    public func resume(_ channel: ChannelID, at now: Instant) async throws(StoreFailure) {
        try await resume(channel, in: .sole(.channel(channel)), at: now)
    }
}

extension ReceiptStore {
    public func dueReceipts(at now: Instant, limit: Int) async throws(StoreFailure) -> [DueReceipt] {
        try await dueReceipts(in: [.sole(.home)], at: now, limit: limit)
    }

    public func nextReceipt() async throws(StoreFailure) -> Instant? { try await nextReceipt(in: [.sole(.home)]) }
}

extension ExpandingStore {
    public func unexpanded(at now: Instant, limit: Int) async throws(StoreFailure) -> [UnexpandedEvent] {
        try await unexpanded(in: .sole(.home), at: now, limit: limit)
    }
}

extension EndingStore {
    public func endPage(at now: Instant) async throws(StoreFailure) -> Int {
        try await endPage(in: .sole(.home), at: now)
    }
}

extension ForgettingStore {
    public func sweep(acceptedBefore cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int {
        try await sweep(in: .sole(.home), acceptedBefore: cutoff, limit: limit)
    }
}

extension FollowingStore {
    public func forgetChanges(before cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int {
        try await forgetChanges(in: .sole(.home), before: cutoff, limit: limit)
    }
}

extension QueueStore {
    public func leaseHeld(
        on channel: ChannelID,
        countingFrom cutoff: Instant?,
        at now: Instant,
        limit: Int
    ) async throws(StoreFailure) -> [LeasedDelivery] {
        try await leaseHeld(on: channel, in: .sole(.channel(channel)), countingFrom: cutoff, at: now, limit: limit)
    }

    public func leaseDeliveries(
        on channel: ChannelID,
        sparing users: Set<UserID> = [],
        at now: Instant,
        limit: Int
    ) async throws(StoreFailure) -> [LeasedDelivery] {
        try await leaseDeliveries(on: channel, in: .sole(.channel(channel)), sparing: users, at: now, limit: limit)
    }

    public func releaseLeases(_ rows: [Int64], at now: Instant) async throws(StoreFailure) {
        try await releaseLeases(rows, in: .sole(.home), at: now)
    }

    public func reclaimLeases(
        leasedBefore cutoff: Instant,
        except inHand: Set<Int64>,
        at now: Instant
    ) async throws(StoreFailure) -> Int {
        try await reclaimLeases(in: [.sole(.home)], leasedBefore: cutoff, except: inHand, at: now)
    }

    /// Up to `limit` deliveries that are due, leased as the workers of all channels would one after the other.
    public func leaseDeliveries(at now: Instant, limit: Int) async throws(StoreFailure) -> [LeasedDelivery] {
        var leased: [LeasedDelivery] = []
        for channel in try await awaitedChannels() where leased.count < limit {
            leased += try await leaseDeliveries(on: channel, at: now, limit: limit - leased.count)
        }
        return leased
    }

    /// When the next notification or delivery is due, on whichever channel; nil when nothing waits for a time.
    public func nextDue() async throws(StoreFailure) -> Instant? {
        var times = [try await nextNotification()]
        for channel in try await awaitedChannels() { times.append(try await nextDelivery(on: channel)) }
        return times.compactMap(\.self).min()
    }
}

extension DeviceStore {
    /// However many there are.
    public func register(
        _ registration: DeviceRegistration,
        at now: Instant
    ) async throws(StoreFailure) -> DeviceRecord {
        guard case .device(let device, displaced: _) = try await register(registration, within: .none, at: now) else {
            throw StoreFailure(.unavailable, "the store refused a device although there was no limit")
        }
        return device
    }
}

extension SubscriptionStore {
    /// However many there are.
    public func subscribe(_ subscriptions: [Subscription]) async throws(StoreFailure) {
        _ = try await subscribe(subscriptions, upTo: .max)
    }
}
