import CarillonModel
import CarillonPluginKit

/// Messages for one address, in order; each is retried until it is accepted.
///
/// A value: the caller passes the time. It is bounded: while an address is unreachable, the oldest messages are
/// dropped, and reminders repeat what still holds.
struct AlertQueue: Sendable {
    static let capacity = 100
    static let firstPause: Duration = .seconds(5)
    static let longestPause: Duration = .seconds(300)
    /// Older messages are dropped as outdated.
    static let timeLimit: Duration = .seconds(24 * 3600)

    enum Step: Sendable, Hashable {
        case send(AlertMessage)
        /// Nil where there is no message.
        case wait(Duration?)
    }

    /// The result of an attempt, as metrics name it.
    enum Result: String, Sendable {
        case delivered
        /// It is retried.
        case deferred
        case failed
        /// It was dropped, because the queue was full.
        case dropped
    }

    private(set) var waiting: [AlertMessage] = []
    private var attempts = 0
    private var notBefore: Instant?

    /// - Returns: the message that was dropped to make room; never the first one, which may be being sent.
    mutating func add(_ message: AlertMessage) -> AlertMessage? {
        waiting.append(message)
        return waiting.count > Self.capacity ? waiting.remove(at: 1) : nil
    }

    func next(at now: Instant) -> Step {
        guard let first = waiting.first else { return .wait(nil) }
        guard let notBefore, notBefore > now else { return .send(first) }
        return .wait(now.duration(to: notBefore))
    }

    /// Records the result for the first message.
    mutating func record(_ outcome: DeliveryOutcome, at now: Instant) -> Result {
        switch outcome {
        case .accepted:
            removeFirst()
            return .delivered
        case .refused, .tooLarge, .gone:
            removeFirst()
            return .failed
        // These may succeed later: an operator may correct a secret or a URL.
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
    /// The pause that the receiver asked for.
    fileprivate var wait: Duration? { if case .deferred(_, let after) = self { after } else { nil } }
}
