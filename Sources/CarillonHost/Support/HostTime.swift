import CarillonPluginKit

/// The host's time in its three forms, which a test replaces together.
struct HostTime: Sendable {
    var clock: any WallClock = SystemClock()
    /// The time since some moment, whatever anybody sets a clock to.
    var uptime: @Sendable () -> Duration = HostTime.systemUptime()
    /// Waits for this time; ends early when its task is cancelled.
    var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Counts from now on.
    static func systemUptime() -> @Sendable () -> Duration {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }
}
