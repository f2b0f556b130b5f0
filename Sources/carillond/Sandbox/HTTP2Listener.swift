import CarillonHost
import CarillonSandbox
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import ServiceLifecycle

/// HTTP/2 over TLS, as APNs takes it and nothing else (RFC 9113, RFC 7301).
///
/// Allows one stream at a time until the first request has succeeded, then many, and sends GOAWAY with a reason when a
/// script asks for it. Source: Apple, “Establishing a token-based connection to APNs”.
struct HTTP2Listener: Service {
    let sandbox: Sandbox
    let certificate: SandboxCertificate
    let host: String
    let port: ListeningPort
    let option: String
    /// Called with the port in use.
    let onListening: @Sendable (Int) -> Void

    private typealias Stream = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
    private typealias Multiplexer = NIOHTTP2Handler.AsyncStreamMultiplexer<KeptConnection<Stream>>
    private typealias Connection = (channel: any Channel, streams: Multiplexer)

    /// - Throws: ``ListenFailure`` when the port can't be had.
    func run() async throws {
        let context = try certificate.context(protocols: ["h2"])
        let server = try await port.open(host: host, option: option) { port in
            try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .serverChannelOption(.backlog, value: 1024)
                .bind(host: host, port: port) { channel in
                    channel.eventLoop.makeCompletedFuture { try Self.begin(channel, context) }
                }
        }
        onListening(server.channel.localAddress?.port ?? 0)
        await cancelWhenGracefulShutdown {
            await Self.serve(server, sandbox)
        }
    }

    private static func begin(_ channel: any Channel, _ context: NIOSSLContext) throws -> Connection {
        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        var configuration = NIOHTTP2Handler.Configuration()
        configuration.connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: ConnectionLedger.firstStreams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 16 << 10),
        ]
        let streams = try channel.pipeline.syncOperations.configureAsyncHTTP2Pipeline(
            mode: .server,
            configuration: configuration
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.pipeline.syncOperations.addHandler(HTTP2FramePayloadToHTTP1ServerCodec())
                return KeptConnection(try Stream(wrappingChannelSynchronously: stream))
            }
        }
        return (channel, streams)
    }

    private static func serve(_ server: NIOAsyncChannel<Connection, Never>, _ sandbox: Sandbox) async {
        // An error on one connection, on either side, must not end the others.
        try? await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                var number = 0
                for try await connection in connections {
                    number += 1
                    let ledger = ConnectionLedger(number: number, channel: connection.channel)
                    group.addTask { await serve(connection.streams, of: ledger, sandbox) }
                }
            }
        }
    }

    private static func serve(_ streams: Multiplexer, of ledger: ConnectionLedger, _ sandbox: Sandbox) async {
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                do {
                    for try await kept in streams.inbound {
                        guard let stream = kept.take() else { continue }
                        group.addTask { await answer(stream, ledger, sandbox) }
                    }
                } catch {
                    // A client without HTTP/2: the connection is closed already.
                }
            }
        } onCancel: {
            ledger.close()
        }
    }

    private static func answer(_ stream: Stream, _ ledger: ConnectionLedger, _ sandbox: Sandbox) async {
        // An error here ends this stream only.
        try? await stream.executeThenClose { inbound, outbound in
            let number = Int(try await stream.channel.getOption(HTTP2StreamChannelOptions.streamID).get())
            guard let request = try await SandboxRequest(inbound, connection: ledger.number), ledger.take(number) else {
                return
            }
            defer { ledger.finish() }
            let answer = await sandbox.respond(to: request)
            if answer.delay > .zero { try await Task.sleep(for: answer.delay) }
            if answer.dropsConnection {
                if let reason = answer.goAwayReason {
                    try await ledger.refuse(number, reason: reason)
                } else {
                    ledger.close()
                }
                return
            }
            var head = HTTPResponseHead(version: .http2, status: .init(statusCode: answer.status))
            for header in answer.headers { head.headers.add(name: header.name, value: header.value) }
            try await outbound.write(.head(head))
            if !answer.body.isEmpty { try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))) }
            try await outbound.write(.end(nil))
            if answer.status == 200 { ledger.openUp() }
            if let reason = answer.goAwayReason { ledger.goAway(reason: reason) }
        }
    }
}

extension SandboxRequest {
    /// Reads one request; nil where the client ended the stream before it was complete.
    fileprivate init?(
        _ parts: NIOAsyncChannelInboundStream<HTTPServerRequestPart>,
        connection: Int
    ) async throws {
        var request: SandboxRequest?
        for try await part in parts {
            switch part {
            case .head(let head):
                let target = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
                request = SandboxRequest(
                    method: head.method.rawValue,
                    host: head.headers.first(name: "host") ?? "",
                    path: String(target.first ?? ""),
                    query: target.count == 2 ? String(target[1]) : "",
                    headers: head.headers.map { .init($0.name, $0.value) },
                    version: .http2,
                    connection: connection
                )
            case .body(let bytes):
                request?.body += Array(buffer: bytes)
                // More than any provider accepts.
                guard (request?.body.count ?? 0) <= 16 << 20 else { return nil }
            case .end:
                guard let request else { return nil }
                self = request
                return
            }
        }
        return nil
    }
}
