public import CarillonModel
public import CarillonPluginKit
import CarillonProfiles

/// The whole story of an event.
public struct EventTrace: Sendable, Hashable {
    public var event: EventRecord
    public var topic: Topic?
    /// About the event as a whole.
    public var decisions: [Decision]
    /// A page of them, in the order they were made.
    public var notifications: [NotificationTrace]
    /// Where the next page begins; nil when this one is the last.
    public var next: Int64?

    public init(
        event: EventRecord,
        topic: Topic?,
        decisions: [Decision] = [],
        notifications: [NotificationTrace],
        next: Int64? = nil
    ) {
        self.event = event
        self.topic = topic
        self.decisions = decisions
        self.notifications = notifications
        self.next = next
    }
}

/// Which of an event's notifications to list: an event for a topic may have a million.
public struct TracePage: Sendable, Hashable {
    /// ``EventTrace/next`` of the page before; nil for the first.
    public var after: Int64?
    public var limit: Int

    public static let limits = 1...FieldKind.PageSize.trace.most

    public init(after: Int64? = nil, limit: Int = 100) {
        self.after = after
        self.limit = limit
    }
}

public struct NotificationTrace: Sendable, Hashable {
    public enum Status: String, Sendable, Hashable {
        /// Waiting for its time.
        case scheduled
        /// Its deliveries are made; see them for the rest.
        case routed
        case cancelled
    }

    public var id: String
    public var recipient: UserID
    public var target: DeviceTarget
    public var priority: Priority
    public var status: Status
    public var dueAt: Instant
    public var readAt: Instant?
    public var decisions: [Decision]
    public var deliveries: [DeliveryTrace]

    public init(
        id: String,
        recipient: UserID,
        target: DeviceTarget = .all,
        priority: Priority,
        status: Status,
        dueAt: Instant,
        readAt: Instant?,
        decisions: [Decision],
        deliveries: [DeliveryTrace]
    ) {
        self.id = id
        self.recipient = recipient
        self.target = target
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
    /// Where it goes, or went: a device's token, a mail address.
    public var address: String?

    public init(
        row: Int64,
        channel: ChannelID,
        device: String?,
        status: DeliveryStatus,
        attempts: [AttemptTrace],
        receipt: String?,
        nextAttemptAt: Instant?,
        settledAt: Instant?,
        address: String? = nil
    ) {
        self.row = row
        self.channel = channel
        self.device = device
        self.status = status
        self.attempts = attempts
        self.receipt = receipt
        self.nextAttemptAt = nextAttemptAt
        self.settledAt = settledAt
        self.address = address
    }
}

/// What became of a delivery at one time; its raw value is the code in answers, in metrics and in the store, which
/// stays as it is once released.
public enum AttemptOutcome: String, Sendable, Hashable, CaseIterable {
    case delivered
    case failed
    /// It is tried again.
    case retry
    /// The provider may have received it; it is tried again where the profile specifies that.
    case uncertain
    /// It waits until its channel, its address or its event type can be used.
    case held
    case cancelled
    /// It went out within another one.
    case collected
    /// An operator, or the tenant, had it tried again.
    case redriven
    /// The provider's receipt reports that it arrived.
    case confirmed
    /// No receipt came in time.
    case unconfirmed
    /// The receipt isn't there yet; in no trace.
    case later
}

/// One attempt, or one decision about a delivery.
public struct AttemptTrace: Sendable, Hashable {
    public var at: Instant
    public var outcome: AttemptOutcome
    /// The provider's code, empty when all went well.
    public var code: String
    public var message: String
    /// Any other message would have fared the same: it was the provider as a whole, or the way to it.
    public var concernsProvider: Bool

    public init(
        at: Instant,
        outcome: AttemptOutcome,
        code: String = "",
        message: String = "",
        concernsProvider: Bool = false
    ) {
        self.at = at
        self.outcome = outcome
        self.code = code
        self.message = message
        self.concernsProvider = concernsProvider
    }
}

extension AttemptTrace {
    public init(at: Instant, outcome: AttemptOutcome, reason: OutcomeReason) {
        self.init(
            at: at,
            outcome: outcome,
            code: reason.code,
            message: reason.message,
            concernsProvider: reason.concernsProvider
        )
    }
}
