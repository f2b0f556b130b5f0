public import CarillonModel

/// The whole story of an event.
public struct EventTrace: Sendable, Hashable {
    public var event: EventRecord
    public var topic: Topic?
    public var notifications: [NotificationTrace]

    public init(event: EventRecord, topic: Topic?, notifications: [NotificationTrace]) {
        self.event = event
        self.topic = topic
        self.notifications = notifications
    }
}

public struct NotificationTrace: Sendable, Hashable {
    public enum Status: String, Sendable, Hashable {
        /// Waiting for its time.
        case scheduled
        /// Its deliveries are made; they tell the rest.
        case routed
        case cancelled
    }

    public var id: String
    public var recipient: UserID
    public var priority: Priority
    public var status: Status
    public var dueAt: Instant
    public var readAt: Instant?
    public var decisions: [Decision]
    public var deliveries: [DeliveryTrace]

    public init(
        id: String,
        recipient: UserID,
        priority: Priority,
        status: Status,
        dueAt: Instant,
        readAt: Instant?,
        decisions: [Decision],
        deliveries: [DeliveryTrace]
    ) {
        self.id = id
        self.recipient = recipient
        self.priority = priority
        self.status = status
        self.dueAt = dueAt
        self.readAt = readAt
        self.decisions = decisions
        self.deliveries = deliveries
    }
}

public struct DeliveryTrace: Sendable, Hashable {
    public var row: Int64
    public var channel: ChannelID
    public var device: String?
    public var status: DeliveryStatus
    public var attempts: [AttemptTrace]
    public var receipt: String?
    public var nextAttemptAt: Instant?
    public var settledAt: Instant?

    public init(
        row: Int64,
        channel: ChannelID,
        device: String?,
        status: DeliveryStatus,
        attempts: [AttemptTrace],
        receipt: String?,
        nextAttemptAt: Instant?,
        settledAt: Instant?
    ) {
        self.row = row
        self.channel = channel
        self.device = device
        self.status = status
        self.attempts = attempts
        self.receipt = receipt
        self.nextAttemptAt = nextAttemptAt
        self.settledAt = settledAt
    }
}

/// One attempt, or one decision about a delivery.
public struct AttemptTrace: Sendable, Hashable {
    public var at: Instant
    /// `delivered`, `failed`, `retry`, `held`, `uncertain`, `cancelled`.
    public var outcome: String
    /// The provider's code, empty when all went well.
    public var code: String
    public var message: String

    public init(at: Instant, outcome: String, code: String = "", message: String = "") {
        self.at = at
        self.outcome = outcome
        self.code = code
        self.message = message
    }
}
