import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// Asks the ``ConnectionGuard`` to make its connection a WebSocket: the request that wants it is here whole, and nothing was
/// answered yet.
struct WebSocketUpgrade: Sendable {
    let headers: HTTPFields
    /// Gets the WebSocket, before anything comes on it.
    let promise: EventLoopPromise<WebSocketConnection>
}

extension ConnectionGuard {
    /// Answers 101, and puts handlers of frames in place of those of HTTP, without letting anything come in between.
    func upgrade(_ upgrade: WebSocketUpgrade, _ context: ChannelHandlerContext) {
        let head = HTTPResponse(status: .switchingProtocols, headerFields: upgrade.headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        let handler = WebSocketHandler(holding: handOverPlace(), closingTime: times.lingering)
        let socket = WebSocketConnection(context.channel, NIOLoopBound(handler, eventLoop: context.eventLoop))
        handler.connection = socket
        let handlers: [any ChannelHandler] = [
            WebSocketFrameEncoder(),
            ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: WebSocketHandler.messageLimit)), MaskCheck(),
            NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 0,
                maxAccumulatedFrameCount: WebSocketHandler.fragmentLimit,
                maxAccumulatedFrameSize: WebSocketHandler.messageLimit
            ),
            handler,
        ]
        do {
            try context.pipeline.syncOperations.addHandlers(handlers, position: .after(self))
        } catch {
            upgrade.promise.fail(error)
            return context.close(promise: nil)
        }
        remove(from: context.pipeline.syncOperations)
        upgrade.promise.succeed(socket)
        // What was asked for while the request was answered has been held up until now.
        socket.readOn()
    }

    /// What waits in front of the parser comes last: by then nothing of HTTP would take it.
    private func remove(from pipeline: ChannelPipeline.SynchronousOperations) {
        let gate = handOverGate()
        let old: [(any RemovableChannelHandler)?] = [
            try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self),
            try? pipeline.handler(type: HTTPResponseEncoder.self),
            try? pipeline.handler(type: HTTP10Compatibility.self),
            try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self), self, gate,
        ]
        for case let handler? in old { pipeline.removeHandler(handler, promise: nil) }
    }
}

/// A client's frame has no mask: RFC 6455, section 5.1.
struct UnmaskedFrame: Error {}

/// Lets nothing but masked frames through.
private final class MaskCheck: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard unwrapInboundIn(data).maskKey != nil else { return context.fireErrorCaught(UnmaskedFrame()) }
        context.fireChannelRead(data)
    }
}
