import Foundation
import NIOCore

/// Watches whether a client takes what was written to it.
///
/// Used on the connection's event loop only.
final class WriteMonitor {
    private let channel: any Channel
    private let times: ConnectionTimes
    private let onSlowReader: () -> Void
    /// Nil while nothing waits for the client.
    private var timer: Scheduled<Void>?
    /// Bytes of answers' bodies that were handed over to be written.
    private var writtenBytes = 0
    /// The current answer goes on for as long as its reader stays, and has a timeout of its own.
    var isLive = false

    /// - Parameter onSlowReader: called when the connection is closed because its client doesn't read.
    init(_ channel: any Channel, _ times: ConnectionTimes, onSlowReader: @escaping () -> Void) {
        self.channel = channel
        self.times = times
        self.onSlowReader = onSlowReader
    }

    /// Something is about to be handed over to be written.
    func willWrite(_ bytes: Int = 0) {
        // All that was written before has been taken.
        if timer != nil, waitingBytes == 0 { cancel() }
        writtenBytes += bytes
    }

    /// Where the socket didn't take all at once, checks again whether the client continues to read.
    func hasFlushed() {
        guard timer == nil, !isLive else { return }
        let waiting = waitingBytes
        guard waiting > 0 else { return }
        let taken = writtenBytes - waiting
        let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
        timer = channel.eventLoop.scheduleTask(in: times.write) {
            bound.value.timer = nil
            bound.value.checkProgress(takenBefore: taken)
        }
    }

    func cancel() {
        timer?.cancel()
        timer = nil
    }

    private func checkProgress(takenBefore: Int) {
        let waiting = waitingBytes
        guard waiting > 0, !isLive, writtenBytes - waiting - takenBefore < times.writeProgress else {
            return hasFlushed()
        }
        onSlowReader()
        // Without this, the system would go on sending the unsent rest for minutes.
        _ = (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        channel.close(promise: nil)
    }

    /// How many bytes wait for the client to read.
    private var waitingBytes: Int { (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 }
}
