import NIOCore
import NIOSSL
import NIOTLS

/// A TLS handshake as client, on a connection that is open already.
struct TLSHandshake: Sendable {
    let context: NIOSSLContext
    /// What the certificate must name: a host name, or an address.
    let host: String

    private static let timeLimit = TimeAmount.seconds(10)

    /// Returns when the other side has shown a certificate that is believed.
    ///
    /// - Throws: ``CertificateFailure`` where it isn't, and what the libraries throw where it doesn't come to that.
    func perform(on channel: any Channel) async throws {
        let done = channel.eventLoop.makePromise(of: Void.self)
        let timer = channel.eventLoop.scheduleTask(in: Self.timeLimit) {
            done.fail(TLSFault.Slowness())
        }
        defer { timer.cancel() }
        channel.eventLoop.execute {
            do {
                // In front of everything: what comes in is decrypted before others handle it.
                let waiter = HandshakeWaiter(done: done)
                try channel.pipeline.syncOperations.addHandler(waiter, position: .first)
                let tls = try NIOSSLClientHandler(context: context, serverHostname: name)
                try channel.pipeline.syncOperations.addHandler(tls, position: .first)
            } catch {
                done.fail(error)
            }
        }
        try await done.futureResult.get()
    }

    /// Server name indication takes names, not addresses (RFC 6066, section 3).
    private var name: String? {
        (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
    }
}

/// Reports when the handshake is over, and how it ended.
private final class HandshakeWaiter: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let done: EventLoopPromise<Void>

    init(done: EventLoopPromise<Void>) {
        self.done = done
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { done.succeed() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if CertificateFailure.isCause(of: error) {
            let shown = try? context.pipeline.syncOperations.nioSSL_peerCertificate()
            done.fail(CertificateFailure(shown, at: SystemClock().now))
        } else {
            done.fail(error)
        }
        context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        done.fail(ChannelError.eof)
        context.fireChannelInactive()
    }
}
