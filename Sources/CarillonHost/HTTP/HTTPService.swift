import CarillonModel
import CarillonProfiles
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import ServiceLifecycle

/// Serves a ``RequestHandler`` over HTTP/1.1 on Hummingbird.
public struct HTTPService: Service {
    private let handler: any RequestHandler
    private let host: String
    private let port: Int
    private let option: String
    /// In place of host and port.
    private let socket: String?
    private let logger: Logger
    var times = ConnectionTimes()
    /// How many connections there may be; nil: as many as the process may have open.
    var connections: ConnectionQuota?
    /// For requests that come behind others.
    var turns = PipelineLimiter()
    /// Called for a connection that is closed because its client didn't read its answer.
    var onSlowReader: @Sendable () -> Void = {}
    private let onListening: @Sendable (Int) async -> Void

    /// - Parameters:
    ///   - port: 0 lets the system choose; `onListening` receives it.
    ///   - option: what an operator changes when the port is taken, such as `--port`.
    public init(
        _ handler: any RequestHandler,
        host: String,
        port: Int,
        option: String = "--port",
        logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        self.handler = handler
        self.host = host
        self.port = port
        self.option = option
        socket = nil
        self.logger = logger
        self.onListening = onListening
    }

    /// Listens on a Unix socket, which only this user may open.
    ///
    /// - Parameters:
    ///   - socket: its path; what an earlier process left there is replaced.
    ///   - onListening: called once requests are answered there.
    init(
        _ handler: any RequestHandler,
        socket: String,
        logger: Logger,
        onListening: @escaping @Sendable () -> Void = {}
    ) {
        self.handler = handler
        host = socket
        port = 0
        option = ""
        self.socket = socket
        self.logger = logger
        self.onListening = { _ in
            // Between the two, the folder's own mode keeps others out.
            try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: socket)
            onListening()
        }
    }

    /// - Throws: ``ListenFailure`` when the port can't be had.
    public func run() async throws {
        let onListening = self.onListening
        let answering = RequestAnswering(handler: handler, connections: connections, log: AccessLog(logger: logger))
        if let socket { try? FileManager.default.removeItem(atPath: socket) }
        var quiet = logger
        quiet.logLevel = .critical
        let application = Application(
            responder: CallbackResponder<ConnectionContext> { request, context in
                try await answering.answer(request, on: context.channel)
            },
            server: HTTPServerBuilder { [channels] in
                KeptConnections(HTTP1Channel(responder: $0, configuration: channels))
            },
            configuration: ApplicationConfiguration(
                address: socket.map { .unixDomainSocket(path: $0) } ?? .hostname(host, port: port),
                serverName: nil,
                backlog: 1024,
                availableConnectionsDelegate: MaximumAvailableConnections(FileDescriptors.connections, logger: quiet)
            ),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
            logger: quiet
        )
        do {
            try await application.run()
        } catch let error as IOError {
            throw ListenFailure(host: host, port: port, option: option, errno: error.errnoCode)
        }
    }

    private var channels: HTTP1Channel.Configuration {
        let (times, handler, connections, turns, onSlowReader) = (times, handler, connections, turns, onSlowReader)
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ConnectionGuard(
                    times,
                    places: connections,
                    turns: turns,
                    refusal: { handler.refusal($0, of: $1) },
                    onSlowReader: onSlowReader
                )
            ],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: RequestParser.fieldSize,
                maxHeaderListSize: RequestParser.headSize,
                maxHeaderFieldCount: RequestParser.fieldCount
            )
        )
    }
}

/// One request and its answer, between the server's types and ours.
private struct RequestAnswering: Sendable {
    let handler: any RequestHandler
    let connections: ConnectionQuota?
    let log: AccessLog

    func answer(_ request: Request, on channel: any Channel) async throws -> Response {
        let start = ContinuousClock.now
        guard let target = request.head.path else { return refusal(.badPath) }
        let path = APIRequest.path(of: target)
        let query = APIRequest.query(of: target)
        // RFC 9112, section 3.2.
        guard let authority = request.head.authority, !authority.isEmpty else {
            return refusal(Problem(.malformed, "the request has no Host"))
        }
        guard !request.head.headerFields.contains(where: { $0.name.canonicalName == "host" }) else {
            return refusal(Problem(.malformed, "the request has more than one Host"))
        }
        var asked = APIRequest(request.head, target: target, path: path, query: query, authority: authority)
        let resolved = handler.resolve(asked)
        let refuse = { [asked] (problem: Problem) in Response(resolved.refusal(problem, of: asked)) }
        let peer = channel.remoteAddress.flatMap { InternetAddress($0)?.unmapped }
        let client = peer.map { connections?.proxies.client(of: $0, asked.headers) ?? $0 }
        asked.clientAddress = client?.description
        // Held until the answer is made, or, where it goes on, written.
        var place: ConnectionQuota.Place?
        defer { withExtendedLifetime(place) {} }
        if let peer, let client {
            do throws(Problem) {
                place = try connections?.begin(client, through: peer)
            } catch {
                return refuse(error)
            }
        }
        // RFC 9110, section 5.3: it is no list, and a proxy may use another one than we do.
        guard request.head.headerFields[values: .authorization].count < 2 else {
            return refuse(Problem(.malformed, "the request has more than one Authorization"))
        }
        if let problem = unmetExpectation(of: asked) { return refuse(problem) }
        let intake = resolved.intake
        if case .passedOn = intake {
        } else if path == nil {
            return refuse(.badPath)
        } else if query == nil {
            return refuse(Problem(.malformed, "the query is not valid percent-encoded UTF-8 without NUL"))
        } else if let problem = unreadableCoding(of: asked) {
            return refuse(problem)
        }
        if let announced = request.headers[.contentLength].flatMap({ Int($0) }), announced > intake.limit {
            return refuse(.tooLarge(limit: intake.limit))
        }
        switch intake {
        case .streamed(let limit): asked.stream = ReceivedBody(body: request.body, limit: limit)
        case .whole(let limit), .passedOn(let limit):
            do {
                let body = try await request.body.collect(upTo: limit)
                asked.body = Array(buffer: body)
            } catch is NIOTooManyBytesError {
                return refuse(.tooLarge(limit: limit))
            }
        }
        let answer = await resolved.mayStay ? respondApart(resolved, to: asked) : resolved.respond(to: asked)
        log.log(asked, of: resolved.template, answer, since: start)
        if case .webSocket(let session) = answer.body { try await session.run(on: channel, answer.headers) }
        let response = Response(answer, on: channel, holding: place)
        // RFC 9110, section 9.3.2: the same head, its length too, and no content.
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// In a task of its own, which ends with the answer.
    ///
    /// A task keeps all memory that its calls ever took until it ends, and this one, the connection's, may now go on for hours.
    private func respondApart(_ resolved: any ResolvedRequest, to request: APIRequest) async -> APIResponse {
        async let answer = resolved.respond(to: request)
        return await answer
    }

    private func unmetExpectation(of request: APIRequest) -> Problem? {
        guard let expectation = request.header("expect"), expectation.lowercased() != "100-continue" else { return nil }
        return Problem(code: .expectationFailed, "the only expectation that is met is 100-continue")
    }

    private func unreadableCoding(of request: APIRequest) -> Problem? {
        guard !handler.readsContentCodings, request.isEncoded else { return nil }
        // RFC 9110, section 15.5.16: what would be read.
        return Problem(
            .unsupportedMediaType,
            "bodies are read as they are, without Content-Encoding",
            headers: ["accept-encoding": "identity"]
        )
    }

    /// Of a request of which nothing is known yet.
    private func refusal(_ problem: Problem) -> Response { Response(APIResponse(problem)) }
}

extension RequestHandler {
    fileprivate func refusal(_ problem: Problem, of head: HTTPRequest) -> APIResponse {
        guard let target = head.path, let authority = head.authority else { return APIResponse(problem) }
        let path = APIRequest.path(of: target)
        let request = APIRequest(head, target: target, path: path, query: nil, authority: authority)
        return resolve(request).refusal(problem, of: request)
    }
}

extension APIRequest {
    /// - Parameters:
    ///   - path: that of the target; nil where it can't be read.
    ///   - query: the same.
    fileprivate init(_ head: HTTPRequest, target: String, path: [String]?, query: [QueryItem]?, authority: String) {
        self.init(
            head.method.rawValue,
            path: path ?? Self.roughPath(of: target),
            query: query ?? [],
            headers: head.headerFields.map { (name: $0.name.canonicalName, value: $0.value) },
            target: target
        )
        headers.append((name: "host", value: authority))
    }
}

/// The port is taken, or may not be used.
public struct ListenFailure: Error, CustomStringConvertible {
    public let host: String
    public let port: Int
    public let option: String
    public let errno: CInt

    public init(host: String, port: Int, option: String, errno: CInt) {
        self.host = host
        self.port = port
        self.option = option
        self.errno = errno
    }

    public var description: String {
        switch errno {
        case EADDRINUSE: "port \(port) on \(host) is in use by another program; choose another with \(option)"
        case EACCES: "this user may not listen on port \(port) of \(host); choose one above 1023 with \(option)"
        case EADDRNOTAVAIL: "\(host) is not an address of this machine"
        default: "can't listen on \(host):\(port): \(String(cString: strerror(errno)))"
        }
    }
}

/// The connection that a request came on.
private struct ConnectionContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

extension Response {
    /// - Parameters:
    ///   - channel: what a live body is written to; an answer without one needs none.
    ///   - place: given back when a live body is over.
    fileprivate init(
        _ answer: APIResponse,
        on channel: (any Channel)? = nil,
        holding place: ConnectionQuota.Place? = nil
    ) {
        let body: ResponseBody
        switch answer.body {
        case .bytes(let bytes): body = ResponseBody(bytes)
        case .live(let live):
            body =
                channel.map { ResponseBody(live, on: $0, holding: place) }
                ?? ResponseBody { _ in throw CancellationError() }
        // The first is over by then: see `RequestAnswering`.
        case .webSocket, .dropped:
            body = ResponseBody { _ in throw CancellationError() }
        }
        self.init(status: .init(code: answer.status), headers: HTTPFields(answer.headers), body: body)
    }
}

extension ResponseBody {
    /// Bytes that are handed to the connection at once; more would lie there for every client that doesn't read.
    private static let pieceSize = 64 << 10

    fileprivate init(_ bytes: [UInt8]) {
        guard bytes.count > Self.pieceSize else {
            self.init(byteBuffer: ByteBuffer(bytes: bytes))
            return
        }
        self.init(contentLength: bytes.count) { writer in
            for start in stride(from: 0, to: bytes.count, by: Self.pieceSize) {
                try await writer.write(ByteBuffer(bytes: bytes[start..<min(start + Self.pieceSize, bytes.count)]))
            }
            try await writer.finish(nil)
        }
    }
}
