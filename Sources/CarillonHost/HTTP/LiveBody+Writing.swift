import Hummingbird
import NIOCore

extension ResponseBody {
    /// Writes the body piece by piece, and stops it as soon as the client has gone.
    ///
    /// - Parameter place: given back at the end.
    init(_ body: any LiveBody, on channel: any Channel, holding place: ConnectionQuota.Place?) {
        self.init { writer in
            defer { withExtendedLifetime(place) {} }
            let watch = DisconnectWatch()
            body.begin { channel.close(promise: nil) }
            defer { body.stop() }
            channel.closeFuture.whenComplete { _ in body.stop() }
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandler(watch, position: .first)
                channel.triggerUserOutboundEvent(LiveAnswer(), promise: nil)
            }.get()
            while let piece = await body.next() {
                try await writer.write(ByteBuffer(bytes: piece))
            }
            try await writer.finish(nil)
            try await channel.eventLoop.submit {
                _ = channel.pipeline.syncOperations.removeHandler(watch)
            }.get()
        }
    }
}

/// Closes the connection when the client ends its side of it.
///
/// Otherwise the server waits for the rest of an answer that nobody reads: it allows clients to close their half and read
/// on. Browsers and `curl` that leave do the same, and mean it.
private final class DisconnectWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
