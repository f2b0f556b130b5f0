public import CarillonModel

/// How much waits in one tenant's part of a store, and for how long already.
public struct QueueFigures: Sendable, Hashable {
    /// Notifications and deliveries whose time has come.
    public var due: Int
    /// When the oldest of them was due; nil without one.
    public var oldestDue: Instant?
    /// Notifications and deliveries for later.
    public var scheduled: Int
    /// Deliveries in a worker's hands.
    public var sending: Int
    /// Held deliveries, by channel.
    public var held: [ChannelID: Int]
    /// Deliveries that failed for good.
    public var failed: Int

    public init(
        due: Int = 0,
        oldestDue: Instant? = nil,
        scheduled: Int = 0,
        sending: Int = 0,
        held: [ChannelID: Int] = [:],
        failed: Int = 0
    ) {
        self.due = due
        self.oldestDue = oldestDue
        self.scheduled = scheduled
        self.sending = sending
        self.held = held
        self.failed = failed
    }
}
