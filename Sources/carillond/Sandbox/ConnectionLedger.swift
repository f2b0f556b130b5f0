import NIOCore
import NIOHTTP2
import Synchronization

/// The state of one HTTP/2 connection: which streams it has accepted, and whether it is about to close.
///
/// A class with a lock, because streams are answered concurrently.
final class ConnectionLedger: Sendable {
    /// How many concurrent streams are allowed before the first successful answer; ``openUp()`` allows many.
    static let firstStreams = 1
    private static let laterStreams = 1000

    private struct State {
        var taken: Set<Int> = []
        /// How many accepted streams have no complete answer yet.
        var unanswered = 0
        var isOpen = false
        /// Set once GOAWAY was sent: streams with a higher number are ignored.
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

    /// Whether the request on this stream is to be processed.
    func take(_ stream: Int) -> Bool {
        state.withLock { state in
            if let last = state.last, stream > last { return false }
            state.taken.insert(stream)
            state.unanswered += 1
            return true
        }
    }

    /// Marks an accepted stream as finished, whatever its outcome.
    func finish() {
        let isLast = state.withLock { state in
            state.unanswered -= 1
            return state.last != nil && state.unanswered == 0
        }
        guard isLast else { return }
        // Leaves time for the last bytes to be sent.
        channel.eventLoop.scheduleTask(in: .milliseconds(100)) { [channel] in channel.close(promise: nil) }
    }

    /// Allows many concurrent streams from now on.
    func openUp() {
        let isFirst = state.withLock { state in
            defer { state.isOpen = true }
            return !state.isOpen
        }
        guard isFirst else { return }
        send(.rootStream, .settings(.settings([.init(parameter: .maxConcurrentStreams, value: Self.laterStreams)])))
    }

    /// Accepts no new streams.
    ///
    /// Closes the connection once the accepted ones are answered.
    func goAway(reason: String) {
        let last = state.withLock { state in
            state.last = state.last ?? state.taken.max() ?? 0
            return state.last ?? 0
        }
        channel.writeAndFlush(Self.goAway(last, reason: reason), promise: nil)
    }

    /// The same, but tells the client that this stream was not processed before the connection closes.
    func refuse(_ stream: Int, reason: String) async throws {
        let last = state.withLock { state in
            state.taken.remove(stream)
            state.last = state.taken.max() ?? 0
            return state.last ?? 0
        }
        // Waits for each write in this order, so that the client learns first that the connection is closing.
        try await channel.writeAndFlush(Self.goAway(last, reason: reason))
        // GOAWAY alone refuses streams above the last one, and such a stream may be closed here already.
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
