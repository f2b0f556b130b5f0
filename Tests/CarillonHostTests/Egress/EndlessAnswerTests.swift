import CarillonChannels
import CarillonModel
import CarillonPluginKit
import CarillonStandard
import CarillonTesting
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import Testing

@testable import CarillonHost

/// Providers that answer for ever, as fast as they are read.
struct EndlessAnswerTests {
    /// What sockets and channels hold on their way, beyond what is read.
    private static let underway = 32 << 20

    @Test func `a provider's answer without an end is left at its limit, and its message is uncertain`() async throws {
        let channel = try #require(ProviderPack.channels.first { $0.descriptor.id == "twilio-sms" })
        try await withFlood(at: "https://api.twilio.com") { egress, flood in
            let limited = egress.egress(for: channel.descriptor, of: "shop")
            let failure = await #expect(throws: EgressFailure.self) {
                try await limited.send(EgressRequest(.post, "https://api.twilio.com/", timeout: .seconds(600)))
            }
            #expect(failure == .noAnswer("the answer is too long"))
            await flood.end(of: 1)
            #expect(flood.sent > HTTPEgress.responseLimit && flood.sent < Self.underway)
            let sample = try #require(channel.samples.requests.first)
            let settings = channel.settings(of: sample)
            let instance = try channel.make(settings: settings, host: .testing(egress: limited))
            let outcome = try #require(await instance.deliver([channel.message(of: sample)]).first)
            await flood.end(of: 2)
            guard case .uncertain(let reason) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(reason.code == "NoAnswer" && reason.message.contains("the answer is too long"), "\(reason)")
        }
    }

    @Test func `of a receiver's answer without an end the beginning is read`() async throws {
        let webhook = try #require(ChannelRegistry.standard["webhook"]).descriptor
        try await withFlood(at: "https://api.twilio.com") { egress, flood in
            let guarded = egress.egress(for: webhook, of: "shop")
            let answer = try await guarded.send(EgressRequest(.post, flood.url, timeout: .seconds(600)))
            #expect(answer.status == 200 && answer.body.count == 64 << 10)
            await flood.end(of: 1)
            #expect(flood.sent < Self.underway)
        }
    }
}

/// What was sent, and which connections have ended.
///
/// A lock, because connections come side by side.
private final class Flood: Sendable {
    /// Where a receiver has it, by a name whose address may be gone to.
    let url: String
    private let bytes = Mutex(0)
    private let ends: AsyncStream<Void>
    private let isEnded: AsyncStream<Void>.Continuation
    private let ended = Mutex(0)

    init(_ url: String) {
        self.url = url
        (ends, isEnded) = AsyncStream.makeStream()
    }

    var sent: Int { bytes.withLock { $0 } }

    func add(_ count: Int) { bytes.withLock { $0 += count } }

    func end() {
        ended.withLock { $0 += 1 }
        isEnded.yield()
    }

    /// Waits until so many connections have been closed by who reads.
    func end(of count: Int) async {
        guard ended.withLock({ $0 }) < count else { return }
        for await _ in ends where ended.withLock({ $0 }) >= count { return }
    }
}

/// - Parameter origin: what leads to the provider.
private func withFlood(at origin: String, _ body: (HTTPEgress, Flood) async throws -> Void) async throws {
    let known = Mutex<Flood?>(nil)
    let tls = try NIOSSLContext.testing(.good)
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                guard let flood = known.withLock({ $0 }) else { throw CancellationError() }
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                try channel.pipeline.syncOperations.addHandler(Flooding(flood))
            }
        }
        .bind(host: Names.Place.outside.rawValue, port: 0)
        .get()
    let place = "https://localhost:\(server.localAddress?.port ?? 0)"
    let flood = Flood("\(place)/")
    known.withLock { $0 = flood }
    var rules = AddressRules()
    var map = OriginMap()
    let isReached = rules.allow(Names.Place.outside.rawValue) && map.add("\(origin)=\(place)")
    #expect(isReached)
    let names = Names([[.outside]])
    let egress = try HTTPEgress(
        map: map,
        certificateAuthorities: TestCertificate.good.pem.certificate,
        addresses: rules,
        resolver: NameResolver(timeLimit: .seconds(600), now: { names.now }, lookUp: { _ in names.next() })
    )
    let failure: (any Error)?
    do {
        try await body(egress, flood)
        failure = nil
    } catch {
        failure = error
    }
    await egress.close()
    try await server.close()
    if let failure { throw failure }
}

/// Answers the first request of a connection for as long as it is read.
///
/// Used on its channel's event loop alone.
private final class Flooding: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let flood: Flood
    private var hasBegun = false
    private var isPouring = false
    private static let piece = ByteBuffer(string: "4000\r\n\(String(repeating: "a", count: 0x4000))\r\n")

    init(_ flood: Flood) {
        self.flood = flood
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasBegun else { return }
        hasBegun = true
        let head = ByteBuffer(string: "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
        context.writeAndFlush(wrapOutboundOut(head), promise: nil)
        pour(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { pour(context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if hasBegun { flood.end() }
        hasBegun = false
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// A piece, and the next one once the loop has done the rest, for as long as the connection takes any.
    private func pour(_ context: ChannelHandlerContext) {
        guard hasBegun, !isPouring else { return }
        isPouring = true
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.execute {
            let (handler, context) = bound.value
            handler.isPouring = false
            guard handler.hasBegun, context.channel.isActive, context.channel.isWritable else { return }
            context.writeAndFlush(handler.wrapOutboundOut(Self.piece), promise: nil)
            handler.flood.add(Self.piece.readableBytes)
            handler.pour(context)
        }
    }
}
