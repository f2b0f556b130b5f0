import CarillonModel
import CarillonProfiles
import Synchronization

/// Counts what callers do, by rules such as `10/1m`: at most ten in any minute.
///
/// Exact: it stores the times of the latest calls. A lock, because every request with a limit is checked here; it is
/// held for one look-up. Refused calls aren't counted, so a client that waits as long as `Retry-After` says succeeds.
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
        /// How many more calls there may be now.
        var remaining: Int
        /// When the oldest call that counts stops counting.
        var resetAfter: Duration
        /// Nil where the call may go on.
        var retryAfter: Duration?
    }

    fileprivate struct Calls {
        var window: Duration
        /// The earliest first.
        var taken: [(time: Instant, cost: Int)]

        var cost: Int { taken.reduce(0) { $0 + $1.cost } }
    }

    fileprivate struct Table {
        var calls: [Key: Calls] = [:]
        var sweptAt: Instant?
    }

    private let table = Mutex(Table())

    /// How often what counts no more is thrown away.
    private static let sweepInterval: Duration = .seconds(60)

    /// Counts a call, where the rule allows it.
    ///
    /// - Parameter cost: as how many it counts; one that costs more than the rule ever allows counts as all of that.
    func take(_ key: Key, _ limit: RateLimit, cost: Int = 1, at now: Instant) -> State {
        table.withLock { table in
            table.sweep(at: now, every: Self.sweepInterval)
            let cost = min(cost, limit.count)
            var calls = table.calls[key] ?? Calls(window: limit.window, taken: [])
            calls.window = limit.window
            calls.drop(before: now)
            let surplus = calls.cost + cost - limit.count
            if surplus <= 0, cost > 0 { calls.taken.append((now, cost)) }
            table.calls[key] = calls
            func wait(since time: Instant) -> Duration { now.duration(to: time.advanced(by: limit.window)) }
            return State(
                limit: limit,
                remaining: max(0, limit.count - calls.cost),
                resetAfter: calls.taken.first.map { wait(since: $0.time) } ?? limit.window,
                retryAfter: calls.time(freeing: surplus).map { max(wait(since: $0), .milliseconds(1)) }
            )
        }
    }
}

extension RateLimiter.Calls {
    /// A clock that was set back leaves calls in the future behind: they count no more either.
    ///
    /// Those a moment ahead do: of two requests at the same time, the one that read the clock first may come second.
    fileprivate mutating func drop(before now: Instant) {
        let (start, end) = (now.advanced(by: .zero - window), now.advanced(by: .seconds(1)))
        taken.removeAll { $0.time <= start || $0.time > end }
    }

    /// When the call was whose end leaves room for `surplus` more; nil where there is room already.
    fileprivate func time(freeing surplus: Int) -> Instant? {
        guard surplus > 0 else { return nil }
        var freed = 0
        return taken.first { call in
            freed += call.cost
            return freed >= surplus
        }?
        .time
    }
}

extension RateLimiter.Table {
    fileprivate mutating func sweep(at now: Instant, every interval: Duration) {
        if let sweptAt, sweptAt <= now, sweptAt.duration(to: now) < interval { return }
        sweptAt = now
        calls = calls.compactMapValues { calls in
            var calls = calls
            calls.drop(before: now)
            return calls.taken.isEmpty ? nil : calls
        }
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
