import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// Has the ``ConnectionGuard`` make its connection a WebSocket: the upgrade request is here whole, and nothing was
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
        let pipeline = context.pipeline.syncOperations
        let gate = handOverGate()
        do {
            try pipeline.addHandlers(handlers, position: .after(self))
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            // The decoder leaves on the loop's next turn, before anything is read; only then what waits in front of it may go on.
            pipeline.removeHandler(decoder).assumeIsolated().whenComplete { _ in
                if let gate { pipeline.removeHandler(gate, promise: nil) }
                // What was read while the request was answered has been held back until now.
                socket.readOn()
                upgrade.promise.succeed(socket)
            }
        } catch {
            upgrade.promise.fail(error)
            return context.close(promise: nil)
        }
        let others: [(any RemovableChannelHandler)?] = [
            try? pipeline.handler(type: HTTPResponseEncoder.self),
            try? pipeline.handler(type: HTTP10Compatibility.self),
            try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self), self,
        ]
        for case let handler? in others { pipeline.removeHandler(handler, promise: nil) }
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
