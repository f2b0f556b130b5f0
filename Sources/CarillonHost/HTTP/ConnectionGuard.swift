import CarillonProfiles
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Keeps clients from wasting a connection, and tells them in JSON what was wrong where the request never got further
/// than the parser; of a body that doesn't come, or is none, in the words of who was asked.
///
/// Requests are passed on one at a time: what comes behind one waits until its answer is written, and nothing more is read
/// meanwhile. Slow heads and bodies are answered with 408, what is no HTTP with 400, heads that are too large with 431; all
/// of them end the connection. Idle connections are closed, and so are those whose client doesn't take its answer. An answer
/// given before the whole body was read ends the connection too: the rest isn't worth reading. One per connection, used on
/// its event loop only.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The answer to a request that came in part.
    typealias Refusal = (Problem, HTTPRequest) -> APIResponse

    /// What came behind a request whose answer isn't written whole.
    private enum Held {
        case part(HTTPRequestPart)
        /// Of the parser.
        case failure(any Error)
        /// The client says that it sends no more.
        case end
    }

    private let times: ConnectionTimes
    private let places: ConnectionPlaces?
    private let refusal: Refusal
    private let onSlowReader: () -> Void
    /// The connection is one of those that there may be.
    private var place: ConnectionPlaces.Place?
    /// Why the connection is one too many: only health is answered.
    private var restriction: Problem?
    private var timer: Scheduled<Void>?
    /// When time is up; nil while nothing is waited for.
    private var deadline: NIODeadline?
    /// When the timer looks.
    private var look = NIODeadline.distantFuture
    /// The head of the request that is being read; nil between requests.
    private var reading: HTTPRequest?
    private var isReading: Bool { reading != nil }
    /// A request was passed on whose answer isn't written whole.
    private var isUnanswered = false
    /// It has come whole, so that what comes now belongs to the next.
    private var isBusy: Bool { isUnanswered && !isReading }
    private var held = CircularBuffer<Held>(initialCapacity: 0)
    /// More was asked for while nothing was to be read.
    private var isReadHeldUp = false
    /// More was asked for, and nothing came yet: it is the client who keeps us waiting.
    private var awaitsBytes = false
    /// Bytes of a request came, and no head yet.
    private var hasBegun = false
    /// The head of the current answer was written.
    private var isAnswering = false
    /// The current answer goes on for as long as its reader stays, and has a patience of its own.
    private var isLive = false
    private var bodyBytes = 0
    /// Watches whether the client takes what was written; nil while nothing waits for it.
    private var writingTimer: Scheduled<Void>?
    /// Bytes of answers' bodies that were handed over to be written.
    private var writtenBytes = 0
    /// The last answer was written, or is being written: nothing is read or written any more.
    private var isEnding = false
    private var endsAfterAnswer = false
    /// The client asked for the connection to end with the answer to the current request.
    private var isLast = false
    /// The server stops: no further request is begun.
    private var isQuiescing = false

    /// - Parameters:
    ///   - places: of which each connection takes one.
    ///   - onSlowReader: told of a connection that is cut because its client didn't take its answer.
    init(
        _ times: ConnectionTimes,
        places: ConnectionPlaces?,
        refusal: @escaping Refusal,
        onSlowReader: @escaping () -> Void
    ) {
        self.times = times
        self.places = places
        self.refusal = refusal
        self.onSlowReader = onSlowReader
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let gate = ByteGate { [weak self] in self?.bytesCame(context) }
        // In front of the parser, which tells nothing of a head that isn't whole.
        context.pipeline.syncOperations.addHandlerOrClose(gate)
        context.pipeline.syncOperations.addBeforeTypes(OlderVersion())
        if context.channel.isActive { begin(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancelTimers() }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        noticeDeadClients(context)
        switch places?.admit(context.channel.remoteAddress.flatMap { InternetAddress($0)?.unmapped }) {
        case nil: break
        case .whole(let place): self.place = place
        case .spare(let place, let problem): (self.place, restriction) = (place, problem)
        case .some(.none): return context.close(promise: nil)
        }
        wait(restriction == nil ? times.idle : times.head, context)
    }

    /// Has the system end the connection where what was sent isn't acknowledged for a minute.
    ///
    /// Otherwise it tries for a quarter of an hour, while a phone that lost its network comes again and again.
    ///
    /// Source: tcp(7), `TCP_USER_TIMEOUT`.
    private func noticeDeadClients(_ context: ChannelHandlerContext) {
        #if os(Linux)
        let option = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_USER_TIMEOUT))
        // A Unix socket has none.
        try? context.channel.syncOptions?.setOption(option, value: 60_000)
        #endif
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancelTimers()
        held.removeAll()
        place = nil
        context.fireChannelInactive()
    }

    private func cancelTimers() {
        timer?.cancel()
        writingTimer?.cancel()
    }

    // MARK: requests

    private func bytesCame(_ context: ChannelHandlerContext) {
        awaitsBytes = false
        guard !isReading, !isUnanswered, !hasBegun, !isEnding else { return }
        hasBegun = true
        wait(times.head, context)
    }

    func read(context: ChannelHandlerContext) {
        guard !isBusy else {
            isReadHeldUp = true
            return
        }
        awaitsBytes = true
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        let part = unwrapInboundIn(data)
        if isBusy || !held.isEmpty {
            held.append(.part(part))
        } else {
            pass(part, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError || error is HTTP1TypeConversionError else {
            return context.fireErrorCaught(error)
        }
        if isBusy || !held.isEmpty {
            held.append(.failure(error))
        } else {
            fail(error, context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { isQuiescing = true }
        if !held.isEmpty, case ChannelEvent.inputClosed? = event as? ChannelEvent {
            held.append(.end)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    /// Passes on what waited, up to the end of the next request.
    private func passHeld(_ context: ChannelHandlerContext) {
        var hasPassed = false
        while !isEnding, !isQuiescing, !isBusy, let next = held.popFirst() {
            hasPassed = true
            switch next {
            case .part(let part): pass(part, context)
            case .failure(let error): fail(error, context)
            case .end: context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            }
        }
        if hasPassed { context.fireChannelReadComplete() }
        guard isReadHeldUp, !isBusy else { return }
        isReadHeldUp = false
        read(context: context)
    }

    private func pass(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let head):
            hasBegun = false
            reading = head
            isLast = head.headerFields[.connection] == "close"
            isUnanswered = true
            bodyBytes = 0
            if let restriction, !head.isForHealth { return end(with: restriction, context) }
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
        context.fireChannelRead(wrapInboundOut(part))
    }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        // The answer that is being written says that it is the last.
        if let problem = Self.problem(error), !isAnswering {
            let waits = isReading
            end(with: problem, context)
            guard waits else { return }
        }
        // Who waits for the rest of a body learns that there is none.
        context.fireErrorCaught(error)
    }

    private static func problem(_ error: any Error) -> Problem? {
        switch error {
        case HTTPParserError.headerOverflow: .headTooLarge
        // The client went away in the middle: nobody is there to be told.
        case HTTPParserError.invalidEOFState: nil
        default: Problem(.malformed, "this is no HTTP request")
        }
    }

    // MARK: answers

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        if event is LiveAnswer {
            isLive = true
            promise?.succeed()
        } else {
            context.triggerUserOutboundEvent(event, promise: promise)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isEnding else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        // All that was written before has been taken.
        if writingTimer != nil, waitingBytes(context) == 0 { endWatch() }
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational:
            isAnswering = true
            endsAfterAnswer =
                isReading || isLast || isQuiescing || restriction != nil
                || head.headerFields[.connection]?.lowercased() == "close"
            if endsAfterAnswer { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let bytes):
            writtenBytes += bytes.readableBytes
            context.write(data, promise: promise)
        case .end:
            isAnswering = false
            isUnanswered = false
            isLive = false
            context.write(data, promise: promise)
            answered(context)
        case .head: context.write(data, promise: promise)
        }
    }

    private func answered(_ context: ChannelHandlerContext) {
        guard !endsAfterAnswer else { return close(context) }
        wait(hasBegun ? times.head : times.idle, context)
        passHeld(context)
    }

    // MARK: clients that don't read

    func flush(context: ChannelHandlerContext) {
        context.flush()
        watchWriting(context)
    }

    /// Where the socket doesn't take all at once, looks again whether the client goes on reading.
    private func watchWriting(_ context: ChannelHandlerContext) {
        guard writingTimer == nil, !isLive else { return }
        let waiting = waitingBytes(context)
        guard waiting > 0 else { return }
        let taken = writtenBytes - waiting
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        writingTimer = context.eventLoop.scheduleTask(in: times.write) {
            let (handler, context) = bound.value
            handler.writingTimer = nil
            handler.lookAtWriting(takenBefore: taken, context)
        }
    }

    private func lookAtWriting(takenBefore: Int, _ context: ChannelHandlerContext) {
        let waiting = waitingBytes(context)
        guard waiting > 0, !isLive, writtenBytes - waiting - takenBefore < times.writeProgress else {
            return watchWriting(context)
        }
        onSlowReader()
        // Without this, the system would keep what is left, and offer it for minutes more.
        _ = (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        context.close(promise: nil)
    }

    private func endWatch() {
        writingTimer?.cancel()
        writingTimer = nil
    }

    /// How many bytes wait for the client to read.
    private func waitingBytes(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
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
        } else if isReading, bodyBytes >= times.bodyProgress || !awaitsBytes {
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
        held.removeAll()
        deadline = nil
        let promise = context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        promise.futureResult.whenSuccess {
            let (handler, context) = bound.value
            handler.wait(handler.times.lingering, context)
        }
        context.flush()
        context.close(mode: .output, promise: promise)
        watchWriting(context)
        if isReadHeldUp { read(context: context) }
    }
}

/// Tells the ``ConnectionGuard`` that the answer which is being written has no end of its own.
struct LiveAnswer: Sendable {}

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

extension HTTPRequest {
    fileprivate var isForHealth: Bool { path.flatMap(APIRequest.path)?.first == "health" }
}

/// A request that didn't come in time; its client has been told.
struct SlowRequest: Error {}

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
