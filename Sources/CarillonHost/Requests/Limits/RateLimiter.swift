import CarillonModel
import CarillonPipeline
import CarillonProfiles
import Synchronization

/// Counts what callers do, by rules such as `10/1m`: at most ten in any minute, at all hosts of the store together.
///
/// A lock, because every request with a limit is checked here; it is held for one look-up.
final class RateLimiter: Sendable {
    struct Key: Sendable, Hashable {
        var tenant: TenantID
        /// Which rule: a route, or what is sent to one recipient.
        var rule: String
        /// Whose calls are counted together.
        var caller: ExactText

        init(tenant: TenantID, rule: String, caller: String) {
            self.tenant = tenant
            self.rule = rule
            self.caller = caller.exact
        }
    }

    struct State: Sendable, Hashable {
        var limit: RateLimit
        var count: CallCount

        var remaining: Int { count.remaining }
        var resetAfter: Duration { count.resetAfter }
        /// Nil where the call may go on.
        var retryAfter: Duration? { count.retryAfter }
    }

    fileprivate struct Table {
        var calls: [Key: CallWindow] = [:]
        var sweptAt: Instant?
    }

    /// The hosts that count together; nil where this one is alone.
    private let hosts: (any Membership)?
    private let table = Mutex(Table())

    /// How often what counts no more is thrown away.
    private static let sweepInterval: Duration = .seconds(60)

    init(among hosts: (any Membership)? = nil) {
        self.hosts = hosts
    }

    /// Counts a call, where the rule allows it.
    ///
    /// Where the store that hosts share doesn't answer, this host counts by itself until it does.
    ///
    /// - Parameter cost: as how many it counts; one that costs more than the rule ever allows counts as all of that.
    func count(_ key: Key, _ limit: RateLimit, cost: Int = 1, at now: Instant) async -> State {
        guard let hosts, let count = try? await hosts.count(Self.call(key, limit, cost)) else {
            return take(key, limit, cost: cost, at: now)
        }
        return State(limit: limit, count: count)
    }

    /// Counts a call at this host alone.
    func take(_ key: Key, _ limit: RateLimit, cost: Int = 1, at now: Instant) -> State {
        table.withLock { table in
            table.sweep(at: now, every: Self.sweepInterval)
            let count = table.calls[key, default: CallWindow()].take(Self.call(key, limit, cost), at: now)
            return State(limit: limit, count: count)
        }
    }

    private static func call(_ key: Key, _ limit: RateLimit, _ cost: Int) -> CountedCall {
        // No rule has a line's end in it.
        let name = key.rule + "\n" + key.caller.text
        return CountedCall(of: key.tenant, name, limit: limit.count, window: limit.window, cost: cost)
    }
}

extension RateLimiter.Table {
    fileprivate mutating func sweep(at now: Instant, every interval: Duration) {
        if let sweptAt, sweptAt <= now, sweptAt.duration(to: now) < interval { return }
        sweptAt = now
        calls = calls.filter { !$0.value.isOver(at: now) }
    }
}

extension RateLimiter.State {
    /// `RateLimit` and `RateLimit-Policy`.
    ///
    /// Source: draft-ietf-httpapi-ratelimit-headers-10.
    /// - Parameter policy: which of an answer's limits this is.
    func headers(_ policy: String = "default") -> [(name: String, value: String)] {
        let seconds = limit.window.wholeSeconds
        return [
            ("ratelimit-policy", "\"\(policy)\";q=\(limit.count);w=\(seconds)"),
            ("ratelimit", "\"\(policy)\";r=\(remaining);t=\(resetAfter.wholeSeconds)"),
        ]
    }
}
