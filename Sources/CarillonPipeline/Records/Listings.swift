public import CarillonModel
public import CarillonPluginKit

/// A page of something that an operator lists, the latest first.
public struct ListingPage: Sendable, Hashable {
    public var limit: Int
    /// Only rows before this one, for the next page.
    public var before: Int64?

    public init(limit: Int, before: Int64? = nil) {
        self.limit = limit
        self.before = before
    }
}

/// A device, and its place in the order of registration.
public struct ListedDevice: Sendable, Hashable {
    public var row: Int64
    public var device: DeviceRecord

    public init(row: Int64, device: DeviceRecord) {
        self.row = row
        self.device = device
    }
}

/// An event, without its payload.
public struct ListedEvent: Sendable, Hashable {
    public var row: Int64
    public var id: String
    public var source: String
    public var externalID: String
    public var type: EventTypeID
    public var acceptedAt: Instant
    public var topic: Topic?
    /// How many notifications came of it so far.
    public var notifications: Int

    public init(
        row: Int64,
        id: String,
        source: String,
        externalID: String,
        type: EventTypeID,
        acceptedAt: Instant,
        topic: Topic?,
        notifications: Int
    ) {
        self.row = row
        self.id = id
        self.source = source
        self.externalID = externalID
        self.type = type
        self.acceptedAt = acceptedAt
        self.topic = topic
        self.notifications = notifications
    }
}

/// What a list shows of a delivery's state: waiting for its time differs from waiting for its channel.
public enum ListedStatus: String, Sendable, Hashable, CaseIterable {
    /// Waiting for its time.
    case pending
    /// Waiting without a time, until its channel can send again.
    case held
    case leased
    case attempted
    case delivered
    case failed
    case cancelled

    /// - Parameter isHeld: whether one that waits has no time of its own.
    public init(_ status: DeliveryStatus, isHeld: Bool) {
        self =
            switch status {
            case .pending: isHeld ? .held : .pending
            case .leased: .leased
            case .attempted: .attempted
            case .delivered: .delivered
            case .failed: .failed
            case .cancelled: .cancelled
            }
    }
}

/// A delivery with what it is a delivery of, without texts and address.
public struct ListedDelivery: Sendable, Hashable {
    public var row: Int64
    public var event: String
    public var type: EventTypeID
    public var recipient: UserID
    public var channel: ChannelID
    public var status: ListedStatus
    public var attempts: Int
    /// Nil where it has ended, or is held.
    public var nextAttemptAt: Instant?
    public var settledAt: Instant?
    /// Why it failed, waits or is held; nil where nothing went wrong.
    public var reason: OutcomeReason?
    /// Why routing put it off, where nothing has become of it since.
    public var delay: Decision?

    public init(
        row: Int64,
        event: String,
        type: EventTypeID,
        recipient: UserID,
        channel: ChannelID,
        status: DeliveryStatus,
        attempts: Int,
        nextAttemptAt: Instant?,
        settledAt: Instant?,
        reason: OutcomeReason?,
        decisions: [Decision]
    ) {
        self.row = row
        self.event = event
        self.type = type
        self.recipient = recipient
        self.channel = channel
        self.status = ListedStatus(status, isHeld: nextAttemptAt == nil)
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt
        self.settledAt = settledAt
        self.reason = reason
        let isDelayed = status == .pending && reason == nil
        delay = isDelayed ? decisions.last { $0.channel == channel && $0.verdict == .later } : nil
    }
}

/// A notification whose time to be routed hasn't come: it has no deliveries yet.
public struct ScheduledNotification: Sendable, Hashable {
    public var id: String
    public var event: String
    public var type: EventTypeID
    public var recipient: UserID
    public var dueAt: Instant
    /// Why it was postponed; nil where its sender, or its event type, named the time.
    public var delay: Decision?

    public init(
        id: String,
        event: String,
        type: EventTypeID,
        recipient: UserID,
        dueAt: Instant,
        decisions: [Decision]
    ) {
        self.id = id
        self.event = event
        self.type = type
        self.recipient = recipient
        self.dueAt = dueAt
        delay = decisions.last { $0.verdict == .later }
    }
}

/// Which deliveries; nil is “any”.
public struct DeliveryFilter: Sendable, Hashable {
    public var status: ListedStatus?
    public var channel: ChannelID?
    public var recipient: UserID?

    public init(status: ListedStatus? = nil, channel: ChannelID? = nil, recipient: UserID? = nil) {
        self.status = status
        self.channel = channel
        self.recipient = recipient
    }
}
