public import CarillonPipeline
public import CarillonPluginKit

/// Why nothing more of an event, or of one of its notifications, goes out: what `ended` holds.
public enum Ending: Hashable, Sendable, StoredValue {
    /// By the event with this id.
    case superseded(by: String)
    /// Its campaign was.
    case cancelled

    public init(stored: String) {
        self = stored.isEmpty ? .cancelled : .superseded(by: stored)
    }

    public var stored: String {
        switch self {
        case .superseded(let id): id
        case .cancelled: ""
        }
    }

    /// Of notifications that were not routed.
    public var decision: Decision {
        switch self {
        case .superseded(let id): .superseded(by: id)
        case .cancelled: .campaignCancelled
        }
    }

    /// Of deliveries that waited.
    public var reason: OutcomeReason {
        switch self {
        case .superseded: .superseded
        case .cancelled: .campaignCancelled
        }
    }
}

/// An event that ends.
public struct EndingEvent: Sendable {
    public var row: Int64
    /// The hash of its dedupe key.
    public var dedupe: Int64?
    public var ending: Ending
    /// The last notification that was examined.
    public var from: Int64

    public init(row: Int64, dedupe: Int64?, ending: Ending, from: Int64) {
        self.row = row
        self.dedupe = dedupe
        self.ending = ending
        self.from = from
    }
}
