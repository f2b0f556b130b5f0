public import CarillonModel

/// Everything there is about one user.
public struct UserExport: Sendable, Hashable {
    public var user: UserID
    public var facts: UserAttributes?
    /// Mail addresses of theirs that don't exist, as the addresses' servers report; sorted.
    public var goneAddresses: [String]
    public var preferences: [String: Bool]
    /// Oldest first.
    public var devices: [DeviceRecord]
    /// By topic; those of the user's devices alone included.
    public var subscriptions: [Subscription]
    /// Oldest first.
    public var sessions: [SessionRecord]
    /// Who of the staff can send them tests of texts, and codes that their apps show; oldest first.
    public var testPairings: [TestPairing]
    /// In the order they came.
    public var notifications: [ExportedNotification]

    public init(
        user: UserID,
        facts: UserAttributes?,
        goneAddresses: [String] = [],
        preferences: [String: Bool],
        devices: [DeviceRecord],
        subscriptions: [Subscription],
        sessions: [SessionRecord],
        testPairings: [TestPairing] = [],
        notifications: [ExportedNotification]
    ) {
        self.user = user
        self.facts = facts
        self.goneAddresses = goneAddresses
        self.preferences = preferences
        self.devices = devices
        self.subscriptions = subscriptions
        self.sessions = sessions
        self.testPairings = testPairings
        self.notifications = notifications
    }
}

/// A notification with its subject, its texts and its outcome.
public struct ExportedNotification: Sendable, Hashable {
    public var event: EventRecord
    public var topic: Topic?
    /// As the feed shows it; nil where it isn't there.
    public var content: FeedContent?
    public var trace: NotificationTrace

    public init(event: EventRecord, topic: Topic?, content: FeedContent?, trace: NotificationTrace) {
        self.event = event
        self.topic = topic
        self.content = content
        self.trace = trace
    }
}
