/// A state machine whose every step is a value: a state and an event make the next state and what is to be done.
///
/// Nothing in it asks for the time, a random number or the network. Times come with events, in milliseconds since
/// 1970-01-01T00:00:00Z; answers of what was done come as events again. So each step can be written down as data and
/// tried in every language the same way, and an app's tests need no device.
///
/// An event that makes no sense in a state changes nothing and yields no effect: phones deliver callbacks late and twice.
public protocol Reducer: Sendable {
    associatedtype State: Sendable, Hashable
    associatedtype Event: Sendable, Hashable
    associatedtype Effect: Sendable, Hashable

    /// Takes one step.
    ///
    /// - Returns: what is to be done, in this order.
    func reduce(_ state: inout State, _ event: Event) -> [Effect]
}

/// A pause before something is tried again.
///
/// Who waits adds or takes away up to a fifth of it at random, so that many apps don't come at the same moment.
public struct Wait: Sendable, Hashable {
    public let milliseconds: Int64

    /// - Parameter milliseconds: the pause before it is spread.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The pause as it is to be kept.
    ///
    /// - Parameter random: from 0 up to 1, as a generator gives it; ½ leaves the pause as it is. What lies outside is
    ///   taken for the nearer end.
    public func spread(by random: Double) -> Duration {
        let share = 0.8 + 0.4 * min(max(random, 0), 1)
        return .milliseconds(Int64(Double(milliseconds) * share))
    }

    /// The pause before the attempt after `failures` failures: `first`, twice that, and so on up to `limit`; longer
    /// where the server asked for it.
    static func doubling(
        after failures: Int,
        first: Int64,
        limit: Int64,
        retryAfter: Int64?
    ) -> Wait {
        let doubled = first << Int64(min(max(failures - 1, 0), 20))
        return Wait(milliseconds: max(min(doubled, limit), min(retryAfter ?? 0, longest)))
    }

    /// What a server may ask for at most: a day.
    static let longest: Int64 = 86_400_000
}

/// What a request came to.
public struct RequestOutcome: Sendable, Hashable {
    /// The HTTP status; 0 where there was no answer.
    public let status: Int
    /// How long the server asks to wait, in milliseconds: of `Retry-After` or of the product's own `retry_after`.
    public let retryAfter: Int64?

    /// - Parameters:
    ///   - status: the HTTP status; 0 where there was no answer.
    ///   - retryAfter: in milliseconds; nil where the server asks for nothing.
    public init(status: Int, retryAfter: Int64? = nil) {
        self.status = status
        self.retryAfter = retryAfter
    }

    var isSuccess: Bool { (200...299).contains(status) }

    /// Whether the same request may succeed another time: a redirection is that of a network that wants a log-in first.
    var isTemporary: Bool {
        status < 200 || (300...399).contains(status) || [408, 429].contains(status) || status >= 500
    }
}
