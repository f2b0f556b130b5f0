public import CarillonModel

/// Why a channel was used, left out or postponed, for `events.trace`.
public struct Decision: Sendable, Hashable {
    public enum Verdict: String, Sendable, Hashable {
        case deliver
        case skip
        /// Not yet.
        case later
    }

    /// Its raw value is the code in answers and in the store, which stays as it is once released.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        // Taken.
        case routed
        case fallback
        case supersedes

        // Postponed.
        case quietHours = "quiet-hours"
        case collected
        case rateLimited = "rate-limited"

        // Of the event or the notification as a whole.
        case unknownEvent = "unknown-event"
        case expired
        case duplicate
        case superseded
        case campaignCancelled = "campaign-cancelled"
        case schedulePassed = "schedule-passed"
        case scheduleWithoutTime = "schedule-without-time"

        // Whom it is for.
        case unsubscribed
        case notInAudience = "not-in-audience"
        case typeNotSubscribed = "type-not-subscribed"
        case role
        case sameDevice = "same-device"
        case sameRoom = "same-room"

        // Of one channel.
        case otherPriority = "priority"
        case preferenceOff = "preference-off"
        case expiresFirst = "expires-first"
        case fallbackNotNeeded = "fallback-not-needed"
        case fallbackNotWanted = "fallback-not-wanted"
        case noPlugin = "no-plugin"
        case noDevice = "no-device"
        case noEmail = "no-email"
        case noPhone = "no-phone"
        case addressGone = "address-gone"
        case noURL = "no-url"
        case noUser = "no-user"

        /// As in JSON.
        public var code: String { rawValue }
    }

    /// Nil for a decision about the notification as a whole.
    public var channel: ChannelID?
    public var verdict: Verdict
    public var reason: Reason
    /// A message for people, without payload values.
    public var detail: String

    public init(channel: ChannelID?, verdict: Verdict, reason: Reason, detail: String) {
        self.channel = channel
        self.verdict = verdict
        self.reason = reason
        self.detail = detail
    }
}
