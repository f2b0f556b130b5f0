import CarillonModel
import CarillonPluginKit
import NIOCore
import NIOPosix
import NIOSSL

/// TCP with TLS on swift-nio, for protocols that aren't HTTP.
///
/// Names are resolved for each tenant separately, so that tenants don't wait for each other.
struct NIOByteStreams: ByteStreams {
    /// How long the other side may be silent: relays think longest about the end of a message.
    static let timeLimit = TimeAmount.minutes(2)

    /// How long one address is tried, and how many of a name's are.
    private static let connecting = (time: TimeAmount.seconds(10), attempts: 3)
    /// Longer than the time limit of the name resolution.
    private static let lookUpTime = Duration.seconds(10)

    private let tenant: TenantID
    private let map: OriginMap
    private let resolver: NameResolver
    private let tls: NIOSSLContext
    private let timeLimit: TimeAmount

    /// Streams of the host's own.
    ///
    /// - Parameters:
    ///   - certificateAuthorities: PEM text, trusted beside the system's.
    ///   - resolver: resolves the addresses of names.
    ///   - timeLimit: how long the other side may be silent.
    init(
        map: OriginMap = OriginMap(),
        certificateAuthorities: String? = nil,
        resolver: NameResolver = NameResolver(),
        timeLimit: TimeAmount = NIOByteStreams.timeLimit
    ) throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let pem = certificateAuthorities {
            tls.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)))]
        }
        tenant = .host
        self.tls = try NIOSSLContext(configuration: tls)
        self.map = map
        self.resolver = resolver
        self.timeLimit = timeLimit
    }

    private init(_ streams: NIOByteStreams, of tenant: TenantID) {
        self.tenant = tenant
        map = streams.map
        resolver = streams.resolver
        tls = streams.tls
        timeLimit = streams.timeLimit
    }

    /// The same, of a tenant.
    func streams(of tenant: TenantID) -> NIOByteStreams { NIOByteStreams(self, of: tenant) }

    func open(
        host: String,
        port: Int,
        security: StreamSecurity
    ) async throws(EgressFailure) -> any ByteStream {
        let target = map.address(host: host, port: port, security: security)
        let (channel, mailbox) = try await connected(to: target.host, target.port)
        let handshake = TLSHandshake(context: tls, host: target.host)
        let stream = NIOByteStream(channel: channel, mailbox: mailbox, handshake: handshake, timeLimit: timeLimit)
        if security == .tls { try await stream.startTLS() }
        return stream
    }

    /// Tries one address after the other.
    private func connected(
        to host: String,
        _ port: Int
    ) async throws(EgressFailure) -> (any NIOCore.Channel, ByteMailbox) {
        let addresses = try await resolver.addresses(of: host, for: tenant, within: Self.lookUpTime)
        var failure: EgressFailure?
        for address in addresses.prefix(Self.connecting.attempts) {
            let mailbox = ByteMailbox()
            do {
                let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .connectTimeout(Self.connecting.time)
                    .channelInitializer { channel in
                        channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.addHandler(MailboxHandler(mailbox: mailbox))
                        }
                    }
                    .connect(to: SocketAddress(ipAddress: address.description, port: port))
                    .get()
                return (channel, mailbox)
            } catch {
                // The first is the most useful: the system sorts unreachable addresses last.
                failure = failure ?? EgressFailure.notSent("\(host):\(port): \(ConnectionFault.message(for: error))")
            }
        }
        throw failure ?? EgressFailure.notSent("\(host) has no address")
    }
}

private struct NIOByteStream: ByteStream {
    let channel: any NIOCore.Channel
    let mailbox: ByteMailbox
    let handshake: TLSHandshake
    let timeLimit: TimeAmount

    func read() async throws(EgressFailure) -> [UInt8] {
        let timer = channel.eventLoop.scheduleTask(in: timeLimit) { [mailbox, channel] in
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
            throw .noAnswer(ConnectionFault.message(for: error))
        }
    }

    /// The certificate must name the host that was connected to: where the operator mapped it, that is the other one.
    func upgradeToTLS(host: String) async throws(EgressFailure) {
        // A man in the middle could have inserted lines before TLS began, which would be read as if they came after.
        guard mailbox.isEmpty else { throw .notSent("the other side spoke before TLS began") }
        try await startTLS()
    }

    func startTLS() async throws(EgressFailure) {
        do {
            // Who sends before TLS does not wait for it.
            guard mailbox.isEmpty else { throw TLSFault.Slowness() }
            try await handshake.perform(on: channel)
        } catch {
            await close()
            // A greeting that came before the handshake began is no part of one.
            let message = mailbox.isEmpty ? ConnectionFault.message(for: error) : TLSFault.noTLS
            throw .notSent("\(handshake.host): \(message)")
        }
    }

    func close() async {
        // Closing what is closed already is fine.
        try? await channel.close()
    }
}
