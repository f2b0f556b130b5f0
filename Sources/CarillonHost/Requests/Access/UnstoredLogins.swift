import CarillonModel
import Synchronization

/// Log-ins that went well, and of which less was kept than they asked for, since the tenant's profile was loaded.
///
/// A lock, because requests come side by side.
final class UnstoredLogins: Sendable {
    private struct State {
        var count = 0
        var reason = ""
        var at = Instant(epochMilliseconds: 0)
    }

    private let state = Mutex(State())

    func note(_ reason: String, at now: Instant) {
        state.withLock { $0 = State(count: $0.count + 1, reason: reason, at: now) }
    }

    /// For operators; nil where there were none.
    var json: JSONValue? {
        let state = state.withLock { $0 }
        guard state.count > 0 else { return nil }
        return [
            "count": JSONValue(state.count),
            "latest": ["at": .string(state.at.rfc3339), "reason": .string(state.reason)],
        ]
    }
}
