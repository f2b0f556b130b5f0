public import CarillonModel

/// Deliveries on the fallback of another channel, should nothing have arrived there or be under way.
///
/// Made at most once for a notification.
public struct Fallback: Sendable, Hashable {
    /// The notification's row.
    public var notification: Int64
    /// The channels whose fallback it is.
    public var primaries: [ChannelID]
    public var channel: ChannelID
    public var decisions: [Decision]
    public var deliveries: [PlannedDelivery]
    /// Where the channel's address is a setting, such as a room: nothing goes out where this was made already.
    public var room: RoomMessage?

    public init(
        notification: Int64,
        primaries: [ChannelID],
        channel: ChannelID,
        decisions: [Decision],
        deliveries: [PlannedDelivery]
    ) {
        self.notification = notification
        self.primaries = primaries
        self.channel = channel
        self.decisions = decisions
        self.deliveries = deliveries
    }
}
