public import CarillonModel

/// Switches that users set.
public protocol PreferenceStore: Sendable {
    /// Those that were ever set.
    func preferences(of user: UserID) async throws(StoreFailure) -> [String: Bool]
    /// Sets these; the others stay as they were.
    ///
    /// - Returns: all that were ever set.
    func setPreferences(
        _ toggles: [String: Bool],
        of user: UserID,
        at now: Instant
    ) async throws(StoreFailure) -> [String: Bool]
}

/// Late answers of providers, asked for some time after a delivery was accepted.
public protocol ReceiptStore: Sendable {
    /// Up to `limit` receipts to be asked for at `now`, the earliest first. Reading only.
    func dueReceipts(at now: Instant, limit: Int) async throws(StoreFailure) -> [DueReceipt]
    /// Records answers. A receipt that isn't awaited any more is passed over.
    func settleReceipts(_ settlements: [ReceiptSettlement]) async throws(StoreFailure)
    /// Deliveries that wait for their receipts, by their rows; others are left out. Reading only.
    func receiptedDeliveries(_ rows: [Int64]) async throws(StoreFailure) -> [LeasedDelivery]
    /// When the next receipt is to be asked for.
    func nextReceipt() async throws(StoreFailure) -> Instant?
}

/// What an operator sees and mends.
public protocol OperatingStore: Sendable {
    /// Deliveries that failed, the latest first.
    func deadLetters(_ query: DeadLetterQuery) async throws(StoreFailure) -> [DeadLetter]
    /// Makes failed deliveries due again, as if they had never been tried; others are passed over.
    ///
    /// - Returns: the rows that are tried again. One whose device was taken away since stays as it is, and one whose event ended.
    func redrive(_ rows: [Int64], at now: Instant) async throws(StoreFailure) -> [Int64]
    /// Channels that wait for their credentials to be mended.
    func pausedChannels() async throws(StoreFailure) -> [PausedChannel]
    /// Notes that a channel is paused; again keeps the first reason and time.
    func pause(_ channel: PausedChannel) async throws(StoreFailure)
    /// Ends a channel's pause; what it holds is another matter: ``DeliveringStore/release(_:at:)``.
    ///
    /// For tries that came due meanwhile the time until they are given up counts from now.
    func resume(_ channel: ChannelID, at now: Instant) async throws(StoreFailure)
}

/// Ends what was kept long enough, or must not be kept.
public protocol ForgettingStore: Sendable {
    /// Removes up to `limit` events accepted before `cutoff` of which nothing waits any more, with all that came of them.
    ///
    /// - Returns: how many; fewer than `limit` when nothing is left to remove.
    func sweep(acceptedBefore cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int
    /// Removes all there is about a user, and events that went to nobody else.
    ///
    /// - Returns: whether there was anything.
    func erase(_ user: UserID) async throws(StoreFailure) -> Bool
}

/// Who hears of a topic.
public protocol SubscriptionStore: Sendable {
    /// Adds subscriptions; one of the same subscriber to the same topic is replaced, but keeps its time.
    ///
    /// - Returns: false where a user, or a device, would have more than `limit` and more than before: nothing was changed.
    func subscribe(_ subscriptions: [Subscription], upTo limit: Int) async throws(StoreFailure) -> Bool
    /// - Returns: whether there was one.
    func unsubscribe(_ subscriber: Subscriber, from topic: Topic) async throws(StoreFailure) -> Bool
    /// By topic.
    func subscriptions(of subscriber: Subscriber) async throws(StoreFailure) -> [Subscription]
    /// Up to `limit` subscriptions to a topic after the one in row `cursor` (0: from the first), in the order they came.
    func subscribers(of topic: Topic, after cursor: Int64, limit: Int) async throws(StoreFailure) -> [SubscriberRow]
    /// The subscriptions to a topic that any of these users has, on whatever device, and any that is bound to one of
    /// these devices, whoever's; in the order they came.
    func subscriptions(
        to topic: Topic,
        of users: [UserID],
        on devices: [String]
    ) async throws(StoreFailure) -> [SubscriberRow]
}

extension SubscriptionStore {
    /// However many there are.
    public func subscribe(_ subscriptions: [Subscription]) async throws(StoreFailure) {
        _ = try await subscribe(subscriptions, upTo: .max)
    }
}
