public import CarillonModel

/// A call that counts against a limit: so many within any time of one length.
public struct CountedCall: Sendable, Hashable {
    public var tenant: TenantID
    /// Whose calls are counted together, and by which rule; a store keeps a digest of it.
    public var name: String
    /// At least 1.
    public var limit: Int
    public var window: Duration
    /// As how many it counts; one that costs more than there may ever be counts as all of that.
    public var cost: Int

    public init(of tenant: TenantID, _ name: String, limit: Int, window: Duration, cost: Int = 1) {
        self.tenant = tenant
        self.name = name
        self.limit = limit
        self.window = window
        self.cost = cost
    }
}

/// What is left of a limit after a call.
public struct CallCount: Sendable, Hashable {
    /// How many more calls there may be now.
    public var remaining: Int
    /// When the oldest call that counts stops counting.
    public var resetAfter: Duration
    /// Nil where the call may go on, and was counted; else at least a millisecond.
    public var retryAfter: Duration?

    public init(remaining: Int, resetAfter: Duration, retryAfter: Duration?) {
        self.remaining = remaining
        self.resetAfter = resetAfter
        self.retryAfter = retryAfter
    }
}

/// The latest calls that are counted together.
///
/// Exact: it has the time of each. Refused calls aren't counted, so a client that waits as long as it is told succeeds.
public struct CallWindow: Sendable {
    /// The earliest first.
    private var taken: [(time: Instant, cost: Int)] = []
    private var window = Duration.zero

    public init() {}

    /// Counts a call, where there may be one more.
    public mutating func take(_ call: CountedCall, at now: Instant) -> CallCount {
        let cost = min(call.cost, call.limit)
        window = call.window
        drop(before: now)
        let surplus = sum + cost - call.limit
        if surplus <= 0, cost > 0 { taken.append((now, cost)) }
        func wait(since time: Instant) -> Duration { now.duration(to: time.advanced(by: window)) }
        return CallCount(
            remaining: max(0, call.limit - sum),
            resetAfter: taken.first.map { wait(since: $0.time) } ?? window,
            retryAfter: time(freeing: surplus).map { max(wait(since: $0), .milliseconds(1)) }
        )
    }

    /// Whether no call counts any more.
    public func isOver(at now: Instant) -> Bool {
        var rest = self
        rest.drop(before: now)
        return rest.taken.isEmpty
    }

    private var sum: Int { taken.reduce(0) { $0 + $1.cost } }

    /// A clock that was set back leaves calls in the future behind: they count no more either.
    ///
    /// Those a moment ahead do: of two requests at the same time, the one that read the clock first may come second.
    private mutating func drop(before now: Instant) {
        let (start, end) = (now.advanced(by: .zero - window), now.advanced(by: .seconds(1)))
        taken.removeAll { $0.time <= start || $0.time > end }
    }

    /// When the call was whose end leaves room for `surplus` more; nil where there is room already.
    private func time(freeing surplus: Int) -> Instant? {
        guard surplus > 0 else { return nil }
        var freed = 0
        return taken.first { call in
            freed += call.cost
            return freed >= surplus
        }?
        .time
    }
}
