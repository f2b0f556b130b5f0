public import CarillonModel
public import CarillonPluginKit

/// A delivery that this worker holds, with what is needed to render and send it.
public struct LeasedDelivery: Sendable, Hashable {
    public var row: Int64
    @inlinable public var notification: DueNotification {
        get { shared.notification }
        set { shared = SharedNotification(newValue) }
    }
    /// By reference: a delivery is copied often on its way, and its notification is large.
    @usableFromInline var shared: SharedNotification
    public var plan: PlannedDelivery
    /// How often it was handed to the provider before.
    public var attempts: Int
    /// An earlier attempt's answer was lost: the event's policy decides whether it is sent again.
    public var isUncertain: Bool
    /// How often the provider found it too large after accepting it: so often it is truncated before it goes out.
    public var truncationCount: Int
    /// From when the time until it is given up counts: what it waited on purpose isn't part of that, such as quiet hours, a
    /// collecting window, or a channel's pause.
    public var retryWindowStart: Instant
    /// The recipient has read the notification in the feed.
    public var isRead = false
    /// Deliveries that go out with this one, as one message, which contains their number.
    public var followers: [LeasedDelivery] = []

    /// Its own row, and those of its followers.
    public var rows: [Int64] { [row] + followers.map(\.row) }

    /// All that go out as this message, each by itself.
    public var each: [LeasedDelivery] {
        var first = self
        first.followers = []
        return [first] + followers
    }

    /// The same message in the name of those of its rows alone that still may go out; nil where none may.
    public func kept(to rows: Set<Int64>) -> LeasedDelivery? {
        let left = each.filter { rows.contains($0.row) }
        guard var first = left.first else { return nil }
        first.followers = Array(left.dropFirst())
        return first
    }

    public init(
        row: Int64,
        notification: DueNotification,
        plan: PlannedDelivery,
        attempts: Int = 0,
        isUncertain: Bool = false,
        truncationCount: Int = 0,
        retryWindowStart: Instant? = nil
    ) {
        self.row = row
        shared = SharedNotification(notification)
        self.plan = plan
        self.attempts = attempts
        self.isUncertain = isUncertain
        self.truncationCount = truncationCount
        self.retryWindowStart = retryWindowStart ?? notification.dueAt
    }
}

@usableFromInline
final class SharedNotification: Sendable, Hashable {
    @usableFromInline let notification: DueNotification

    @usableFromInline
    init(_ notification: DueNotification) {
        self.notification = notification
    }

    @usableFromInline
    static func == (left: SharedNotification, right: SharedNotification) -> Bool {
        left === right || left.notification == right.notification
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) { hasher.combine(notification) }
}

/// The state of a delivery.
public enum DeliveryStatus: String, Sendable, Hashable, CaseIterable {
    /// Waiting for its time.
    case pending
    /// In a worker's hands.
    case leased
    /// Handed to the provider; the answer isn't recorded yet.
    case attempted
    /// The provider, or the feed, has it.
    case delivered
    /// Ended without delivery, with a reason.
    case failed
    /// Ended on purpose before it was tried, such as after its device was unregistered.
    case cancelled

    public var isFinal: Bool {
        switch self {
        case .pending, .leased, .attempted: false
        case .delivered, .failed, .cancelled: true
        }
    }
}

extension Settlement {
    /// How long the delivery is postponed without an attempt.
    public var plannedWait: Duration {
        guard !wasAttempted, case .retry(_, at: let time) = result else { return .zero }
        return max(.zero, at.duration(to: time))
    }
}

/// What is to be recorded of a delivery after an attempt.
public struct Settlement: Sendable, Hashable {
    public enum Result: Sendable, Hashable {
        case delivered(ReceiptID?)
        /// Ends it; the reason is what a person reads.
        case failed(OutcomeReason)
        /// Try again at this time.
        case retry(OutcomeReason, at: Instant)
        /// It may have arrived. Leased out again at this time, as uncertain: the event's policy decides then.
        case uncertain(OutcomeReason, at: Instant)
        /// Held without a time, because the channel is paused.
        case held(OutcomeReason)
        /// Ended on purpose: it isn't to go out any more.
        case cancelled(OutcomeReason)
        /// Its recipient got another delivery, which replaced several.
        case collected(with: Int64)

        /// As in ``AttemptTrace/outcome``.
        public var outcome: AttemptOutcome {
            switch self {
            case .delivered: .delivered
            case .failed: .failed
            case .retry: .retry
            case .uncertain: .uncertain
            case .held: .held
            case .cancelled: .cancelled
            case .collected: .collected
            }
        }
    }

    public var row: Int64
    /// Which attempt this came of: ``LeasedDelivery/attempts`` as it was leased; nil where it counts in any case.
    ///
    /// Where another attempt has been counted since, the settlement is passed over.
    public var attempt: Int?
    public var result: Result
    public var at: Instant
    /// Counts as an attempt: the message was handed to the provider.
    ///
    /// One that wasn't and is to be tried later waits on purpose, which is no part of ``LeasedDelivery/retryWindowStart``'s time.
    public var wasAttempted: Bool
    /// The address is dead: forget the device, unless it was registered anew after that time.
    public var forget: Forgetting?

    public struct Forgetting: Sendable, Hashable {
        public var token: String
        /// The plugin for which it is dead; another's device with the same token is kept.
        public var plugin: PluginID
        public var since: Instant

        public init(token: String, plugin: PluginID, since: Instant) {
            self.token = token
            self.plugin = plugin
            self.since = since
        }
    }

    /// Attempts before the one that is settled, after each of which the message was truncated.
    public var truncations: [OutcomeReason] = []

    /// Where it fails: what goes out instead, if nothing else of the channel arrived or is under way.
    public var fallbacks: [Fallback] = []

    /// When to request the receipt of a delivered one.
    public var receiptDueAt: Instant?

    public init(
        row: Int64,
        attempt: Int? = nil,
        result: Result,
        at: Instant,
        wasAttempted: Bool = true,
        forget: Forgetting? = nil,
        receiptDueAt: Instant? = nil
    ) {
        self.row = row
        self.attempt = attempt
        self.result = result
        self.at = at
        self.wasAttempted = wasAttempted
        self.forget = forget
        self.receiptDueAt = receiptDueAt
    }
}
