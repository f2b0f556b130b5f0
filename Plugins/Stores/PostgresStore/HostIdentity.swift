import CarillonPipeline
import Synchronization

/// By which numbers a handle of the store is known in the database.
///
/// Its connections share it: what one of them learns counts for the next transaction of all.
final class HostIdentity: Sendable {
    private let current = Atomic<Int64>(0)
    private let own = Atomic<Int64>(0)
    private let newestTimeline = Atomic<UInt32>(0)
    private let sessionSince = Mutex<ContinuousClock.Instant?>(nil)
    /// In which every other host that lives connects again, should the server have ended all sessions.
    private static let reconnectingTime = Duration.seconds(5)

    /// What the handle writes in `outcome`, for as long as it is open; no other ever has it.
    var writer: Int64 {
        get { own.load(ordering: .acquiring) }
        set { own.store(newValue, ordering: .releasing) }
    }

    /// Whose lanes it has: another number each time it joins; 0 while it hasn't joined.
    var host: Int64 {
        get { current.load(ordering: .acquiring) }
        set { current.store(newValue, ordering: .releasing) }
    }

    /// Whether the session that says that this host lives is so new that others may be without theirs for the same reason.
    var hasNewSession: Bool {
        sessionSince.withLock { since in since.map { ContinuousClock.now - $0 < Self.reconnectingTime } } ?? false
    }

    /// The session that says that this host lives has just begun.
    func noteNewSession(at now: ContinuousClock.Instant = .now) { sessionSince.withLock { $0 = now } }

    /// The highest timeline that any of its connections was on: each promotion of a standby begins another.
    var timeline: UInt32 { newestTimeline.load(ordering: .acquiring) }

    /// - Returns: whether no connection was on a later one.
    func note(timeline found: UInt32) -> Bool {
        newestTimeline.max(found, ordering: .acquiringAndReleasing).oldValue <= found
    }

    /// - Throws: `.laneLost`.
    func joined() throws(StoreFailure) -> Int64 {
        guard host != 0 else { throw StoreFailure(.laneLost, "this host never joined, or has left") }
        return host
    }
}
