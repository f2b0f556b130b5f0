import NIOCore

/// When a connection's time is up.
///
/// Several times are waited for with each request, and hardly any is ever up: a timer that fires too early is set
/// again, rather than being set anew. Used on the connection's event loop only.
final class ConnectionDeadline {
    private let eventLoop: any EventLoop
    private let onEnd: () -> Void
    /// Nil while nothing is waited for.
    private var deadline: NIODeadline?
    private var timer: Scheduled<Void>?
    /// When the timer fires.
    private var scheduledFor = NIODeadline.distantFuture

    init(on eventLoop: any EventLoop, _ onEnd: @escaping () -> Void) {
        self.eventLoop = eventLoop
        self.onEnd = onEnd
    }

    /// Is up after `time`, whatever was set before.
    func set(_ time: TimeAmount) {
        let deadline = NIODeadline.now() + time
        self.deadline = deadline
        if timer == nil || deadline < scheduledFor { schedule(at: deadline) }
    }

    /// Nothing is waited for.
    func clear() { deadline = nil }

    /// For the end of the connection: the timer goes, too.
    func cancel() {
        clear()
        timer?.cancel()
        timer = nil
    }

    private func schedule(at time: NIODeadline) {
        timer?.cancel()
        scheduledFor = time
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        timer = eventLoop.scheduleTask(deadline: time) {
            let own = bound.value
            own.timer = nil
            guard let deadline = own.deadline else { return }
            guard deadline <= .now() else { return own.schedule(at: deadline) }
            own.deadline = nil
            own.onEnd()
        }
    }
}
