import NIOCore
import NIOHTTPTypes
import NIOWebSocket

/// A WebSocket's end of a connection: keeps to the protocol, answers pings, and hands messages to its ``WebSocketConnection``.
///
/// Text that isn't UTF-8, frames without a mask and those of a kind that nobody agreed to close the connection, with the code that
/// RFC 6455 has for it. Used on the connection's event loop only.
final class WebSocketHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    /// Nothing goes on to the server's own handlers: for them, a request is still being answered.
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = WebSocketFrame

    /// Bytes that a message may have, and fragments.
    static let messageLimit = 256 << 10
    static let fragmentLimit = 64

    /// Set once, right after both are made.
    var connection: WebSocketConnection?
    /// The connection is one of those that there may be.
    private var place: ConnectionQuota.Place?
    private let closingTime: TimeAmount
    private var context: ChannelHandlerContext?
    private var isReadHeldUp = false
    private var isClosing = false
    private var hasHeardClose = false

    init(holding place: ConnectionQuota.Place?, closingTime: TimeAmount) {
        self.place = place
        self.closingTime = closingTime
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        connection?.end()
        connection = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        place = nil
        connection?.end()
        context.fireChannelInactive()
    }

    // MARK: what comes

    func read(context: ChannelHandlerContext) {
        guard isClosing || connection?.hasRoom ?? true else {
            isReadHeldUp = true
            return
        }
        context.read()
    }

    /// There is room again.
    func readOn() {
        guard isReadHeldUp, let context else { return }
        isReadHeldUp = false
        read(context: context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard !hasHeardClose else { return }
        connection?.heard()
        guard !(frame.rsv1 || frame.rsv2 || frame.rsv3) else {
            return close(.protocolError("no extension was agreed on"))
        }
        var bytes = frame.unmaskedData
        let content = bytes.readBytes(length: bytes.readableBytes) ?? []
        switch frame.opcode {
        case .text where isClosing: break
        case .binary where isClosing: break
        case .text:
            guard String(validating: content, as: UTF8.self) != nil else { return close(.notUTF8) }
            _ = connection?.took(.text(content))
        case .binary: _ = connection?.took(.binary(content))
        case .ping: answer(content, context)
        case .pong: break
        case .connectionClose: heardClose(content, context)
        case .continuation: close(.protocolError("a fragment belongs to no message"))
        default: close(.protocolError("opcode \(UInt8(webSocketOpcode: frame.opcode)) isn't known"))
        }
    }

    /// Not where the client reads nothing: answers to a flood of pings would pile up.
    private func answer(_ content: [UInt8], _ context: ChannelHandlerContext) {
        guard content.count <= 125 else { return close(.protocolError("a ping has 125 bytes at most")) }
        guard context.channel.isWritable, !isClosing else { return }
        write(.pong, content, promise: nil)
    }

    private func heardClose(_ content: [UInt8], _ context: ChannelHandlerContext) {
        hasHeardClose = true
        connection?.end()
        guard !isClosing else { return context.close(promise: nil) }
        isClosing = true
        // Section 5.5.1: with the code that came; none stays none.
        let code = content.count >= 2 ? Array(content.prefix(2)) : []
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        write(.connectionClose, code, promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge, NIOWebSocketError.invalidFrameLength:
            close(.tooLarge)
        case is NIOWebSocketFrameAggregator.Error: close(.protocolError("the fragments make no message"))
        case is UnmaskedFrame: close(.protocolError("a client's frames are masked"))
        case is NIOWebSocketError: close(.protocolError("this is no frame"))
        default: context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed: context.close(promise: nil)
        // The session is notified separately, and closes with a reason.
        case is ChannelShouldQuiesceEvent: break
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    // MARK: what goes

    /// What the server's own handlers still write belongs to the request that became this.
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        promise?.fail(ChannelError.ioOnClosedChannel)
    }

    func send(_ text: [UInt8], _ promise: EventLoopPromise<Void>) {
        guard !isClosing else { return promise.fail(ChannelError.ioOnClosedChannel) }
        write(.text, text, promise: promise)
    }

    func ping() {
        guard !isClosing, context?.channel.isWritable == true else { return }
        write(.ping, [], promise: nil)
    }

    /// Source: RFC 6455, section 7.1.1: the server closes first, once the client has acknowledged.
    func close(_ closure: WebSocketClosure) {
        guard !isClosing, let context else { return }
        isClosing = true
        connection?.end()
        let code = [UInt8(closure.code >> 8), UInt8(closure.code & 0xFF)]
        write(.connectionClose, code + closure.reason.utf8.prefix(123), promise: nil)
        readOn()
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: closingTime) { bound.value.close(promise: nil) }
    }

    private func write(_ opcode: WebSocketOpcode, _ content: [UInt8], promise: EventLoopPromise<Void>?) {
        guard let context else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        let frame = WebSocketFrame(fin: true, opcode: opcode, data: ByteBuffer(bytes: content))
        context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
    }
}
