public import CarillonModel

/// An event for a topic, or a campaign, that isn't expanded to all its recipients.
public struct UnexpandedEvent: Sendable, Hashable {
    public var event: EventRecord
    /// Nil: for everyone there is.
    public var topic: Topic?
    /// Where the last page ended; 0 at first.
    public var cursor: Int64
    public var times: [PlannedTime]
    public var campaign: CampaignStanding?

    public init(
        event: EventRecord,
        topic: Topic?,
        cursor: Int64,
        times: [PlannedTime],
        campaign: CampaignStanding? = nil
    ) {
        self.event = event
        self.topic = topic
        self.cursor = cursor
        self.times = times
        self.campaign = campaign
    }
}

/// What is stored of a page, in one commit.
public struct ExpandedPage: Sendable, Hashable {
    /// The host's id of the event.
    public var event: String
    /// Where the page began.
    public var from: Int64
    /// Where the next one begins; nil at the end.
    public var next: Int64?
    public var notifications: [PlannedNotification]
    /// About the event as a whole.
    public var decisions: [Decision]
    /// Of a campaign's page.
    public var step: CampaignStep?

    public init(
        event: String,
        from: Int64,
        to next: Int64?,
        into notifications: [PlannedNotification],
        deciding decisions: [Decision] = [],
        step: CampaignStep? = nil
    ) {
        self.event = event
        self.from = from
        self.next = next
        self.notifications = notifications
        self.decisions = decisions
        self.step = step
    }
}

/// One of everyone: a user, or a device that belongs to nobody.
public struct AudienceMember: Sendable, Hashable {
    /// Their position among everyone.
    public var row: Int64
    public var recipient: UserID
    /// The one device it is for; nil: all of the user's.
    public var device: String?

    public init(row: Int64, recipient: UserID, device: String? = nil) {
        self.row = row
        self.recipient = recipient
        self.device = device
    }
}
