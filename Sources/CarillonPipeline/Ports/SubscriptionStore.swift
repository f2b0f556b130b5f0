public import CarillonModel

/// Who is subscribed to a topic.
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
