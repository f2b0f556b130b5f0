import CarillonPluginKit

/// Batches of which nothing got through, one after the other, and whom that was about.
///
/// Failures over one and the same address are no evidence about the provider: they open no circuit. What is about the
/// provider as a whole, or the way to it, counts whoever was addressed.
struct FailureStreak: Sendable, Hashable {
    /// How many batches it takes before the circuit opens.
    static let limit = 5

    private var count = 0
    /// As long as there is but one.
    private var onlyAddress: String?
    private var concernsOneAddress = true

    /// - Parameter address: where all of the batch went; nil for several, or where it is unknown.
    mutating func add(_ reason: OutcomeReason, onlyTo address: String?) {
        count += 1
        guard reason.scope != .provider, let address, (onlyAddress ?? address) == address else {
            concernsOneAddress = false
            return
        }
        onlyAddress = address
    }

    var opensBreaker: Bool { count >= Self.limit && !concernsOneAddress }
}
