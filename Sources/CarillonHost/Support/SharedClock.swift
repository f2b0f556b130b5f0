import CarillonModel
import CarillonPluginKit
import Synchronization

/// The clock of the store that hosts share, as far as this host has measured it: so all of them agree on what time it is, whatever
/// their machines say.
///
/// Until it has been measured it is the machine's. After that the machine's clock may be set to any time: it goes on by the time
/// since some moment. Small differences are made up for gradually, so that time doesn't go back.
final class SharedClock: WallClock {
    private struct Measurement {
        /// What the store's clock said when the host's uptime was zero, in milliseconds since 1970.
        var origin: Int64
        /// The error is half of it at most, in milliseconds.
        var roundTrip: Int64
    }

    private struct State {
        /// The latest, up to eight.
        var measurements: [Measurement] = []
        /// In milliseconds since 1970, at an uptime of zero; nil before the first measurement.
        var origin: Int64?
        var wanted: Int64 = 0
        /// Up to when `origin` was brought nearer to `wanted`, in milliseconds of uptime.
        var adjustedAt: Int64 = 0

        mutating func adjust(at uptime: Int64) {
            guard let current = origin else { return }
            // A twentieth of the time that passed: no clock stands still by that.
            let most = max(0, uptime - adjustedAt) / 20
            guard most > 0 else { return }
            origin = current + min(max(wanted - current, -most), most)
            adjustedAt = uptime
        }
    }

    private static let count = 8
    /// A larger difference is made up for at once, in milliseconds.
    private static let largestGradual: Int64 = 1_000

    private let machine: any WallClock
    private let uptime: @Sendable () -> Duration
    private let state = Mutex(State())

    /// - Parameter uptime: the time since some moment, whatever anybody sets a clock to.
    init(_ machine: any WallClock, uptime: @escaping @Sendable () -> Duration) {
        self.machine = machine
        self.uptime = uptime
    }

    var now: Instant {
        let uptime = uptime().milliseconds
        let origin = state.withLock { state in
            state.adjust(at: uptime)
            return state.origin
        }
        return origin.map { Instant(epochMilliseconds: $0 + uptime) } ?? machine.now
    }

    /// By how much the machine's clock is fast; negative where it is slow.
    var machineIsFastBy: Duration { .milliseconds(machine.now.epochMilliseconds - now.epochMilliseconds) }

    /// The store's clock said `time`, at some moment between two of this host's uptime.
    func note(_ time: Instant, between sent: Duration, and received: Duration) {
        let (sent, received) = (sent.milliseconds, received.milliseconds)
        let found = Measurement(origin: time.epochMilliseconds - (sent + received) / 2, roundTrip: received - sent)
        state.withLock { state in
            state.adjust(at: received)
            // Another server, or somebody set its clock: what was measured before says nothing any more.
            if abs(found.origin - state.wanted) > Self.largestGradual + found.roundTrip { state.measurements = [] }
            state.measurements = state.measurements.suffix(Self.count - 1) + [found]
            state.wanted = state.measurements.min { $0.roundTrip < $1.roundTrip }?.origin ?? found.origin
            guard let origin = state.origin, abs(state.wanted - origin) <= Self.largestGradual else {
                state.origin = state.wanted
                state.adjustedAt = received
                return
            }
        }
    }
}
