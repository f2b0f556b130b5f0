import CarillonModel
public import CarillonPluginKit

/// Why a store ends a delivery that waits.
extension OutcomeReason {
    public static let unregistered = OutcomeReason(.deviceUnregistered, "the device was unregistered")
    public static let moved = OutcomeReason(.deviceMoved, "the device was registered under another owner")
    public static let replaced = OutcomeReason(.deviceReplaced, "the device was registered with another token")
    public static let displaced = OutcomeReason(.deviceDisplaced, "its owner registered more devices than are kept")
    public static let gone = OutcomeReason(.deviceGone, "the provider no longer knows the device")
    /// Of an attempt: the process ended between handing it to the provider and recording the answer.
    public static let answerLost = OutcomeReason(.answerLost, "the process ended before the answer was recorded")
}

extension OutcomeReason {
    /// Of a failed delivery that is tried again.
    public static let redriven = OutcomeReason(.redriven, "an operator had it tried again")
}

extension OutcomeReason {
    /// Of a delivery whose event was superseded.
    public static let superseded = OutcomeReason(.superseded, "a later event has taken the place of this one")
    /// Of a delivery that waited when a newer one with the same key came.
    public static let collapsed = OutcomeReason(.collapsed, "a newer notification has taken the place of this one")

    /// Of a delivery that was made known by another one.
    public static func collected(with row: Int64) -> OutcomeReason {
        OutcomeReason(.collected, "it went out in one message with delivery \(row)")
    }
}

extension OutcomeReason {
    /// Of a delivery that waited when its campaign was cancelled.
    public static let campaignCancelled = OutcomeReason(.campaignCancelled, "the campaign was cancelled")
}

extension Decision {
    /// About a campaign that was cancelled, and about each of its notifications that waited.
    public static let campaignCancelled = Decision(
        channel: nil,
        verdict: .skip,
        reason: .campaignCancelled,
        detail: "the campaign was cancelled"
    )

    /// About an event that ended, and about each of its notifications.
    public static func superseded(by event: String) -> Decision {
        let message = "event \(event) has taken the place of this one"
        return Decision(channel: nil, verdict: .skip, reason: .superseded, detail: message)
    }

    /// About the event that takes the place.
    public static func supersedes(_ event: String) -> Decision {
        let message = "it takes the place of event \(event)"
        return Decision(channel: nil, verdict: .deliver, reason: .supersedes, detail: message)
    }

    /// About a notification whose recipient was reached by an earlier event.
    public static let duplicate = Decision(
        channel: nil,
        verdict: .skip,
        reason: .duplicate,
        detail: "the recipient has a notification with the same dedupe key"
    )
}
