import CarillonModel
import CarillonPluginKit

/// Messages on their way to one address, in order, each tried until it is taken.
///
/// A value: the caller passes the time. Bounded: an address that is dead for long loses the oldest, and reminders
/// repeat what still holds.
struct AlertQueue: Sendable {
    static let capacity = 100
    static let firstPause: Duration = .seconds(5)
    static let longestPause: Duration = .seconds(300)
    /// What is older is about another day.
    static let timeLimit: Duration = .seconds(24 * 3600)

    enum Step: Sendable, Hashable {
        case send(AlertMessage)
        /// Nil: until there is a message.
        case wait(Duration?)
    }

    /// The outcome of an attempt, as metrics have it.
    enum Result: String, Sendable {
        case delivered
        /// Tried again.
        case deferred
        case failed
        /// There was no room for it.
        case dropped
    }

    private(set) var waiting: [AlertMessage] = []
    private var attempts = 0
    private var notBefore: Instant?

    /// - Returns: what had to make room; never the first, which may be under way.
    mutating func add(_ message: AlertMessage) -> AlertMessage? {
        waiting.append(message)
        return waiting.count > Self.capacity ? waiting.remove(at: 1) : nil
    }

    func next(at now: Instant) -> Step {
        guard let first = waiting.first else { return .wait(nil) }
        guard let notBefore, notBefore > now else { return .send(first) }
        return .wait(now.duration(to: notBefore))
    }

    /// What became of the first.
    mutating func record(_ outcome: DeliveryOutcome, at now: Instant) -> Result {
        switch outcome {
        case .accepted:
            removeFirst()
            return .delivered
        case .refused, .tooLarge, .gone:
            removeFirst()
            return .failed
        // Somebody may correct a secret or a URL meanwhile.
        case .deferred, .misconfigured, .uncertain:
            guard let first = waiting.first, first.at.duration(to: now) < Self.timeLimit else {
                removeFirst()
                return .failed
            }
            let pause = min(Self.firstPause * (1 << min(attempts, 16)), Self.longestPause)
            attempts += 1
            notBefore = now.advanced(by: max(pause, outcome.wait ?? .zero))
            return .deferred
        }
    }

    private mutating func removeFirst() {
        waiting.removeFirst()
        attempts = 0
        notBefore = nil
    }
}

extension DeliveryOutcome {
    /// The receiver's requested pause.
    fileprivate var wait: Duration? { if case .deferred(_, let after) = self { after } else { nil } }
}
