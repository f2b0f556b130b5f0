public import CarillonModel
import CarillonProfiles

/// What has to be known of a topic before a batch can be routed.
public struct SubscriptionQuery: Sendable, Hashable {
    public var topic: Topic
    public var users: [UserID]
    /// Ids of devices.
    public var devices: [String]
}

/// The present subscriptions to the topics that a batch needs.
public struct SubscriptionSnapshot: Sendable {
    private var byTopic: [Topic: Members] = [:]

    struct Members: Sendable {
        var ofUsers: [UserID: [Subscription]] = [:]
        var onDevices: [String: [Subscription]] = [:]
    }

    public init() {}

    public mutating func add(_ rows: [SubscriberRow], to topic: Topic) {
        var members = byTopic[topic] ?? Members()
        for subscription in rows.map(\.subscription) {
            if let user = subscription.subscriber.user { members.ofUsers[user, default: []].append(subscription) }
            if let device = subscription.subscriber.device {
                members.onDevices[device, default: []].append(subscription)
            }
        }
        byTopic[topic] = members
    }

    subscript(topic: Topic) -> Members { byTopic[topic] ?? Members() }
}

extension Routing {
    /// The store query needed before these can be routed; nothing where no event came through a topic or has an
    /// audience.
    public func questions(about notifications: some Sequence<DueNotification>) -> [SubscriptionQuery] {
        var questions: [Topic: SubscriptionQuery] = [:]
        for notification in notifications where notification.topic != nil || notification.audience != nil {
            for topic in [notification.topic, notification.audience].compactMap(\.self) {
                var question = questions[topic] ?? SubscriptionQuery(topic: topic, users: [], devices: [])
                if let device = notification.recipient.anonymousDevice {
                    question.devices.append(device)
                } else {
                    question.users.append(notification.recipient)
                    if notification.target != .all { question.devices += notification.devices.map(\.id) }
                }
                questions[topic] = question
            }
        }
        return questions.values.sorted { $0.topic < $1.topic }
    }

    /// The notification with the devices that are still subscribed.
    ///
    /// - Throws: why it isn't for its recipient, or isn't any more.
    func admitted(
        _ notification: DueNotification,
        event: EventType,
        audiences: SubscriptionSnapshot
    ) throws(Exclusion) -> DueNotification {
        guard notification.topic != nil || notification.audience != nil else { return notification }
        let filter = SubscriptionFilter(event: event, policy: profile.subscriptions)
        var notification = notification
        if let topic = notification.topic {
            let members = audiences[topic]
            if notification.target != .all {
                notification.devices.removeAll { !(members.onDevices[$0.id] ?? []).contains(where: filter.takes) }
            }
            let isSubscribed =
                notification.recipient.anonymousDevice == nil
                ? (members.ofUsers[notification.recipient] ?? []).contains(where: filter.takes)
                : !notification.devices.isEmpty
            guard isSubscribed else { throw Exclusion(.unsubscribed) }
        }
        if let topic = notification.audience {
            let members = audiences[topic]
            let own =
                notification.recipient.anonymousDevice.map { members.onDevices[$0] ?? [] }
                ?? members.ofUsers[notification.recipient] ?? []
            guard let first = own.first else { throw Exclusion(.notInAudience) }
            let taking = own.filter(filter.takes)
            guard !taking.isEmpty else { throw Exclusion(filter.objection(to: first) ?? .notInAudience) }
            // Who subscribed on devices is reached on these, and on no other.
            let devices = taking.map(\.subscriber.device)
            if devices.allSatisfy({ $0 != nil }) { notification.devices.removeAll { !devices.contains($0.id) } }
        }
        return notification
    }
}

/// Why a notification goes to nobody.
struct Exclusion: Error {
    let decision: Decision

    init(_ decision: Decision) {
        self.decision = decision
    }
}

extension Decision {
    static let unsubscribed = Decision(
        channel: nil,
        verdict: .skip,
        reason: .unsubscribed,
        detail: "the recipient is no longer subscribed to the topic it came through"
    )

    fileprivate static let notInAudience = Decision(
        channel: nil,
        verdict: .skip,
        reason: .notInAudience,
        detail: "the recipient isn't subscribed to the topic that this event is for"
    )
}
