public import CarillonModel

/// What routing made of a due notification.
public struct RoutedNotification: Sendable, Hashable {
    public var row: Int64
    public var decisions: [Decision]
    public var deliveries: [PlannedDelivery]

    public init(row: Int64, decisions: [Decision], deliveries: [PlannedDelivery]) {
        self.row = row
        self.decisions = decisions
        self.deliveries = deliveries
    }
}

/// One delivery to one address over one channel.
public struct PlannedDelivery: Sendable, Hashable {
    public var channel: ChannelID
    public var address: String
    /// The device's id where the address is a device's token.
    public var device: String?
    public var platform: Platform?
    /// The number for the app's icon.
    public var badge: Int?
    /// Whether its recipient reads it here: until it ends, it is on its way into their feed, and counts as unread.
    public var isForFeed = false
    /// When it goes out; nil: at once, leased to the caller.
    public var dueAt: Instant?
    /// Waiting deliveries with the same window go out together, when the first of them is due.
    public var window: String?
    /// Of the waiting deliveries on this channel to this address with the same key, only the newest goes out.
    public var collapse: String?

    public init(
        channel: ChannelID,
        address: String,
        device: String? = nil,
        platform: Platform? = nil,
        badge: Int? = nil
    ) {
        self.channel = channel
        self.address = address
        self.device = device
        self.platform = platform
        self.badge = badge
    }
}
