public import CarillonModel
public import CarillonPluginKit

/// A receipt that is to be requested.
public struct DueReceipt: Sendable, Hashable {
    /// The delivery's row.
    public var row: Int64
    public var receipt: ReceiptID
    public var channel: ChannelID
    public var address: String
    /// When the provider accepted the delivery.
    public var acceptedAt: Instant
    /// How often the delivery was handed to the provider.
    public var attempts: Int
    /// As in ``LeasedDelivery/truncationCount``.
    public var truncationCount: Int
    /// As in ``LeasedDelivery/retryWindowStart``.
    public var retryWindowStart: Instant
    /// After this the notification is worth nothing.
    public var expiresAt: Instant?

    public init(
        row: Int64,
        receipt: ReceiptID,
        channel: ChannelID,
        address: String,
        acceptedAt: Instant,
        attempts: Int,
        truncationCount: Int = 0,
        retryWindowStart: Instant,
        expiresAt: Instant? = nil
    ) {
        self.row = row
        self.receipt = receipt
        self.channel = channel
        self.address = address
        self.acceptedAt = acceptedAt
        self.attempts = attempts
        self.truncationCount = truncationCount
        self.retryWindowStart = retryWindowStart
        self.expiresAt = expiresAt
    }
}

/// What a provider says by itself of one attempt.
public struct DeliveryReport: Sendable, Hashable {
    /// The delivery's row.
    public var row: Int64
    /// As in ``ReceiptSettlement/attempt``.
    public var attempt: Int
    /// That the message is there: this holds whichever attempt it is about.
    public var arrived: Bool

    public init(row: Int64, attempt: Int, arrived: Bool) {
        self.row = row
        self.attempt = attempt
        self.arrived = arrived
    }
}

/// A delivery that a provider reports on.
public struct ReportedDelivery: Sendable, Hashable {
    public var delivery: LeasedDelivery
    /// Whether the report ends it: the attempt is in flight, or is the last one and was accepted; or the message arrived although
    /// it was to be tried again.
    public var isOpen: Bool

    public init(_ delivery: LeasedDelivery, isOpen: Bool) {
        self.delivery = delivery
        self.isOpen = isOpen
    }
}

/// What a receipt reported.
public struct ReceiptSettlement: Sendable, Hashable {
    public enum Result: Sendable, Hashable {
        /// The device's platform has it.
        case confirmed
        /// It didn't arrive after all.
        case failed(OutcomeReason)
        /// It didn't arrive, and is tried again at this time.
        case retry(OutcomeReason, at: Instant)
        /// It didn't arrive, and is held without a time, because the channel is paused.
        case held(OutcomeReason)
        /// Nothing yet: request it again at this time.
        case later(Instant)
        /// It will stay unknown; the delivery stays delivered.
        case expired

        /// As in ``AttemptTrace/outcome``.
        public var outcome: AttemptOutcome {
            switch self {
            case .confirmed: .confirmed
            case .failed: .failed
            case .retry: .retry
            case .held: .held
            case .later: .later
            case .expired: .unconfirmed
            }
        }
    }

    public var row: Int64
    /// Of what a provider reported by itself: which attempt it is about, by ``LeasedDelivery/attempts`` as it was leased; nil of
    /// what was asked for.
    public var attempt: Int?
    public var result: Result
    public var at: Instant
    /// The address is dead: as in ``Settlement/forget``.
    public var forget: Settlement.Forgetting?
    /// Where it failed: as in ``Settlement/fallbacks``.
    public var fallbacks: [Fallback] = []

    public init(row: Int64, result: Result, at: Instant, forget: Settlement.Forgetting? = nil) {
        self.row = row
        self.result = result
        self.at = at
        self.forget = forget
    }
}
