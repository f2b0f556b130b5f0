import CarillonModel
import CarillonPluginKit
import CarillonProfiles

extension Routing {
    /// When deliveries on a channel may go out.
    enum Start {
        case now
        /// Held back, with the reason; in a window, together with others of the recipient.
        case later(Instant, isCollected: Bool, Decision)
        /// It would be stale by then.
        case never(Decision)
    }

    /// Channels that disturb nobody are never delayed: the feed, and other machines.
    func start(
        of notification: DueNotification,
        on channel: ChannelID,
        reaching kind: AddressKind,
        at now: Instant
    ) -> Start {
        guard kind.disturbs else { return .now }
        let isCollected = isCollected(notification.priority, on: channel)
        let ready = isCollected ? now.advanced(by: profile.policies.collect.length) : now
        let start = quietEnd(for: notification, at: ready)
        guard start > now else { return .now }
        if let expiry = notification.expiresAt, expiry <= start {
            return .never(.stale(channel, until: start, expiry: expiry))
        }
        let decision: Decision = start > ready ? .quietHours(channel, until: start) : .collected(channel)
        return .later(start, isCollected: isCollected, decision)
    }

    /// When a notification that may go out at `time` by everything else may go out by its recipient's quiet hours.
    func quietEnd(for notification: DueNotification, at time: Instant) -> Instant {
        guard let quietTime, !quietTime.hours.exempt.contains(notification.priority) else { return time }
        return quietTime.end(at: time, in: notification.facts.timeZone)
    }
}

extension AddressKind {
    /// Whether it disturbs somebody: a device or a mailbox, not the feed.
    var disturbs: Bool {
        switch self {
        case .deviceToken, .email, .phone: true
        case .user, .url, .room: false
        }
    }
}

extension PlannedDelivery {
    /// What is collected under the same name goes out as one: a channel's messages for one address.
    var collectingWindow: String { "\(channel)\u{1F}\(device ?? address)" }
}

extension Decision {
    static func quietHours(_ channel: ChannelID, until end: Instant) -> Decision {
        let message = "it is quiet where the recipient is until \(end)"
        return Decision(channel: channel, verdict: .later, reason: .quietHours, detail: message)
    }

    fileprivate static func collected(_ channel: ChannelID) -> Decision {
        Decision(
            channel: channel,
            verdict: .later,
            reason: .collected,
            detail: "it goes out together with others of its window"
        )
    }

    /// - Parameter start: when it may go out.
    static func stale(_ channel: ChannelID, until start: Instant, expiry: Instant) -> Decision {
        let message = "it may not go out before \(start), and is worth nothing after \(expiry)"
        return Decision(channel: channel, verdict: .skip, reason: .expiresFirst, detail: message)
    }
}
