import CarillonModel
import CarillonPluginKit

/// Whose delivery shows next whether a channel works again.
///
/// Recipients take turns, so that one address that always fails doesn't keep the circuit open for all others. A value.
struct ProbeTurns: Sendable, Hashable {
    /// How many of those who failed are remembered, the latest.
    private static let capacity = 256

    /// Each once, the latest last: what was tried for them failed since the channel worked.
    private var failed: [UserID] = []

    /// A batch showed something.
    ///
    /// - Parameter recipient: whose it was, where it was one recipient's alone.
    mutating func record(_ verdict: CircuitBreaker.Verdict, of recipient: UserID?) {
        switch verdict {
        case .works: failed = []
        case .nothing: break
        case .fails, .misconfigured:
            guard let recipient else { return }
            // Everybody who waits had their turn: the next round begins.
            failed = failed.contains(recipient) ? [recipient] : (failed + [recipient]).suffix(Self.capacity)
        }
    }

    /// Whom to spare when a probe is chosen; the next set counts where the one before leaves nobody.
    ///
    /// - Parameter suspects: whose addresses were refused for what they may lack themselves.
    func excluded(besides suspects: Set<UserID>) -> [Set<UserID>] {
        let sets = [suspects.union(failed), Set(failed), Set(failed.suffix(1)), []]
        return sets.enumerated().filter { $0 == 0 || sets[$0 - 1] != $1 }.map(\.element)
    }
}
