import NIOCore
import NIOHTTP2
import Synchronization

/// What is to be known of one HTTP/2 connection: which streams were taken, and whether it is about to go.
///
/// A class with a lock, because streams are answered side by side.
final class ConnectionLedger: Sendable {
    /// Streams at once before a request was answered well, and afterwards.
    static let firstStreams = 1
    private static let laterStreams = 1000

    private struct State {
        var taken: Set<Int> = []
        /// Of those taken, the ones whose answer isn't written.
        var unanswered = 0
        var isOpen = false
        /// Set once GOAWAY was sent: later streams are not looked at.
        var last: Int?
    }

    /// Identifies the connection.
    let number: Int
    private let channel: any Channel
    private let state = Mutex(State())

    init(number: Int, channel: any Channel) {
        self.number = number
        self.channel = channel
    }

    /// Whether the request on this stream is to be carried out.
    func take(_ stream: Int) -> Bool {
        state.withLock { state in
            if let last = state.last, stream > last { return false }
            state.taken.insert(stream)
            state.unanswered += 1
            return true
        }
    }

    /// A stream that was taken is done with, one way or another.
    func finish() {
        let isLast = state.withLock { state in
            state.unanswered -= 1
            return state.last != nil && state.unanswered == 0
        }
        guard isLast else { return }
        // A moment for what was written to leave.
        channel.eventLoop.scheduleTask(in: .milliseconds(100)) { [channel] in channel.close(promise: nil) }
    }

    /// From now on, many streams at once.
    func openUp() {
        let isFirst = state.withLock { state in
            defer { state.isOpen = true }
            return !state.isOpen
        }
        guard isFirst else { return }
        send(.rootStream, .settings(.settings([.init(parameter: .maxConcurrentStreams, value: Self.laterStreams)])))
    }

    /// No new streams; what was taken is answered, and then the connection ends.
    func goAway(reason: String) {
        let last = state.withLock { state in
            state.last = state.last ?? state.taken.max() ?? 0
            return state.last ?? 0
        }
        channel.writeAndFlush(Self.goAway(last, reason: reason), promise: nil)
    }

    /// The same, but this stream wasn't processed, and its client learns that before it is closed.
    func refuse(_ stream: Int, reason: String) async throws {
        let last = state.withLock { state in
            state.taken.remove(stream)
            state.last = state.taken.max() ?? 0
            return state.last ?? 0
        }
        // In this order, each on its way before the next: the client knows first that the connection is going.
        try await channel.writeAndFlush(Self.goAway(last, reason: reason))
        // Streams above the last one are refused by that alone, and may be closed here already.
        try? await channel.writeAndFlush(
            HTTP2Frame(streamID: HTTP2StreamID(stream), payload: .rstStream(.refusedStream))
        )
    }

    func close() {
        channel.close(promise: nil)
    }

    private static func goAway(_ last: Int, reason: String) -> HTTP2Frame {
        let answer = ByteBuffer(string: "{\"reason\":\"\(reason)\"}")
        return HTTP2Frame(
            streamID: .rootStream,
            payload: .goAway(lastStreamID: HTTP2StreamID(last), errorCode: .noError, opaqueData: answer)
        )
    }

    private func send(_ stream: HTTP2StreamID, _ payload: HTTP2Frame.FramePayload) {
        channel.writeAndFlush(HTTP2Frame(streamID: stream, payload: payload), promise: nil)
    }
}
