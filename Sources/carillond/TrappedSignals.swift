import Foundation
import Synchronization
import UnixSignals

/// SIGHUP, SIGTERM and SIGINT, caught from the moment this is made and kept until somebody acts on them.
///
/// While the host is still being set up, SIGTERM and SIGINT end the process at once, because nothing has begun. A class
/// with a lock, because signals arrive at any time.
final class TrappedSignals: Sendable {
    /// One element for each SIGHUP.
    ///
    /// Signals that arrive together count once, since one reload sees all changes.
    let hangups: AsyncStream<Void>
    /// One element at the first SIGTERM or SIGINT.
    let ends: AsyncStream<Void>
    /// One element once the host serves.
    let serving: AsyncStream<Void>

    private let serves: AsyncStream<Void>.Continuation
    private let hasBegun = Mutex(false)

    init() async {
        let (hangups, hangup) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (ends, end) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        (serving, serves) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.hangups = hangups
        self.ends = ends
        let signals = await UnixSignalsSequence(trapping: .sighup, .sigterm, .sigint)
        // Runs for as long as the process lives.
        Task { [self] in
            for await signal in signals {
                guard signal != .sighup else {
                    hangup.yield()
                    continue
                }
                end.yield()
                hasBegun.withLock { if !$0 { Foundation.exit(0) } }
            }
        }
    }

    func hostIsServing() { serves.yield() }

    /// From now on, a signal asks the services to end instead of ending the process.
    func servicesBegin() { hasBegun.withLock { $0 = true } }
}
