public import CarillonPluginKit
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// TCP with TLS on swift-nio, for protocols that aren't HTTP.
public struct NIOByteStreams: ByteStreams {
    private let map: OriginMap
    private let tls: TLSConfiguration

    /// - Parameter certificateAuthorities: PEM text, trusted beside the system's.
    public init(map: OriginMap = OriginMap(), certificateAuthorities: String? = nil) throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let pem = certificateAuthorities {
            tls.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)))]
        }
        self.tls = tls
        self.map = map
    }

    public func open(
        host: String,
        port: Int,
        security: StreamSecurity
    ) async throws(EgressFailure) -> any ByteStream {
        let target = map.address(host: host, port: port)
        let mailbox = ByteMailbox()
        do {
            let context = try NIOSSLContext(configuration: tls)
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(.seconds(10))
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if security == .tls {
                            try channel.pipeline.syncOperations
                                .addHandler(
                                    NIOSSLClientHandler(context: context, serverHostname: Self.name(target.host))
                                )
                        }
                        try channel.pipeline.syncOperations.addHandler(MailboxHandler(mailbox: mailbox))
                    }
                }
                .connect(host: target.host, port: target.port)
                .get()
            return NIOByteStream(channel: channel, mailbox: mailbox, context: context, mappedHost: target.host)
        } catch {
            throw .notSent("no connection: \(error)")
        }
    }

    /// Server name indication takes names, not addresses (RFC 6066, section 3).
    fileprivate static func name(_ host: String) -> String? {
        (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
    }
}

private struct NIOByteStream: ByteStream {
    let channel: any NIOCore.Channel
    let mailbox: ByteMailbox
    let context: NIOSSLContext
    let mappedHost: String

    func read() async throws(EgressFailure) -> [UInt8] {
        try await mailbox.next().get()
    }

    func write(_ bytes: [UInt8]) async throws(EgressFailure) {
        do {
            try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
        } catch {
            throw .noAnswer("the connection broke: \(error)")
        }
    }

    func upgradeToTLS(host: String) async throws(EgressFailure) {
        do {
            try await channel.eventLoop
                .submit {
                    let handler = try NIOSSLClientHandler(
                        context: context,
                        serverHostname: NIOByteStreams.name(mappedHost)
                    )
                    try channel.pipeline.syncOperations.addHandler(handler, position: .first)
                }
                .get()
        } catch {
            throw .notSent("TLS can't be started: \(error)")
        }
    }

    func close() async {
        // Closing what is closed already is fine.
        try? await channel.close()
    }
}

/// Bytes between the event loop, which brings them, and the one task that reads.
private final class ByteMailbox: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var end: Result<[UInt8], EgressFailure>?
        var waiter: CheckedContinuation<Result<[UInt8], EgressFailure>, Never>?
    }

    private let state = Mutex(State())

    func put(_ bytes: [UInt8]) {
        let waiter = state.withLock { state in
            guard let waiter = state.waiter else {
                state.bytes += bytes
                return nil as CheckedContinuation<Result<[UInt8], EgressFailure>, Never>?
            }
            state.waiter = nil
            return waiter
        }
        waiter?.resume(returning: .success(bytes))
    }

    func end(_ result: Result<[UInt8], EgressFailure>) {
        let waiter = state.withLock { state in
            if state.end == nil { state.end = result }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: result)
    }

    func next() async -> Result<[UInt8], EgressFailure> {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state -> Result<[UInt8], EgressFailure>? in
                if !state.bytes.isEmpty {
                    defer { state.bytes = [] }
                    return .success(state.bytes)
                }
                if let end = state.end { return end }
                state.waiter = continuation
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }
}

private final class MailboxHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let mailbox: ByteMailbox

    init(mailbox: ByteMailbox) {
        self.mailbox = mailbox
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        mailbox.put(Array(buffer: unwrapInboundIn(data)))
    }

    func channelInactive(context: ChannelHandlerContext) {
        mailbox.end(.success([]))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        mailbox.end(.failure(.noAnswer("the connection broke: \(error)")))
        context.close(promise: nil)
    }
}
