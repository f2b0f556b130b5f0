public import CarillonModel

/// An event that passed the profile's checks, with the notifications it makes: what one commit stores.
public struct AcceptedEvent: Sendable, Hashable {
    /// The host's own id, a UUIDv7.
    public var id: String
    public var source: String
    public var externalID: String
    public var type: EventTypeID
    /// The payload as compact JSON.
    public var payload: String
    public var overrides: NotificationOverrides?
    /// Everything the sender specified, in one canonical text: the same key with another text is a conflict.
    public var fingerprint: String
    /// The revision of the profile it was accepted under.
    public var revision: String
    public var acceptedAt: Instant
    /// Where it goes to everyone subscribed: expanded afterwards, in pages.
    public var topic: Topic?
    /// Whom the sender named, also where there is no time left for them; none where it goes to a topic, or is a
    /// campaign.
    public var recipients: [UserID]
    /// What the sender specified about the recipients.
    public var facts: [UserID: UserAttributes]
    public var notifications: [PlannedNotification]
    /// For a topic or a campaign: when its recipients are due; with none there are no recipients.
    public var times: [PlannedTime] = []
    /// Set where it is a campaign.
    public var campaign: CampaignPlan?
    /// When a campaign begins.
    public var startsAt: Instant?
    /// Who isn't subscribed to it is left out.
    public var audience: Topic?
    /// The newest with this key is the one that counts.
    public var collapse: String?
    /// A recipient who has a notification of another event with this key gets none of this one.
    public var dedupe: String?
    /// Earlier events with this key end for whom this one names, or, where it names nobody, for all: nothing that waits of them
    /// goes out.
    public var supersedes: String?
    /// About the event as a whole, such as why a reminder of its schedule makes no notification.
    public var decisions: [Decision] = []

    public init(
        id: String,
        source: String,
        externalID: String,
        type: EventTypeID,
        payload: String,
        overrides: NotificationOverrides? = nil,
        fingerprint: String,
        revision: String,
        acceptedAt: Instant,
        topic: Topic? = nil,
        facts: [UserID: UserAttributes] = [:],
        notifications: [PlannedNotification]
    ) {
        self.id = id
        self.source = source
        self.externalID = externalID
        self.type = type
        self.payload = payload
        self.overrides = overrides
        self.fingerprint = fingerprint
        self.revision = revision
        self.acceptedAt = acceptedAt
        self.topic = topic
        recipients = notifications.map(\.recipient)
        self.facts = facts
        self.notifications = notifications
    }
}

/// One notification to one recipient, due at one time.
public struct PlannedNotification: Sendable, Hashable {
    /// As the profile's `ids.notification` specifies.
    public var id: String
    public var recipient: UserID
    public var priority: Priority
    public var dueAt: Instant
    public var expiresAt: Instant?
    public var target: DeviceTarget
    /// Why there is nothing to route: it is kept for the trace alone.
    public var exclusion: Decision?

    public init(
        id: String,
        recipient: UserID,
        priority: Priority,
        dueAt: Instant,
        expiresAt: Instant? = nil,
        target: DeviceTarget = .all,
        exclusion: Decision? = nil
    ) {
        self.id = id
        self.recipient = recipient
        self.priority = priority
        self.dueAt = dueAt
        self.expiresAt = expiresAt
        self.target = target
        self.exclusion = exclusion
    }
}

/// When a recipient's notification of an event is due.
public struct PlannedTime: Sendable, Hashable {
    public var dueAt: Instant
    public var priority: Priority
    public var expiresAt: Instant?

    public init(dueAt: Instant, priority: Priority, expiresAt: Instant? = nil) {
        self.dueAt = dueAt
        self.priority = priority
        self.expiresAt = expiresAt
    }

    /// The time after a clock went back: what was due by the other clock is due now, and what is for later keeps its time.
    ///
    /// - Parameter acceptedAt: of its event; what was to be sent at once was due whatever the clocks show.
    public func afterClockWentBack(from earlier: Instant, to now: Instant, acceptedAt: Instant) -> PlannedTime {
        guard dueAt > now, dueAt <= earlier || dueAt == acceptedAt else { return self }
        var time = self
        time.dueAt = now
        return time
    }
}

/// What a store reports about an event that it was given to accept.
public enum Acceptance: Sendable, Hashable {
    /// Committed: it survives the process.
    case accepted
    /// The same `(source, id)` with the same content is there already.
    case duplicate(event: String, notifications: [String])
    /// The same `(source, id)` is there with other content.
    case conflict(event: String)
}
