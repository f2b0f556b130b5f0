import CarillonProfiles
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Keeps clients from wasting a connection, and tells them in JSON what was wrong where the request never got further
/// than the parser; of a body that doesn't come, or is none, in the words of who was asked.
///
/// Slow heads and bodies are answered with 408, what is no HTTP with 400, heads that are too large with 431; all of them
/// end the connection. Idle connections are closed. An answer given before the whole body was read ends the connection
/// too: the rest isn't worth reading. One per connection, used on its event loop only.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The answer to a request that came in part.
    typealias Refusal = (Problem, HTTPRequest) -> APIResponse

    private let times: ConnectionTimes
    private let refusal: Refusal
    private var timer: Scheduled<Void>?
    /// When time is up; nil while nothing is waited for.
    private var deadline: NIODeadline?
    /// When the timer looks.
    private var look = NIODeadline.distantFuture
    /// Requests whose answer isn't written whole.
    private var unanswered = 0
    /// A request's head was read, and its end not yet.
    private var isReading: Bool { reading != nil }
    /// That head.
    private var reading: HTTPRequest?
    /// Bytes of a request came, and no head yet.
    private var hasBegun = false
    /// The head of the current answer was written.
    private var isAnswering = false
    private var bodyBytes = 0
    /// To be told once the answers before it are written.
    private var problem: Problem?
    /// The last answer was written, or is being written: nothing is read or written any more.
    private var isEnding = false
    private var endsAfterAnswer = false
    /// The client asked for the connection to end with the answer to what it sent last.
    private var isLast = false

    init(_ times: ConnectionTimes, refusal: @escaping Refusal) {
        self.times = times
        self.refusal = refusal
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let watch = ByteWatch { [weak self] in self?.bytesCame(context) }
        // In front of the parser, which tells nothing of a head that isn't whole.
        context.pipeline.syncOperations.addHandlerOrClose(watch)
        context.pipeline.syncOperations.addBeforeTypes(OlderVersion())
        if context.channel.isActive { wait(times.idle, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func channelActive(context: ChannelHandlerContext) {
        wait(times.idle, context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    // MARK: requests

    private func bytesCame(_ context: ChannelHandlerContext) {
        guard !isReading, unanswered == 0, !hasBegun, !isEnding else { return }
        hasBegun = true
        wait(times.head, context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What follows the last request is none.
        guard !isEnding, isReading || !isLast else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            hasBegun = false
            reading = head
            isLast = head.headerFields[.connection] == "close"
            unanswered += 1
            bodyBytes = 0
            wait(times.body, context)
            // RFC 9110, section 10.1.1: the client waits for this before it sends the body.
            if head.headerFields[.expect]?.lowercased() == "100-continue" {
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
            }
        case .body(let bytes): bodyBytes += bytes.readableBytes
        case .end:
            reading = nil
            deadline = nil
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let problem = Self.problem(error) else { return context.fireErrorCaught(error) }
        guard !isEnding else { return }
        if unanswered == 0 || isReading && unanswered == 1 && !isAnswering {
            end(with: problem, context)
        } else {
            self.problem = problem
            deadline = nil
        }
        // Who waits for the rest of a body learns that there is none.
        if isReading { context.fireErrorCaught(error) }
    }

    private static func problem(_ error: any Error) -> Problem? {
        switch error {
        case HTTPParserError.headerOverflow: .headTooLarge
        // The client went away in the middle: nobody is there to be told.
        case HTTPParserError.invalidEOFState: nil
        case is HTTPParserError, is HTTP1TypeConversionError: Problem(.malformed, "this is no HTTP request")
        default: nil
        }
    }

    // MARK: answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isEnding else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational:
            isAnswering = true
            endsAfterAnswer =
                isReading || isLast && unanswered == 1 || head.headerFields[.connection]?.lowercased() == "close"
            if endsAfterAnswer { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            isAnswering = false
            unanswered -= 1
            context.write(data, promise: promise)
            answered(context)
        case .head, .body: context.write(data, promise: promise)
        }
    }

    private func answered(_ context: ChannelHandlerContext) {
        if endsAfterAnswer {
            close(context)
        } else if unanswered == 0, let problem {
            end(with: problem, context)
        } else if unanswered == 0, !isReading {
            wait(hasBegun ? times.head : times.idle, context)
        }
    }

    // MARK: ends

    /// A timer that looks earlier is left alone: several are waited for with each request, and hardly any time is ever up.
    private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        let deadline = NIODeadline.now() + time
        self.deadline = deadline
        if timer == nil || deadline < look { look(at: deadline, context) }
    }

    private func look(at time: NIODeadline, _ context: ChannelHandlerContext) {
        timer?.cancel()
        look = time
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(deadline: time) {
            let (handler, context) = bound.value
            handler.timer = nil
            guard let deadline = handler.deadline else { return }
            guard deadline <= .now() else { return handler.look(at: deadline, context) }
            handler.deadline = nil
            handler.timeIsUp(context)
        }
    }

    private func timeIsUp(_ context: ChannelHandlerContext) {
        if isEnding || !isReading && !hasBegun {
            context.close(promise: nil)
        } else if isReading, bodyBytes >= times.bodyProgress {
            bodyBytes = 0
            wait(times.body, context)
        } else if isAnswering {
            // It can't be told any more.
            context.close(promise: nil)
        } else {
            end(with: Problem(code: .requestTimeout, "the request took too long to come"), context)
            context.fireErrorCaught(SlowRequest())
        }
    }

    private func end(with problem: Problem, _ context: ChannelHandlerContext) {
        var answer = reading.map { refusal(problem, $0) } ?? APIResponse(problem)
        answer.headers.append(("connection", "close"))
        var fields = HTTPFields()
        for (name, value) in answer.headers + [("content-length", "\(answer.bytes.count)")] {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        let head = HTTPResponse(status: .init(code: answer.status), headerFields: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: answer.bytes))), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        close(context)
    }

    /// Says that there is no more, and leaves the client time to read it: closing at once, with bytes of its own still
    /// unread, would take the answer back.
    private func close(_ context: ChannelHandlerContext) {
        isEnding = true
        context.flush()
        context.close(mode: .output, promise: nil)
        wait(times.lingering, context)
    }
}

/// Says in the words of HTTP/1.1 what an older client, or one that writes it otherwise, means.
///
/// A client of HTTP/1.0 need not name a host, and its connection ends with the answer: it is never kept open, which RFC 9112,
/// section 9.3, leaves to the server; nor does it know Transfer-Encoding (RFC 9112, section 6.1): an answer without a length
/// is over when the connection is. `Connection` is a list, and its words have no case. A target in absolute form says whom
/// the request is for, whatever `Host` says. Sits where the version is still known.
private final class OlderVersion: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Of each request whose answer isn't written whole, in their order.
    private var areOlder: [Bool] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where areOlder.first == true && !head.headers.contains(name: "content-length"):
            // By which the encoder knows that it can't frame the body.
            head.version = .http1_0
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            if !areOlder.isEmpty { areOlder.removeFirst() }
            context.write(data, promise: promise)
        case .head, .body: context.write(data, promise: promise)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let isOlder = head.version.major < 1 || head.version.major == 1 && head.version.minor == 0
        areOlder.append(isOlder)
        if let target = AbsoluteTarget(head.uri), isOlder || head.headers["host"].count == 1 {
            head.uri = target.rest
            head.headers.replaceOrAdd(name: "host", value: target.authority)
        }
        // A name that is nobody's (RFC 2606), so that the tenant is found by the path.
        if isOlder, !head.headers.contains(name: "host") { head.headers.add(name: "host", value: "unnamed.invalid") }
        let ends = head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "close" }
        if isOlder || ends { head.headers.replaceOrAdd(name: "connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}

/// A request that didn't come in time; its client has been told.
struct SlowRequest: Error {}

/// Notices bytes before the parser does.
private final class ByteWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let notice: () -> Void

    init(_ notice: @escaping () -> Void) {
        self.notice = notice
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        notice()
        context.fireChannelRead(data)
    }
}

extension ChannelPipeline.SynchronousOperations {
    fileprivate func addHandlerOrClose(_ handler: some ChannelHandler) {
        // Only a pipeline that is being taken down refuses.
        try? addHandler(handler, position: .first)
    }

    fileprivate func addBeforeTypes(_ handler: some ChannelHandler) {
        guard let codec = try? self.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
        try? addHandler(handler, position: .before(codec))
    }
}
