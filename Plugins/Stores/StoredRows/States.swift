/// A state as a column holds it: a number, which SQL names by the case.
public protocol StoredState: RawRepresentable<Int64>, StoredValue {}

extension StoredState {
    public var stored: Int64 { rawValue }
}

/// What `notification.status` holds.
public enum NotificationState: Int64, Sendable, StoredState {
    case scheduled = 0
    case routed = 1
    case cancelled = 2

    public init(stored: Int64) { self = Self(rawValue: stored) ?? .cancelled }
}

/// What `delivery.status` holds.
///
/// Those before `delivered` are open. Queries repeat that, so that a partial index can be used.
public enum DeliveryState: Int64, Sendable, StoredState {
    case waiting = 0
    case leased = 1
    case delivered = 2
    case failed = 3
    case cancelled = 4

    public init(stored: Int64) { self = Self(rawValue: stored) ?? .failed }
}

/// What `notification.standing` holds, of campaigns; as `CampaignProgress` counts it.
public enum NotificationStanding: Int64, Sendable, StoredState {
    case skipped = 0
    case cancelled = 1
    case failed = 2
    case delivered = 3
    case pending = 4

    public init(stored: Int64) { self = Self(rawValue: stored) ?? .skipped }
}

/// What `tally.state` holds of a channel's deliveries, beside ``DeliveryState``.
public enum TallyState {
    /// Leased and attempted.
    public static let attempted: Int64 = 5
}

// In SQL: `status = \(delivery: .waiting)`. What is run often is a `static let`, put together once.
extension DefaultStringInterpolation {
    public mutating func appendInterpolation(notification state: NotificationState) {
        appendInterpolation(state.rawValue)
    }
    public mutating func appendInterpolation(delivery state: DeliveryState) { appendInterpolation(state.rawValue) }
    public mutating func appendInterpolation(standing: NotificationStanding) { appendInterpolation(standing.rawValue) }
}
