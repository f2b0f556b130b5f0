import NIOCore
import NIOHTTP2

/// Keeps a new limit of streams from the connection pool while no stream is open.
///
/// AsyncHTTPClient's pool sets a second idle timer for a connection that is told a new limit while it is idle, which its
/// own assertion forbids (`HTTPConnectionPool.scheduleIdleTimerForConnection`): a debug build ends there. APNs raises the
/// limit right after the first answer, so the frame waits until the next stream. Used on its event loop only.
final class SettingsWhileIdle: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame

    private var openStreams = 0
    private var held: HTTP2Frame?

    /// Takes its place behind the handler that reads frames.
    static func hold(on channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let frames = try channel.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self).handler
            try channel.pipeline.syncOperations.addHandler(SettingsWhileIdle(), position: .after(frames))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        if openStreams == 0, case .settings(.settings(let settings)) = frame.payload,
            settings.contains(where: { $0.parameter == .maxConcurrentStreams })
        {
            held = frame
        } else {
            context.fireChannelRead(data)
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
