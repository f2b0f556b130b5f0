import CarillonModel
import CarillonPluginKit
import Logging
import Synchronization

/// Sends the waiting messages for one address.
///
/// Failures are reported to log and metrics only, because an alert about them would fail, too.
///
/// A lock, because messages are added while one is being sent.
final class AlertOutbox: Sendable {
    private let sender: any AlertSender
    private let clock: any WallClock
    private let metrics: HostMetrics
    private let logger: Logger
    private let repeats: RepeatedLines
    private let queue = Mutex(AlertQueue())
    private let wakeSignal = WakeSignal()

    init(_ sender: any AlertSender, clock: any WallClock, metrics: HostMetrics, logger: Logger) {
        self.sender = sender
        self.clock = clock
        self.metrics = metrics
        self.logger = logger
        repeats = RepeatedLines { clock.now }
    }

    func add(_ message: AlertMessage) {
        if let dropped = queue.withLock({ $0.add(message) }) { tell(.dropped, of: dropped, why: "too many wait") }
        wakeSignal.notify()
    }

    /// Runs until its task is cancelled.
    ///
    /// - Parameter onDelivered: called with the id of each alert of which a message was delivered.
    func run(onDelivered: @Sendable (String) async -> Void) async {
        while !Task.isCancelled {
            let pause = await sendDue(onDelivered)
            await wakeSignal.wait(atMost: pause)
        }
    }

    /// Sends all that is due.
    ///
    /// - Returns: how long until there is more; nil where nothing waits.
    func sendDue(_ onDelivered: @Sendable (String) async -> Void) async -> Duration? {
        while !Task.isCancelled {
            switch queue.withLock({ $0.next(at: clock.now) }) {
            case .wait(let pause): return pause
            case .send(let message):
                let outcome = await sender.send(message)
                let result = queue.withLock { $0.record(outcome, at: clock.now) }
                tell(result, of: message, why: outcome.reason?.description ?? "")
                if result == .delivered { await onDelivered(message.id) }
            }
        }
        return nil
    }

    private func tell(_ result: AlertQueue.Result, of message: AlertMessage, why: String) {
        metrics.alertsSent.add(1, message.kind, sender.name, result.rawValue)
        guard result != .delivered, let before = repeats.admit("\(result) \(why)") else { return }
        logger.error(
            result == .deferred ? "an alert couldn't be sent; it is tried again" : "an alert couldn't be sent",
            metadata: [
                "sink": "\(sender.name)", "kind": "\(message.kind)", "reason": "\(why)", "times": "\(before + 1)",
            ]
        )
    }
}
