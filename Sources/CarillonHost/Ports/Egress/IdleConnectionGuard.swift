import NIOCore
import NIOHTTP2

/// Makes up for what AsyncHTTPClient's pool doesn't expect of an HTTP/2 connection while no stream is open.
///
/// - It sets a second idle timer for a connection that is told a new limit of streams, which its own assertion forbids
///   (`HTTPConnectionPool.scheduleIdleTimerForConnection`): a debug build ends there. APNs raises the limit right after the
///   first answer, so the frame waits until the next stream.
/// - It takes a connection that hears GOAWAY out of use without closing it (`HTTP2IdleHandler.run` drops `close`), and its
///   own end then waits for that connection for ever. So it is closed here, unless a request was on its way to it.
///
/// Used on its event loop only.
final class IdleConnectionGuard: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame

    /// Enough for a request that was handed to the connection before the GOAWAY was read.
    private static let grace = TimeAmount.milliseconds(100)

    private var openStreams = 0
    private var held: HTTP2Frame?

    /// Takes its place behind the handler that reads frames.
    static func stand(on channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let frames = try channel.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self).handler
            try channel.pipeline.syncOperations.addHandler(IdleConnectionGuard(), position: .after(frames))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard openStreams == 0 else { return context.fireChannelRead(data) }
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .settings(.settings(let settings)) where settings.contains { $0.parameter == .maxConcurrentStreams }:
            held = frame
        case .goAway:
            context.fireChannelRead(data)
            let context = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: Self.grace) {
                [loopBoundSelf = NIOLoopBound(self, eventLoop: context.eventLoop)] in
                if loopBoundSelf.value.openStreams == 0 { context.value.close(promise: nil) }
            }
        default: context.fireChannelRead(data)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        switch event {
        case is NIOHTTP2StreamCreatedEvent:
            openStreams += 1
            guard let frame = held else { return }
            held = nil
            context.fireChannelRead(wrapInboundOut(frame))
            context.fireChannelReadComplete()
        case is StreamClosedEvent: openStreams -= 1
        default: break
        }
    }
}
