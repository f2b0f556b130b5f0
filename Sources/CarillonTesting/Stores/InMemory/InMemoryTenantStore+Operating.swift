import CarillonModel
import CarillonPipeline

extension InMemoryTenantStore: PreferenceStore {
    func preferences(of user: UserID) async throws(StoreFailure) -> [String: Bool] {
        try with { $0.users[user]?.preferences ?? [:] }
    }

    func setPreferences(
        _ toggles: [String: Bool],
        of user: UserID,
        at now: Instant
    ) async throws(StoreFailure) -> [String: Bool] {
        try with { state in
            let all = (state.users[user]?.preferences ?? [:]).merging(toggles) { $1 }
            state.users[user, default: InMemoryState.User()].preferences = all
            return all
        }
    }
}

extension InMemoryTenantStore: ReceiptStore {
    func dueReceipts(in lanes: [LaneLease], at now: Instant, limit: Int) async throws(StoreFailure) -> [DueReceipt] {
        try with(in: lanes) { $0.dueReceipts(in: lanes.map(\.lane), at: now, limit: limit) }
    }

    func settleReceipts(_ settlements: [ReceiptSettlement]) async throws(StoreFailure) {
        try with { state in
            for settlement in settlements { state.settle(settlement) }
        }
    }

    func receiptedDeliveries(_ rows: [Int64]) async throws(StoreFailure) -> [LeasedDelivery] {
        try with { state in
            rows.filter { state.deliveries[$0]?.receiptDueAt != nil || state.deliveries[$0]?.attemptedAt != nil }
                .compactMap(state.leased)
        }
    }

    func reportedDelivery(_ report: DeliveryReport) async throws(StoreFailure) -> ReportedDelivery? {
        try with { state in
            guard let delivery = state.deliveries[report.row], let leased = state.leased(report.row) else { return nil }
            let isOpen = delivery.isEnded(byReportOf: report.attempt, arrived: report.arrived)
            return ReportedDelivery(leased, isOpen: isOpen)
        }
    }

    func nextReceipt(in lanes: [LaneLease]) async throws(StoreFailure) -> Instant? {
        try with(in: lanes) { $0.nextReceipt(in: lanes.map(\.lane)) }
    }
}

extension InMemoryTenantStore: OperatingStore {
    func deadLetters(_ query: DeadLetterQuery) async throws(StoreFailure) -> [DeadLetter] {
        try with { $0.deadLetters(query) }
    }

    func redrive(_ rows: [Int64], at now: Instant) async throws(StoreFailure) -> Redriven {
        try with { state in
            let redriven = rows.filter { state.redrive($0, at: now) }
            return Redriven(rows: redriven, channels: Set(redriven.compactMap { state.deliveries[$0]?.plan.channel }))
        }
    }

    func pausedChannels() async throws(StoreFailure) -> [PausedChannel] {
        try with { $0.paused.values.sorted { $0.channel < $1.channel } }
    }

    func pause(_ channel: PausedChannel) async throws(StoreFailure) {
        try with { state in state.paused[channel.channel] = state.paused[channel.channel] ?? channel }
    }

    func resume(_ channel: ChannelID, in lane: LaneLease, at now: Instant) async throws(StoreFailure) {
        try with(in: lane) { $0.resume(channel, at: now) }
    }
}

extension InMemoryTenantStore: ForgettingStore {
    func sweep(in home: LaneLease, acceptedBefore cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int {
        try with(in: home) { $0.sweep(acceptedBefore: cutoff, limit: limit) }
    }

    func erase(_ user: UserID) async throws(StoreFailure) -> Bool {
        try with { $0.erase(user) }
    }
}

extension InMemoryTenantStore: EndingStore {
    /// Nothing is left: in memory an event ends whole.
    func endPage(in home: LaneLease, at now: Instant) async throws(StoreFailure) -> Int {
        try with(in: home) { _ in 0 }
    }
}

extension InMemoryTenantStore: SubscriptionStore {
    func subscribe(_ subscriptions: [Subscription], upTo limit: Int) async throws(StoreFailure) -> Bool {
        try with { state in
            guard state.hasRoom(for: subscriptions, upTo: limit) else { return false }
            for subscription in subscriptions { state.subscribe(subscription) }
            return true
        }
    }

    func unsubscribe(_ subscriber: Subscriber, from topic: Topic) async throws(StoreFailure) -> Bool {
        try with { state in
            state.unsubscribe(subscriber, from: topic)
        }
    }

    func subscriptions(of subscriber: Subscriber) async throws(StoreFailure) -> [Subscription] {
        try with { state in
            state.subscriptions.values.filter { $0.subscriber == subscriber }.sorted { $0.topic < $1.topic }
        }
    }

    func subscribers(
        of topic: Topic,
        after cursor: Int64,
        limit: Int
    ) async throws(StoreFailure) -> [SubscriberRow] {
        try with { state in
            state.subscribers(of: topic, after: cursor, limit: limit)
        }
    }

    func subscriptions(
        to topic: Topic,
        of users: [UserID],
        on devices: [String]
    ) async throws(StoreFailure) -> [SubscriberRow] {
        try with { $0.subscriptions(to: topic, of: users, on: devices) }
    }
}
