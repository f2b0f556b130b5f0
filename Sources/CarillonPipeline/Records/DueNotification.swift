public import CarillonModel

/// A notification whose time has come, with all that routing and rendering need.
public struct DueNotification: Sendable, Hashable {
    /// The store's row, in time order.
    public var row: Int64
    public var id: String
    public var event: EventRecord
    public var recipient: UserID
    public var priority: Priority
    public var createdAt: Instant
    public var dueAt: Instant
    public var expiresAt: Instant?
    public var facts: UserAttributes
    /// The devices it may go to, as they are now, oldest first: the recipient's, or the one it is meant for.
    public var devices: [DeviceRecord]
    /// The recipient's toggles, where they were ever set.
    public var preferences: [String: Bool]
    /// What the recipient has not read yet in the feed, or on its way there; this one not counted.
    public var unreadCount: Int
    /// The topic its event came through.
    public var topic: Topic?
    /// Who isn't subscribed to it is left out.
    public var audience: Topic?
    /// As in ``AcceptedEvent/collapse``.
    public var collapse: String?
    /// Why ``devices`` are these.
    public var target = DeviceTarget.all
    /// The addresses of devices by which other recipients of its event have it already.
    ///
    /// Of those who were due at the same time. Empty unless its recipient is named and holds devices that belong to nobody.
    public var reachedAddresses: Set<ReachedAddress> = []
    /// The channels whose address is a setting, such as a room, that have its event already, for another recipient.
    ///
    /// No store fills this in: ``Routing`` does, while it goes through a batch.
    public var reachedRooms: Set<ChannelID> = []
    /// The mail server has reported that the recipient's address doesn't exist.
    public var isEmailGone = false

    public init(
        row: Int64,
        id: String,
        event: EventRecord,
        recipient: UserID,
        priority: Priority,
        createdAt: Instant,
        dueAt: Instant,
        expiresAt: Instant? = nil,
        facts: UserAttributes = UserAttributes(),
        devices: [DeviceRecord] = [],
        preferences: [String: Bool] = [:],
        unreadCount: Int = 0
    ) {
        self.row = row
        self.id = id
        self.event = event
        self.recipient = recipient
        self.priority = priority
        self.createdAt = createdAt
        self.dueAt = dueAt
        self.expiresAt = expiresAt
        self.facts = facts
        self.devices = devices
        self.preferences = preferences
        self.unreadCount = unreadCount
    }
}

/// Where an event was sent: an address means something to its channel alone.
public struct ReachedAddress: Sendable, Hashable {
    public var channel: ChannelID
    public var address: ExactText

    public init(_ address: String, on channel: ChannelID) {
        self.channel = channel
        self.address = address.exact
    }
}

/// An event as stored.
public struct EventRecord: Sendable, Hashable {
    public var id: String
    public var source: String
    public var externalID: String
    public var type: EventTypeID
    public var payload: String
    public var overrides: NotificationOverrides?
    public var revision: String
    public var acceptedAt: Instant

    public init(
        id: String,
        source: String,
        externalID: String,
        type: EventTypeID,
        payload: String,
        overrides: NotificationOverrides? = nil,
        revision: String,
        acceptedAt: Instant
    ) {
        self.id = id
        self.source = source
        self.externalID = externalID
        self.type = type
        self.payload = payload
        self.overrides = overrides
        self.revision = revision
        self.acceptedAt = acceptedAt
    }
}
