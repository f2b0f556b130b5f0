import CarillonProfiles
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Keeps clients from wasting a connection, and answers in JSON what was wrong where the request never got further
/// than the parser; of a body that doesn't come, or is none, in the form of the route that was requested.
///
/// Requests are passed on one at a time: what comes behind one waits until its answer is written, and nothing more is read
/// meanwhile; where it lies here already, it waits for its turn among those of others, too (``PipelineLimiter``). Slow heads and
/// bodies are answered with 408, what is no HTTP with 400, heads that are too large with 431; all of them end the connection.
/// Idle connections are closed, and so are those whose client doesn't take its answer. An answer given before the whole body
/// was read ends the connection too: the rest isn't worth reading. One per connection, used on its event loop only.
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
        /// The client has ended its side of the connection.
        case end
    }

    let times: ConnectionTimes
    private let places: ConnectionQuota?
    private let turns: PipelineLimiter
    private let refusal: Refusal
    private let onSlowReader: () -> Void
    /// The connection is one of those that there may be.
    private var place: ConnectionQuota.Place?
    /// Why the connection is one too many: only health is answered.
    private var restriction: Problem?
    /// Whose connection it is; empty where that has no address.
    private var network: [UInt8] = []
    /// The three exist for as long as the handler sits in a pipeline.
    private var deadline: ConnectionDeadline?
    private var writing: WriteMonitor?
    private var gate: ByteGate?
    /// The head of the request that is being read; nil between requests.
    private var reading: HTTPRequest?
    private var isReading: Bool { reading != nil }
    /// A request was passed on whose answer isn't written whole.
    private var isUnanswered = false
    /// It has come whole, so that what comes now belongs to the next; or the next waits for its turn.
    private var isBusy: Bool { isUnanswered && !isReading || isInLine || isRenewing }
    /// The place of a pipelined request among those of other connections, until its answer begins.
    private var turn: PipelineLimiter.Turn?
    /// The next request is here, and waits for its turn.
    private var isInLine = false
    /// The parser takes nothing after the current request.
    private var endsParser = false
    /// It is being replaced.
    private var isRenewing = false
    private var held = CircularBuffer<Held>(initialCapacity: 0)
    /// More was requested while nothing was to be read.
    private var isReadHeldUp = false
    /// More was requested, and nothing came yet: the server waits for the client.
    private var awaitsBytes = false
    /// Bytes of a request came, and no head yet.
    private var hasBegun = false
    /// The head of the current answer was written.
    private var isAnswering = false
    /// Of the body that is being read, for looking whether it comes.
    private var newBytes = 0
    /// How many bytes of that body haven't arrived; nil where its length isn't known beforehand.
    private var bytesToCome: Int? = 0
    /// The last answer was written, or is being written: nothing is read or written any more.
    private var isEnding = false
    private var endsAfterAnswer = false
    /// The client requested that the connection end with the answer to the current request.
    private var isLast = false
    /// The server stops: no further request is begun.
    private var isQuiescing = false

    /// - Parameters:
    ///   - places: of which each connection takes one.
    ///   - turns: for requests that come behind others.
    ///   - onSlowReader: called for a connection that is closed because its client didn't read its answer.
    init(
        _ times: ConnectionTimes,
        places: ConnectionQuota?,
        turns: PipelineLimiter,
        refusal: @escaping Refusal,
        onSlowReader: @escaping () -> Void
    ) {
        self.times = times
        self.places = places
        self.turns = turns
        self.refusal = refusal
        self.onSlowReader = onSlowReader
    }

    func handlerAdded(context: ChannelHandlerContext) {
        deadline = ConnectionDeadline(on: context.eventLoop) { [weak self] in self?.timeIsUp(context) }
        writing = WriteMonitor(context.channel, times, onSlowReader: onSlowReader)
        let gate = ByteGate { [weak self] in
            guard let self else { return nil }
            bytesCame()
            return bytesToCome
        }
        self.gate = gate
        context.pipeline.syncOperations.addBeforeGuard(gate)
        if context.channel.isActive { begin(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        cancelTimers()
        // They hold on to the pipeline.
        (deadline, writing, gate) = (nil, nil, nil)
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        noticeDeadClients(context)
        let peer = context.channel.remoteAddress.flatMap { InternetAddress($0)?.unmapped }
        network = peer?.network ?? []
        switch places?.admit(peer) {
        case nil: break
        case .whole(let place): self.place = place
        case .reserve(let place, let problem): (self.place, restriction) = (place, problem)
        case .some(.none): return context.close(promise: nil)
        }
        deadline?.set(restriction == nil ? times.idle : times.reserve)
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
        (place, turn) = (nil, nil)
        context.fireChannelInactive()
    }

    private func cancelTimers() {
        deadline?.cancel()
        writing?.cancel()
    }

    // MARK: requests

    private func bytesCame() {
        awaitsBytes = false
        guard !isReading, !isUnanswered, !hasBegun, !isEnding else { return }
        hasBegun = true
        // A reserve connection has one time for all.
        if restriction == nil { deadline?.set(times.head) }
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
            endsParser = RequestParser.ends(after: head)
            isUnanswered = true
            newBytes = 0
            bytesToCome = head.headerFields[.contentLength].flatMap { Int($0) }.map { max(0, $0) }
            if let restriction, !head.isForHealth { return end(with: restriction, context) }
            if restriction == nil { deadline?.set(times.body) }
            // RFC 9110, section 10.1.1: the client waits for this before it sends the body.
            if head.headerFields[.expect]?.lowercased() == "100-continue" {
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
            }
        case .body(let bytes):
            newBytes += bytes.readableBytes
            bytesToCome = bytesToCome.map { max(0, $0 - bytes.readableBytes) }
        case .end:
            reading = nil
            bytesToCome = 0
            deadline?.clear()
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        // The answer that is being written declares itself the last.
        if let problem = Self.problem(error), !isAnswering {
            let waits = isReading
            end(with: problem, context)
            guard waits else { return }
        }
        // Ends the reading of the rest of a body, of which there is none.
        context.fireErrorCaught(error)
    }

    private static func problem(_ error: any Error) -> Problem? {
        switch error {
        case HTTPParserError.headerOverflow: .headTooLarge
        // The client went away in the middle: nobody is there to be answered.
        case HTTPParserError.invalidEOFState: nil
        default: Problem(.malformed, "this is no HTTP request")
        }
    }

    // MARK: answers

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        if event is LiveAnswer {
            writing?.isLive = true
            promise?.succeed()
        } else if let wanted = event as? WebSocketUpgrade {
            promise?.succeed()
            guard !isEnding, !isReading, held.isEmpty, !isQuiescing else {
                return wanted.promise.fail(ChannelError.ioOnClosedChannel)
            }
            upgrade(wanted, context)
        } else {
            context.triggerUserOutboundEvent(event, promise: promise)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isEnding else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational:
            isAnswering = true
            // The work is done; how fast the client reads is nobody else's business.
            turn = nil
            writing?.willWrite()
            endsAfterAnswer =
                isReading || isLast || isQuiescing || restriction != nil
                || head.headerFields[.connection]?.lowercased() == "close"
            if endsAfterAnswer { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let bytes):
            writing?.willWrite(bytes.readableBytes)
            context.write(data, promise: promise)
        case .end:
            isAnswering = false
            isUnanswered = false
            writing?.isLive = false
            context.write(data, promise: promise)
            answered(context)
        case .head: context.write(data, promise: promise)
        }
    }

    private func answered(_ context: ChannelHandlerContext) {
        guard !endsAfterAnswer else { return close(context) }
        if endsParser, let gate {
            renewParser(behind: gate, context)
        } else {
            beginNext(context)
        }
    }

    /// RFC 9110, section 7.8: a request for another protocol that isn't met is one like all others, and so is what follows it.
    private func renewParser(behind gate: ByteGate, _ context: ChannelHandlerContext) {
        isRenewing = true
        RequestParser.renew(context.pipeline.syncOperations, behind: gate) { [self] isThere in
            isRenewing = false
            guard context.channel.isActive, !isEnding else { return }
            guard isThere else { return context.close(promise: nil) }
            beginNext(context)
        }
    }

    private func beginNext(_ context: ChannelHandlerContext) {
        guard held.isEmpty, gate?.isEmpty ?? true else { return waitForTurn(context) }
        goOn(context)
    }

    /// The next request lies here already.
    private func waitForTurn(_ context: ChannelHandlerContext) {
        isInLine = true
        deadline?.set(times.idle)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        turns.wait(network) { [eventLoop = context.eventLoop] turn in
            // Never in the midst of the answer before.
            eventLoop.execute {
                let (handler, context) = bound.value
                guard context.channel.isActive, !handler.isEnding else { return }
                handler.turn = turn
                handler.isInLine = false
                handler.goOn(context)
            }
        }
    }

    private func goOn(_ context: ChannelHandlerContext) {
        deadline?.set(hasBegun ? times.head : times.idle)
        passHeld(context)
        // What lay here was no whole request.
        if !isUnanswered { turn = nil }
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        writing?.hasFlushed()
    }

    /// The connection's place, for its next owner; its turn among other connections ends.
    func handOverPlace() -> ConnectionQuota.Place? {
        turn = nil
        return place.take()
    }

    /// The handler that was put in front of the parser, for whoever removes it.
    func handOverGate() -> ByteGate? { gate.take() }

    // MARK: ends

    private func timeIsUp(_ context: ChannelHandlerContext) {
        if isEnding || !isReading && !hasBegun {
            context.close(promise: nil)
        } else if isReading, newBytes >= times.bodyProgress || !awaitsBytes {
            newBytes = 0
            deadline?.set(times.body)
        } else if isAnswering {
            // It can't be answered any more.
            context.close(promise: nil)
        } else {
            end(with: Problem(.requestTimeout, "the request took too long to come"), context)
            context.fireErrorCaught(SlowRequest())
        }
    }

    private func end(with problem: Problem, _ context: ChannelHandlerContext) {
        var answer = reading.map { refusal(problem, $0) } ?? APIResponse(problem)
        answer.headers.append(("connection", "close"))
        let fields = HTTPFields(answer.headers + [("content-length", "\(answer.bytes.count)")])
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
        deadline?.clear()
        let promise = context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        promise.futureResult.whenSuccess { bound.value.deadline?.set(bound.value.times.lingering) }
        context.flush()
        context.close(mode: .output, promise: promise)
        writing?.hasFlushed()
        if isReadHeldUp { read(context: context) }
    }
}

/// Informs the ``ConnectionGuard`` that the answer which is being written has no end of its own.
struct LiveAnswer: Sendable {}

extension HTTPRequest {
    fileprivate var isForHealth: Bool { path.flatMap(APIRequest.path)?.first == "health" }
}

/// A request that didn't come in time; its client got an answer.
struct SlowRequest: Error {}
