public import CarillonModel
import CarillonProfiles

/// The one message that an event makes on a channel whose address is a setting, such as a team's room: a hundred
/// recipients are no hundred posts.
public struct RoomMessage: Sendable, Hashable {
    /// The host's id of the event.
    public var event: String
    public var channel: ChannelID
    /// Of an event type with a schedule, each of whose reminders is a message of its own; nil: the event has one.
    public var dueAt: Instant?

    public init(event: String, channel: ChannelID, dueAt: Instant? = nil) {
        self.event = event
        self.channel = channel
        self.dueAt = dueAt
    }
}

extension RoomMessage {
    init(_ notification: DueNotification, of type: EventType, on channel: ChannelID) {
        self.init(
            event: notification.event.id,
            channel: channel,
            dueAt: type.schedule.isEmpty ? nil : notification.dueAt
        )
    }
}
