import NIOCore

/// Hands what comes from a socket to the parser in small pieces, the next when more is asked for.
///
/// A request of some 30 bytes becomes ten times as much by being parsed, and the parser doesn't stop in the middle of what it
/// is given. So of a client that sends thousands of them at once, hardly more is parsed than is being answered; what is read
/// without being asked for, as the system has it when the client sends no more, waits here as it came.
final class ByteGate: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// Bytes.
    static let pieceSize = 16 << 10

    /// Called before the parser gets anything.
    private let notice: () -> Void
    private var waiting: ByteBuffer?
    /// More was asked for.
    private var isAsked = false
    private var isHandingOver = false
    /// The client sends no more; told after what waits.
    private var isInputClosed = false

    init(_ notice: @escaping () -> Void) {
        self.notice = notice
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if waiting == nil { waiting = bytes } else { waiting?.writeBuffer(&bytes) }
        handOver(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if waiting != nil, case ChannelEvent.inputClosed? = event as? ChannelEvent {
            isInputClosed = true
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func read(context: ChannelHandlerContext) {
        isAsked = true
        // Asked again by what it was just given.
        guard !isHandingOver else { return }
        isHandingOver = true
        while isAsked, waiting != nil {
            handOver(context)
            context.fireChannelReadComplete()
            // As the channel does by itself after what it has read.
            context.channel.read()
        }
        isHandingOver = false
        if waiting == nil, isInputClosed {
            isInputClosed = false
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        } else if isAsked {
            context.read()
        }
    }

    private func handOver(_ context: ChannelHandlerContext) {
        guard isAsked, var bytes = waiting,
            let piece = bytes.readSlice(length: min(bytes.readableBytes, Self.pieceSize))
        else { return }
        isAsked = false
        waiting = bytes.readableBytes == 0 ? nil : bytes
        notice()
        context.fireChannelRead(wrapInboundOut(piece))
    }
}
