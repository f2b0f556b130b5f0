import NIOCore
import NIOPosix

/// A connection that says what it is told to, and never reads.
struct SilentClient: Sendable {
    private let channel: any Channel

    init(port: Int, saying text: String = "") async throws {
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: false)
            .connect(host: "127.0.0.1", port: port).get()
        try await channel.writeAndFlush(ByteBuffer(string: text))
    }

    func close() async { try? await channel.close() }
}
