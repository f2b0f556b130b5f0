public import CarillonModel
import CarillonPluginKit
import CarillonProfiles

extension Routing {
    /// The messages that these would make in rooms; nothing where no event goes to one.
    ///
    /// Which of them were made already has to be known before a batch can be routed.
    public func roomMessages(of notifications: some Sequence<DueNotification>) -> Set<RoomMessage> {
        guard !rooms.isEmpty else { return [] }
        var messages: Set<RoomMessage> = []
        for notification in notifications {
            guard let type = profile.event(notification.event.type) else { continue }
            for channel in rooms[type.id, default: []] {
                messages.insert(RoomMessage(notification, of: type, on: channel))
            }
        }
        return messages
    }

    /// The rooms of a notification's event that were told of it for another recipient.
    func reachedRooms(of notification: DueNotification, made: Set<RoomMessage>) -> Set<ChannelID> {
        guard !made.isEmpty, let type = profile.event(notification.event.type) else { return [] }
        return rooms[type.id, default: []].filter { made.contains(RoomMessage(notification, of: type, on: $0)) }
    }

    /// The message that a delivery on a channel is; nil where the channel reaches each recipient by themselves.
    func roomMessage(of notification: DueNotification, type: EventType, on channel: ChannelID) -> RoomMessage? {
        guard rooms[type.id, default: []].contains(channel) else { return nil }
        return RoomMessage(notification, of: type, on: channel)
    }

    /// Whether a channel's address is a setting: nobody's own, and so in nobody's language and time zone.
    public func isRoom(_ channel: ChannelID) -> Bool {
        !rooms.isEmpty && profile.channel(channel).flatMap { registry[$0.plugin]?.descriptor.address } == .room
    }
}

extension Decision {
    static func sameRoom(_ channel: ChannelID) -> Decision {
        Decision(
            channel: channel,
            verdict: .skip,
            reason: .sameRoom,
            detail: "the channel's one place has the event already, for another recipient"
        )
    }
}
