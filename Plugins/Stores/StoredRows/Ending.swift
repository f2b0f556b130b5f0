package import CarillonPipeline
package import CarillonPluginKit

/// Why nothing more of an event, or of one of its notifications, goes out: what `ended` holds.
package enum Ending: Hashable, StoredValue {
    /// By the event with this id.
    case superseded(by: String)
    /// Its campaign was.
    case cancelled

    package init(stored: String) {
        self = stored.isEmpty ? .cancelled : .superseded(by: stored)
    }

    package var stored: String {
        switch self {
        case .superseded(let id): id
        case .cancelled: ""
        }
    }

    /// Of notifications that were not routed.
    package var decision: Decision {
        switch self {
        case .superseded(let id): .superseded(by: id)
        case .cancelled: .campaignCancelled
        }
    }

    /// Of deliveries that waited.
    package var reason: OutcomeReason {
        switch self {
        case .superseded: .superseded
        case .cancelled: .campaignCancelled
        }
    }
}

/// An event that ends.
package struct EndingEvent: Sendable {
    package var row: Int64
    /// The hash of its dedupe key.
    package var dedupe: Int64?
    package var ending: Ending
    /// The last notification that was examined.
    package var from: Int64

    package init(row: Int64, dedupe: Int64?, ending: Ending, from: Int64) {
        self.row = row
        self.dedupe = dedupe
        self.ending = ending
        self.from = from
    }
}
