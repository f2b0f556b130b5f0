import NIOCore
import NIOPosix

/// A connection on which a test writes whatever it likes, and reads what comes back.
struct RawClient: Sendable {
    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    init(port: Int) async throws {
        let connected = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            // Until somebody takes it: what came before would be lost, and an end that was lost be waited for without end.
            .channelOption(.autoRead, value: false)
            .connect(host: "127.0.0.1", port: port).get()
        // Only now: one made for a connection that is refused would end the process, because nobody closes it.
        channel = try await connected.eventLoop.submit {
            try NIOAsyncChannel(
                wrappingChannelSynchronously: connected,
                configuration: .init(isOutboundHalfClosureEnabled: true)
            )
        }
        .get()
        try await connected.setOption(.autoRead, value: true).get()
    }

    /// Writes the pieces, and reads until the server says that there is no more, or `enough` is so.
    ///
    /// - Parameter isAll: says after the pieces that there will be no more.
    func exchange(
        _ pieces: [String],
        isAll: Bool = false,
        until enough: @Sendable (String) -> Bool = { _ in false }
    ) async throws -> String {
        try await channel.executeThenClose { inbound, outbound in
            for piece in pieces { try await outbound.write(ByteBuffer(string: piece)) }
            if isAll { outbound.finish() }
            var text = ""
            for try await bytes in inbound {
                text += String(buffer: bytes)
                if enough(text) { break }
            }
            return text
        }
    }
}
