public import CarillonPluginKit
import NIOCore
import NIOPosix
import NIOSSL

/// TCP with TLS on swift-nio, for protocols that aren't HTTP.
public struct NIOByteStreams: ByteStreams {
    /// How long the other side may be silent: relays think longest about the end of a message.
    private static let patience = TimeAmount.minutes(2)

    private let map: OriginMap
    private let tls: NIOSSLContext
    private let patience: TimeAmount

    /// - Parameter certificateAuthorities: PEM text, trusted beside the system's.
    public init(map: OriginMap = OriginMap(), certificateAuthorities: String? = nil) throws {
        try self.init(map: map, certificateAuthorities: certificateAuthorities, patience: Self.patience)
    }

    init(map: OriginMap, certificateAuthorities: String? = nil, patience: TimeAmount) throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let pem = certificateAuthorities {
            tls.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)))]
        }
        self.tls = try NIOSSLContext(configuration: tls)
        self.map = map
        self.patience = patience
    }

    public func open(
        host: String,
        port: Int,
        security: StreamSecurity
    ) async throws(EgressFailure) -> any ByteStream {
        let target = map.address(host: host, port: port, security: security)
        let mailbox = ByteMailbox()
        let channel: any NIOCore.Channel
        do {
            channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(.seconds(10))
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(MailboxHandler(mailbox: mailbox))
                    }
                }
                .connect(host: target.host, port: target.port)
                .get()
        } catch {
            throw .notSent(ConnectionTrouble.words(error))
        }
        let handshake = TLSHandshake(context: tls, host: target.host)
        let stream = NIOByteStream(channel: channel, mailbox: mailbox, handshake: handshake, patience: patience)
        if security == .tls { try await stream.startTLS() }
        return stream
    }
}

private struct NIOByteStream: ByteStream {
    let channel: any NIOCore.Channel
    let mailbox: ByteMailbox
    let handshake: TLSHandshake
    let patience: TimeAmount

    func read() async throws(EgressFailure) -> [UInt8] {
        let timer = channel.eventLoop.scheduleTask(in: patience) { [mailbox, channel] in
            mailbox.end(.failure(.noAnswer("the other side was silent for too long")))
            channel.close(promise: nil)
        }
        defer { timer.cancel() }
        return try await mailbox.next().get()
    }

    func write(_ bytes: [UInt8]) async throws(EgressFailure) {
        do {
            try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
        } catch {
            throw .noAnswer(ConnectionTrouble.words(error))
        }
    }

    /// The certificate must name the host that was connected to: where the operator mapped it, that is the other one.
    func upgradeToTLS(host: String) async throws(EgressFailure) {
        // Who stands between could have put words in before TLS began, to be read as if they came after.
        guard mailbox.isEmpty else { throw .notSent("the other side spoke before TLS began") }
        try await startTLS()
    }

    func startTLS() async throws(EgressFailure) {
        do {
            // Who speaks before TLS does not wait for it.
            guard mailbox.isEmpty else { throw TLSTrouble.Slowness() }
            try await handshake.perform(on: channel)
        } catch {
            await close()
            // A greeting that came before the handshake began is no part of one.
            let words = mailbox.isEmpty ? ConnectionTrouble.words(error) : TLSTrouble.notSpoken
            throw .notSent("\(handshake.host): \(words)")
        }
    }

    func close() async {
        // Closing what is closed already is fine.
        try? await channel.close()
    }
}
