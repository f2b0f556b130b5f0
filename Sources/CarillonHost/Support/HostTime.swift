import CarillonPluginKit

/// The host's time in its three forms, which a test replaces together.
struct HostTime: Sendable {
    var clock: any WallClock = SystemClock()
    /// The time since some moment, whatever anybody sets a clock to.
    var uptime: @Sendable () -> Duration = HostTime.systemUptime()
    /// Where ``clock`` is it: follows the store that hosts share.
    var shared: SharedClock?
    /// Waits for this time; ends early when its task is cancelled.
    var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Counts from now on.
    static func systemUptime() -> @Sendable () -> Duration {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }
}

extension HostTime {
    /// - Parameter isShared: whether the store has a clock that all of its hosts go by. A clock that isn't the machine's stays as it is.
    init(clock: any WallClock, isShared: Bool) {
        self.init(clock: clock)
        guard isShared, clock is SystemClock else { return }
        let shared = SharedClock(clock, uptime: uptime)
        self.clock = shared
        self.shared = shared
    }
}
