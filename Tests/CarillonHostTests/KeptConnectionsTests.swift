import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import CarillonHost

/// Connections that are accepted while a server ends: without ``KeptConnections``, NIO ends the process.
struct KeptConnectionsTests {
    @Test func `a connection that nobody serves is closed`() async throws {
        let connections = KeptConnections(HTTP1Channel(responder: { _, _, _ in }))
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                // As a server that ends: what was made for the connection goes to nobody.
                connections.setup(channel: channel, logger: .quiet).map { _ in }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        #expect(try await RawClient(port: port).exchange([]).isEmpty)
        try await server.close()
    }
}
