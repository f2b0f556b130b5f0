import CarillonModel
import CarillonPluginKit
import CarillonStandard
import CarillonTesting
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import Testing
import WebPush

@testable import CarillonHost

/// Receivers, and those who answer for their names, that want to lead us elsewhere or keep us.
struct HostileReceiverTests {
    @Test func `a name that means this machine a moment later is refused then`() async throws {
        try await withReceivers(named: [[.outside], [.inside]]) { receivers in
            let guarded = receivers.egress.egress(for: try Self.webhook, of: "shop")
            for _ in 0..<3 { #expect(try await guarded.send(Self.request(receivers)).status == 200) }
            #expect(receivers.names.count == 1)
            receivers.names.advance(by: .seconds(31))
            await #expect(throws: EgressFailure.forbidden("localhost has no public address")) {
                try await guarded.send(Self.request(receivers))
            }
            #expect(receivers.names.count == 2)
            #expect(receivers.requestsInside == 0)
        }
    }

    @Test func `of a name's addresses only those are gone to that may be`() async throws {
        try await withReceivers(named: [[.inside, .metadata, .outside]]) { receivers in
            let guarded = receivers.egress.egress(for: try Self.webhook, of: "shop")
            #expect(try await guarded.send(Self.request(receivers)).status == 200)
            #expect(receivers.requestsInside == 0)
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func `a webhook's redirect leads nowhere`(status: Int) async throws {
        try await withReceivers(redirecting: status) { receivers in
            let guarded = receivers.egress.egress(for: try Self.webhook, of: "shop")
            #expect(try await guarded.send(Self.request(receivers)).status == status)
            #expect(receivers.requestsInside == 0)
        }
    }

    @Test(arguments: [307, 308]) func `a push service's redirect leads nowhere inside`(status: Int) async throws {
        try await withReceivers(redirecting: status) { receivers in
            let descriptor = try #require(ChannelRegistry.standard["web-push"]).descriptor
            let outcome = try await Self.push(
                to: receivers.url,
                over: receivers.egress.egress(for: descriptor, of: "shop")
            )
            guard case .refused(let reason) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(reason.code == "ForbiddenDestination")
            #expect(receivers.requestsInside == 0)
        }
    }

    @Test(arguments: Trickle.allCases) func `a receiver that trickles keeps nobody`(trickle: Trickle) async throws {
        try await withReceivers(trickling: trickle) { receivers in
            let guarded = receivers.egress.egress(for: try Self.webhook, of: "shop")
            let failure = await #expect(throws: EgressFailure.self) {
                try await guarded.send(Self.request(receivers, within: .milliseconds(500)))
            }
            // Where the machine is busy, not even the connection comes in time.
            guard case .noAnswer = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
        }
    }

    @Test(arguments: Trickle.allCases) func `a provider that trickles keeps nobody`(trickle: Trickle) async throws {
        try await withReceivers(trickling: trickle) { receivers in
            let limited = receivers.egress.limited(to: ["https://provider.example"], for: "shop")
            let failure = await #expect(throws: EgressFailure.self) {
                try await limited.send(EgressRequest(.post, "https://provider.example/", timeout: .milliseconds(500)))
            }
            guard case .noAnswer = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
        }
    }

    private static func request(_ receivers: Receivers, within limit: Duration = .seconds(600)) -> EgressRequest {
        EgressRequest(.post, receivers.url, timeout: limit)
    }

    private static var webhook: ChannelDescriptor {
        get throws { try #require(ChannelRegistry.standard["webhook"]).descriptor }
    }

    private static func push(to endpoint: String, over egress: any Egress) async throws -> DeliveryOutcome {
        let der = Base64.decode(TestKeys.p256Public.split(separator: "\n").dropFirst().dropLast().joined()) ?? []
        let channel = try WebPushChannel(
            settings: ChannelSettings(
                values: [
                    "publicKey": .string(Base64.encode(der.suffix(65), .url)), "subject": "mailto:push@acme.example",
                ],
                secrets: ["privateKey": Secret(TestKeys.p256Private)]
            ),
            host: .testing(egress: egress, cryptography: SwiftCryptography(), clock: ManualClock())
        )
        let keys = """
            {"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",\
            "auth":"BTBZMqHH6r4Tts7J_aSIgg"}
            """
        let message = OutgoingMessage.testing(to: "{\"endpoint\":\"\(endpoint)\",\"keys\":\(keys)}")
        return try #require(await channel.deliver([message]).first)
    }
}

/// What a receiver doesn't come to the end of in time.
enum Trickle: CaseIterable {
    case head
    case body
    case silence
}

/// Two servers at one port, one at an address that may be gone to, one at an address that may not; and a way there.
struct Receivers: Sendable {
    /// By the name that ``names`` answer for.
    let url: String
    let names: Names
    let egress: HTTPEgress
    fileprivate let inner: RequestCount

    var requestsInside: Int { inner.value }
}

/// What a name stands for, one look-up after the other; the last answer stays.
final class Names: Sendable {
    enum Place: String, Sendable {
        case inside = "127.0.0.1"
        case outside = "127.0.0.2"
        case metadata = "169.254.169.254"
    }

    private struct State {
        var count = 0
        var now = ContinuousClock.now
    }

    private let answers: [[Place]]
    private let state = Mutex(State())

    init(_ answers: [[Place]]) {
        self.answers = answers
    }

    func next() -> [InternetAddress] {
        let turn = state.withLock { state in
            defer { state.count += 1 }
            return state.count
        }
        return answers[min(turn, answers.count - 1)].compactMap { InternetAddress($0.rawValue) }
    }

    var count: Int { state.withLock { $0.count } }
    var now: ContinuousClock.Instant { state.withLock { $0.now } }

    func advance(by duration: Duration) { state.withLock { $0.now += duration } }
}

/// A lock, because connections come side by side.
private final class RequestCount: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}

/// - Parameters:
///   - names: what the name stands for.
///   - status: of a redirect from the one outside to the one inside; nil: it answers 200.
///   - trickle: what none of them comes to the end of in time.
private func withReceivers(
    named names: [[Names.Place]] = [[.outside]],
    redirecting status: Int? = nil,
    trickling trickle: Trickle? = nil,
    _ body: (Receivers) async throws -> Void
) async throws {
    let count = RequestCount()
    let inner = try await listen(at: .inside, port: 0, trickle, "200 OK") { count.add() }
    let port = try #require(inner.localAddress?.port)
    let answer = status.map { "\($0) Moved\r\nlocation: https://127.0.0.1:\(port)/inside" } ?? "200 OK"
    let outer = try await listen(at: .outside, port: port, trickle, answer) {}
    var rules = AddressRules()
    let isRange = rules.allow(Names.Place.outside.rawValue)
    var map = OriginMap()
    let isRule = map.add("https://provider.example=https://localhost:\(port)")
    #expect(isRange && isRule)
    let names = Names(names)
    let egress = try HTTPEgress(
        map: map,
        certificateAuthorities: TestCertificate.good.pem.certificate,
        addresses: rules,
        resolver: NameResolver(timeLimit: .seconds(600), now: { names.now }, lookUp: { _ in names.next() }),
        silence: .milliseconds(700)
    )
    let receivers = Receivers(url: "https://localhost:\(port)/", names: names, egress: egress, inner: count)
    let failure: (any Error)?
    do {
        try await body(receivers)
        failure = nil
    } catch {
        failure = error
    }
    await egress.close()
    try await inner.close()
    try await outer.close()
    if let failure { throw failure }
}

/// - Parameter onRequest: told of each request.
private func listen(
    at place: Names.Place,
    port: Int,
    _ trickle: Trickle?,
    _ answer: String,
    _ onRequest: @escaping @Sendable () -> Void
) async throws -> any NIOCore.Channel {
    let tls = try NIOSSLContext.testing(.good)
    return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                let text = "HTTP/1.1 \(answer)\r\ncontent-length: 0\r\n\r\n"
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                try channel.pipeline.syncOperations.addHandler(
                    Answering(trickle: trickle, text: text, onRequest: onRequest)
                )
            }
        }
        .bind(host: place.rawValue, port: port)
        .get()
}

/// Answers whatever comes with a text, or bit by bit.
///
/// Used on its channel's event loop alone.
private final class Answering: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let trickle: Trickle?
    private let text: String
    private let onRequest: @Sendable () -> Void
    private var task: RepeatedTask?

    init(trickle: Trickle?, text: String, onRequest: @escaping @Sendable () -> Void) {
        self.trickle = trickle
        self.text = text
        self.onRequest = onRequest
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        onRequest()
        guard let trickle else { return write(text, context) }
        guard task == nil else { return }
        switch trickle {
        case .silence: write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\na", context)
        case .body: write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n", context)
        case .head: write("HTTP/1.1 200 OK\r\n", context)
        }
        let piece = trickle == .head ? "x-a: b\r\n" : "a"
        let pause = trickle == .silence ? TimeAmount.seconds(5) : .milliseconds(20)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        task = context.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in
            let (handler, context) = bound.value
            handler.write(piece, context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        task?.cancel()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func write(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }
}
