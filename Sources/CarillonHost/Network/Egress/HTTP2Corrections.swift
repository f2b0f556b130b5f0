import NIOCore
import NIOHTTP2

/// Does for an HTTP/2 connection what the packages beneath leave undone.
///
/// - A new limit of streams waits until the next stream: informed of one while a connection is idle, the pool sets a second
///   idle timer, which its own assertion forbids (`HTTPConnectionPool.scheduleIdleTimerForConnection`), so that a debug
///   build ends there. APNs raises the limit right after the first answer.
/// - A connection that receives GOAWAY while no stream is open is closed: the pool never does, and waits for it for
///   ever when the client is shut down.
/// - A stream above the last one that GOAWAY names was not processed (RFC 9113, section 6.8), and may be sent again
///   without fear: `NIOHTTP2Handler` documents that it says so, and says “cancelled”, as of what the server broke off
///   in the middle.
///
/// Stands between the handler that reads frames and the pool's; used on its event loop only.
final class HTTP2Corrections: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame

    private var openStreams = 0
    private var heldSettings: HTTP2Frame?
    /// The last stream that a connection about to close processes.
    private var lastStream: HTTP2StreamID?

    static func watch(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let frames = try channel.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self).handler
            try channel.pipeline.syncOperations.addHandler(HTTP2Corrections(), position: .after(frames))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .settings(.settings(let settings)) where openStreams == 0 && settings.limitStreams: heldSettings = frame
        case .goAway(let last, _, _):
            lastStream = last
            context.fireChannelRead(data)
            if openStreams == 0 { context.close(promise: nil) }
        default: context.fireChannelRead(data)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is NIOHTTP2StreamCreatedEvent:
            context.fireUserInboundEventTriggered(event)
            openStreams += 1
            guard let frame = heldSettings else { return }
            heldSettings = nil
            context.fireChannelRead(wrapInboundOut(frame))
            context.fireChannelReadComplete()
        case let closed as StreamClosedEvent:
            openStreams -= 1
            context.fireUserInboundEventTriggered(corrected(closed))
        default: context.fireUserInboundEventTriggered(event)
        }
    }
}

extension HTTP2Corrections {
    private func corrected(_ closed: StreamClosedEvent) -> StreamClosedEvent {
        guard let lastStream, closed.streamID > lastStream, closed.reason == .cancel else { return closed }
        return StreamClosedEvent(streamID: closed.streamID, reason: .refusedStream)
    }
}

extension [HTTP2Setting] {
    fileprivate var limitStreams: Bool { contains { $0.parameter == .maxConcurrentStreams } }
}
