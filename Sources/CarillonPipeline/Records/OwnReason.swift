public import CarillonPluginKit

/// Why the host itself ends or changes something, or holds it back; what a provider says is in the provider's own words.
///
/// What the host does next depends on these, never on their codes.
public enum OwnReason: String, Sendable, Hashable, CaseIterable {
    /// A message of a profile that was proven could not be made, which is a fault of Carillon.
    case renderFailed = "render-failed"
    /// It was accepted when the profile was another, and can't be made of the one there is now.
    case profileChanged = "profile-changed"
    /// Its headline would be empty.
    case emptyTitle = "empty-title"
    /// It is repeated truncated.
    case truncated = "shortened"
    /// It is larger than the provider takes.
    case tooLarge = "too-large"
    /// The provider's answer was lost, and the event isn't sent twice.
    case uncertain
    /// The process ended between handing it to the provider and recording the answer.
    case answerLost = "answer-lost"
    case expired
    case gaveUp = "gave-up"
    /// The recipient has read it in the feed.
    case read
    case deviceUnregistered = "device-unregistered"
    case deviceMoved = "device-moved"
    case deviceReplaced = "device-replaced"
    case deviceDisplaced = "device-displaced"
    case deviceGone = "device-gone"
    case redriven
    case superseded
    case collapsed
    case collected
    case campaignCancelled = "campaign-cancelled"
    /// Of a pause: many addresses were reported gone at once.
    case goneBurst = "gone-burst"
    /// Of a pause: the provider refused to say what became of what it had taken.
    case receiptsRefused = "receipts-refused"
    case channelUnavailable = "channel-unavailable"
    case storeFailed = "store-failed"

    /// As in JSON and in the store.
    public var code: String { rawValue }

    /// Whether the message was never handed to a provider, because it could not be made.
    public var preventsRendering: Bool {
        switch self {
        case .renderFailed, .profileChanged, .emptyTitle: true
        default: false
        }
    }
}

extension OutcomeReason {
    public init(_ own: OwnReason, _ message: String = "", scope: Scope = .message) {
        self.init(own.code, message, scope: scope)
    }

    /// Nil where a provider or a plugin gives the reason.
    public var own: OwnReason? { OwnReason(rawValue: code) }
}

extension AttemptTrace {
    /// Nil where a provider or a plugin gave the reason, and where all went well.
    public var own: OwnReason? { OwnReason(rawValue: code) }
}
