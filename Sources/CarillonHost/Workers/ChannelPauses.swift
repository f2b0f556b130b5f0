import CarillonModel
import CarillonPluginKit
import Synchronization

/// The channels of one tenant that rest because their credentials or settings are wrong.
///
/// A lock, because a channel's senders and the operator's routes look here while one of them pauses it.
final class ChannelPauses: Sendable {
    private struct Pause {
        var reason: OutcomeReason
        var until: Instant
    }

    private let pauses = Mutex<[ChannelID: Pause]>([:])

    /// How long a channel rests before one more try shows whether it was mended.
    static let length: Duration = .seconds(60)

    /// - Returns: whether it was not resting already.
    func pause(_ channel: ChannelID, _ reason: OutcomeReason, at now: Instant) -> Bool {
        pauses.withLock { pauses in
            let isNew = pauses[channel] == nil
            pauses[channel] = Pause(reason: reason, until: now.advanced(by: Self.length))
            return isNew
        }
    }

    /// Why the channel rests; nil when it doesn't.
    func reason(_ channel: ChannelID) -> OutcomeReason? {
        pauses.withLock { $0[channel]?.reason }
    }

    /// Ends the pauses whose time is over: what is held on these channels may be tried again.
    func takeEnded(at now: Instant) -> [ChannelID] {
        pauses.withLock { pauses in
            let ended = pauses.filter { $0.value.until <= now }.keys.sorted()
            for channel in ended { pauses[channel] = nil }
            return ended
        }
    }

    /// Channel → reason, for operators.
    var all: [ChannelID: String] { pauses.withLock { $0.mapValues { "paused: \($0.reason)" } } }
}
