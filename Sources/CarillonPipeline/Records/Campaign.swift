public import CarillonModel
public import CarillonProfiles

/// What makes an event a campaign: it goes to many, to whom it is expanded one page after the other.
///
/// The campaign's own id is the event's ``Event/id``.
public struct CampaignPlan: Sendable, Hashable {
    public var name: String?
    /// To all users there are when it begins; else the event has a topic.
    public var isForEveryone: Bool
    /// How many recipients are added in which time, at most; nil: as fast as it goes.
    public var rate: RateLimit?

    /// The ``Event/source`` of every campaign; no sender may use it.
    public static let source = "urn:carillon:campaigns"

    public init(name: String? = nil, isForEveryone: Bool, rate: RateLimit? = nil) {
        self.name = name
        self.isForEveryone = isForEveryone
        self.rate = rate
    }
}

/// The state of a campaign.
public enum CampaignState: String, Sendable, Hashable, CaseIterable {
    /// Its time hasn't come.
    case scheduled
    case running
    /// No more recipients are added until it is resumed.
    case paused
    /// Ended before its end.
    case cancelled
    /// All recipients were added, and nothing waits any more.
    case done
}

/// A campaign as stored.
public struct CampaignRecord: Sendable, Hashable {
    /// In the order they were created.
    public var row: Int64
    public var id: String
    public var plan: CampaignPlan
    /// The host's id of its event, by which the trace is requested.
    public var event: String
    public var type: EventTypeID
    /// Nil where it is for everyone.
    public var topic: Topic?
    public var createdAt: Instant
    public var startsAt: Instant
    public var pausedAt: Instant?
    public var cancelledAt: Instant?
    /// How many subscriptions, or users, there were when it began; nil before that.
    public var total: Int?
    /// How many of these were dealt with.
    public var expanded: Int
    /// All of them were.
    public var isExpanded: Bool
    /// Something of it waits to be routed or delivered.
    public var hasOpen: Bool

    public init(
        row: Int64,
        id: String,
        plan: CampaignPlan,
        event: String,
        type: EventTypeID,
        topic: Topic?,
        createdAt: Instant,
        startsAt: Instant,
        pausedAt: Instant? = nil,
        cancelledAt: Instant? = nil,
        total: Int? = nil,
        expanded: Int = 0,
        isExpanded: Bool = false,
        hasOpen: Bool = false
    ) {
        self.row = row
        self.id = id
        self.plan = plan
        self.event = event
        self.type = type
        self.topic = topic
        self.createdAt = createdAt
        self.startsAt = startsAt
        self.pausedAt = pausedAt
        self.cancelledAt = cancelledAt
        self.total = total
        self.expanded = expanded
        self.isExpanded = isExpanded
        self.hasOpen = hasOpen
    }

    public func state(at now: Instant) -> CampaignState {
        if cancelledAt != nil { return .cancelled }
        if isExpanded { return hasOpen ? .running : .done }
        if pausedAt != nil { return .paused }
        return total == nil && now < startsAt ? .scheduled : .running
    }
}

/// What became of a campaign's notifications so far; each is counted once.
public struct CampaignProgress: Sendable, Hashable {
    public var notifications = 0
    /// Waits to be routed, or a delivery of it does.
    public var pending = 0
    /// A delivery of it arrived.
    public var delivered = 0
    /// No delivery of it arrived, and one failed.
    public var failed = 0
    /// Ended before it went out.
    public var cancelled = 0
    /// Nothing was to be delivered, such as to a recipient without a device.
    public var skipped = 0
    /// Deliveries by channel and by state.
    public var deliveries: [ChannelID: [DeliveryStatus: Int]] = [:]

    public init() {}
}

/// How far the expansion of a campaign is, for who expands it.
public struct CampaignStanding: Sendable, Hashable {
    public var plan: CampaignPlan
    /// When the next page may be made.
    public var nextAt: Instant
    /// Whether a page was made already.
    public var hasBegun: Bool

    public init(plan: CampaignPlan, nextAt: Instant, hasBegun: Bool) {
        self.plan = plan
        self.nextAt = nextAt
        self.hasBegun = hasBegun
    }
}

/// What a page did to its campaign.
public struct CampaignStep: Sendable, Hashable {
    /// When the next page may be made.
    public var nextAt: Instant
    /// How many subscriptions, or users, the page dealt with.
    public var expanded: Int
    /// With the first page: how many there are in all.
    public var total: Int?

    public init(nextAt: Instant, expanded: Int, total: Int? = nil) {
        self.nextAt = nextAt
        self.expanded = expanded
        self.total = total
    }
}
