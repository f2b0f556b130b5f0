public import CarillonPluginKit

/// Why a store ends a delivery that waits.
extension OutcomeReason {
    public static let unregistered = OutcomeReason("device-unregistered", "the device was unregistered")
    public static let moved = OutcomeReason("device-moved", "the device was registered under another owner")
    public static let replaced = OutcomeReason("device-replaced", "the device was registered with another token")
    public static let gone = OutcomeReason("device-gone", "the provider no longer knows the device")
    /// Of an attempt: the process ended between handing it to the provider and recording the answer.
    public static let answerLost = OutcomeReason("answer-lost", "the process ended before the answer was recorded")
}

extension OutcomeReason {
    /// Of a failed delivery that is tried again.
    public static let redriven = OutcomeReason("redriven", "an operator had it tried again")
}
