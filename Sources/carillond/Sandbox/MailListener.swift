import CarillonHost
import CarillonSandbox
import NIOCore
import NIOPosix
import NIOSSL
import ServiceLifecycle

/// The mail relay's port: SMTP with STARTTLS, or with TLS from the first byte (RFC 8314).
struct MailListener: Service {
    let sandbox: Sandbox
    let certificate: SandboxCertificate
    let isSecure: Bool
    let host: String
    let port: ListeningPort
    let option: String
    /// Called with the port in use.
    let onListening: @Sendable (Int) -> Void

    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// - Throws: ``ListenFailure`` when the port can't be had.
    func run() async throws {
        let context = try certificate.context(protocols: [])
        let isSecure = isSecure
        let server = try await port.open(host: host, option: option) { port in
            try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if isSecure {
                            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                        }
                        return KeptConnection(try Connection(wrappingChannelSynchronously: channel))
                    }
                }
        }
        onListening(server.channel.localAddress?.port ?? 0)
        await cancelWhenGracefulShutdown { await serve(server, context) }
    }

    private func serve(_ server: NIOAsyncChannel<KeptConnection<Connection>, Never>, _ context: NIOSSLContext) async {
        // An error on one connection, on either side, must not end the others.
        try? await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await kept in connections {
                    guard let connection = kept.take() else { continue }
                    group.addTask { try? await converse(connection, context) }
                }
            }
        }
    }

    private func converse(_ connection: Connection, _ context: NIOSSLContext) async throws {
        try await connection.executeThenClose { inbound, outbound in
            var session = SandboxMailSession(sandbox, isSecure: isSecure)
            guard try await perform(session.begin(), of: &session, connection.channel, context) else { return }
            for try await bytes in inbound {
                let actions = session.receive(Array(buffer: bytes))
                guard try await perform(actions, of: &session, connection.channel, context) else { return }
            }
            outbound.finish()
        }
    }

    /// - Returns: whether the conversation goes on.
    private func perform(
        _ actions: [SandboxMailSession.Action],
        of session: inout SandboxMailSession,
        _ channel: any Channel,
        _ context: NIOSSLContext
    ) async throws -> Bool {
        for (index, action) in actions.enumerated() {
            switch action {
            case .write(let bytes) where actions.dropFirst(index + 1).first == .startTLS:
                try await beginTLS(after: ByteBuffer(bytes: bytes), channel, context)
                session.didStartTLS()
            case .write(let bytes): try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
            case .startTLS: break
            case .wait(let duration): try await Task.sleep(for: duration)
            case .close: return false
            }
        }
        return true
    }

    /// Sends the last plain-text line and installs the TLS handler in one turn of the event loop, so that the client's
    /// first TLS bytes can't arrive in between.
    private func beginTLS(after reply: ByteBuffer, _ channel: any Channel, _ context: NIOSSLContext) async throws {
        try await channel.eventLoop
            .submit {
                channel.writeAndFlush(reply, promise: nil)
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context), position: .first)
            }
            .get()
    }
}
