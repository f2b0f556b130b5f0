import AsyncHTTPClient
import CarillonModel
import CarillonPluginKit
import CarillonStandard
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Testing

@testable import CarillonHost

/// What people read when no connection comes about: something they can act upon.
struct ConnectionTroubleTests {
    private static var webhook: ChannelDescriptor {
        get throws { try #require(ChannelRegistry.standard["webhook"]).descriptor }
    }

    @Test(arguments: Trouble.all) func `a provider that can't be reached is told of in words`(
        trouble: Trouble
    ) async throws {
        try await trouble.withListener { port in
            var map = OriginMap()
            let isRule = map.add("https://provider.example=https://localhost:\(port)")
            #expect(isRule)
            let egress = try HTTPEgress(map: map, certificateAuthorities: trouble.trusted.pem.certificate)
            let limited = egress.limited(to: ["https://provider.example"], for: "shop")
            await trouble.expect {
                _ = try await limited.send(EgressRequest(.get, "https://provider.example/", timeout: .seconds(3)))
            }
            await egress.close()
        }
    }

    @Test(arguments: Trouble.all) func `so is a receiver whose URL came from outside`(trouble: Trouble) async throws {
        try await trouble.withListener { port in
            var rules = AddressRules()
            let isRange = rules.allow("127.0.0.0/8")
            #expect(isRange)
            let egress = try HTTPEgress(certificateAuthorities: trouble.trusted.pem.certificate, addresses: rules)
            let guarded = egress.egress(for: try Self.webhook, of: "shop")
            await trouble.expect {
                _ = try await guarded.send(EgressRequest(.get, "https://localhost:\(port)/", timeout: .seconds(20)))
            }
            await egress.close()
        }
    }

    @Test(arguments: Trouble.all) func `so is a mail relay`(trouble: Trouble) async throws {
        try await trouble.withListener { port in
            var map = OriginMap()
            let isRule = map.add("smtps://relay.example:465=smtps://localhost:\(port)")
            #expect(isRule)
            let streams = try NIOByteStreams(map: map, certificateAuthorities: trouble.trusted.pem.certificate)
            await trouble.expect { _ = try await streams.open(host: "relay.example", port: 465, security: .tls) }
        }
    }

    @Test func `a name that doesn't exist is named`() async throws {
        let egress = try HTTPEgress()
        let requests: [@Sendable () async throws -> Void] = [
            {
                let limited = egress.limited(to: ["https://name.invalid"], for: "shop")
                _ = try await limited.send(EgressRequest(.get, "https://name.invalid/", timeout: .seconds(3)))
            },
            {
                let guarded = egress.egress(for: try Self.webhook, of: "shop")
                _ = try await guarded.send(EgressRequest(.get, "https://name.invalid/", timeout: .seconds(20)))
            },
            { _ = try await NIOByteStreams().open(host: "name.invalid", port: 465, security: .tls) },
        ]
        for request in requests {
            let failure = await #expect(throws: EgressFailure.self) { try await request() }
            // Where there is no name server, that is what is wrong.
            let allowed = ["the name name.invalid wasn't found", "no name server answers for the name name.invalid"]
            #expect(allowed.contains(failure?.message ?? ""), "\(failure?.message ?? "nothing")")
        }
        await egress.close()
    }

    @Test func `a connection that ends without an answer, or waits for one in vain, is told of so`() {
        #expect(
            EgressFailure(HTTPClientError.remoteConnectionClosed)
                == .noAnswer("the other side closed the connection without a whole answer")
        )
        #expect(
            EgressFailure(HTTPParserError.invalidEOFState)
                == .noAnswer("the other side closed the connection without a whole answer")
        )
        #expect(EgressFailure(HTTPParserError.invalidVersion) == .noAnswer("what came is no HTTP"))
        #expect(EgressFailure(HTTPClientError.readTimeout) == .noAnswer("no answer in time"))
        #expect(EgressFailure(HTTPClientError.connectTimeout) == .notSent("no connection in time"))
        #expect(
            EgressFailure(IOError(errnoCode: 104, reason: "read")) == .noAnswer("the other side closed the connection")
        )
    }

    /// An unknown error's own description may hold a path, a header or a body.
    @Test func `an error nobody thought of keeps its description to itself`() {
        struct Surprise: Error, CustomStringConvertible {
            let description = "/home/builder/checkouts/handshake.cc:320"
        }
        #expect(EgressFailure(Surprise()) == .noAnswer("the connection failed (Surprise)"))
    }
}

/// Who listens, what is trusted, and what is said then.
struct Trouble: Sendable, CustomTestStringConvertible {
    enum Listener: Sendable {
        case tls(TestCertificate)
        /// Speaks first, and no TLS.
        case plain
        /// Hears the first word and ends the connection.
        case closing
        case nobody
    }

    let listener: Listener
    let trusted: TestCertificate
    let message: String

    var testDescription: String { message }

    static let all = [
        Trouble(listener: .tls(.expired), trusted: .expired, message: "the certificate expired on 2020-01-02"),
        Trouble(listener: .tls(.early), trusted: .early, message: "the certificate isn't valid before 2100-01-01"),
        Trouble(listener: .tls(.other), trusted: .other, message: "the certificate is for another name"),
        Trouble(
            listener: .tls(.good),
            trusted: .other,
            message: "the certificate's issuer isn't trusted here, or not shown (--egress-ca adds one)"
        ),
        Trouble(listener: .plain, trusted: .good, message: "the other side doesn't speak TLS on this port"),
        Trouble(
            listener: .closing,
            trusted: .good,
            message: "the other side closed the connection during the TLS handshake"
        ),
        Trouble(listener: .nobody, trusted: .good, message: "the connection was refused: nothing listens there"),
    ]

    /// - Parameter body: given the port on `localhost`.
    func withListener(_ body: (Int) async throws -> Void) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { [listener] channel in
                channel.eventLoop.makeCompletedFuture {
                    switch listener {
                    case .tls(let certificate):
                        let tls = try NIOSSLServerHandler(context: .testing(certificate))
                        try channel.pipeline.syncOperations.addHandler(tls)
                    case .plain: channel.writeAndFlush(ByteBuffer(string: "220 no TLS here\r\n"), promise: nil)
                    case .closing, .nobody: try channel.pipeline.syncOperations.addHandler(HangUp())
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        let port = try #require(server.localAddress?.port)
        if case .nobody = listener { try await server.close() }
        try await body(port)
        if case .nobody = listener { return }
        try await server.close()
    }

    func expect(_ request: () async throws -> Void) async {
        let failure = await #expect(throws: EgressFailure.self) { try await request() }
        guard case .notSent(let said)? = failure else {
            Issue.record("\(String(describing: failure)) should be notSent")
            return
        }
        #expect(said == message || said.hasSuffix(": \(message)"), "\(said)")
    }
}

private final class HangUp: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { context.close(promise: nil) }
}

extension NIOSSLContext {
    static func testing(_ certificate: TestCertificate) throws -> NIOSSLContext {
        let (chain, key) = certificate.pem
        return try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: NIOSSLCertificate.fromPEMBytes(Array(chain.utf8)).map { .certificate($0) },
                privateKey: .privateKey(NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem))
            )
        )
    }
}

extension EgressFailure {
    fileprivate var message: String {
        switch self {
        case .notSent(let message), .noAnswer(let message), .forbidden(let message): message
        }
    }
}
