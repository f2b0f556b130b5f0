public import CarillonModel
public import CarillonPluginKit
import CarillonProfiles

/// A delivery that failed for good, until somebody has it tried again.
public struct DeadLetter: Sendable, Hashable {
    public var row: Int64
    public var event: String
    public var type: EventTypeID
    public var notification: String
    public var recipient: UserID
    public var channel: ChannelID
    public var reason: OutcomeReason
    public var failedAt: Instant

    public init(
        row: Int64,
        event: String,
        type: EventTypeID,
        notification: String,
        recipient: UserID,
        channel: ChannelID,
        reason: OutcomeReason,
        failedAt: Instant
    ) {
        self.row = row
        self.event = event
        self.type = type
        self.notification = notification
        self.recipient = recipient
        self.channel = channel
        self.reason = reason
        self.failedAt = failedAt
    }
}

/// Which dead letters; nil is “any”.
public struct DeadLetterQuery: Sendable, Hashable {
    /// Characters that a code to filter by may have.
    public static let codeLimit = FieldKind.longestID

    public var limit: Int
    /// Only those before this row, for the next page.
    public var before: Int64?
    public var channel: ChannelID?
    /// The code of the reason.
    public var code: String?

    public init(limit: Int, before: Int64? = nil, channel: ChannelID? = nil, code: String? = nil) {
        self.limit = limit
        self.before = before
        self.channel = channel
        self.code = code
    }
}

/// A channel whose deliveries are held.
public struct PausedChannel: Sendable, Hashable {
    public var channel: ChannelID
    public var reason: OutcomeReason
    public var since: Instant

    public init(channel: ChannelID, reason: OutcomeReason, since: Instant) {
        self.channel = channel
        self.reason = reason
        self.since = since
    }
}
