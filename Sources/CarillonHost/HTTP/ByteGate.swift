import NIOCore

/// Hands what comes from a socket to the parser one head at a time, and bodies in small pieces, the next when more is
/// requested.
///
/// A request of some 30 bytes becomes ten times as much by being parsed, and the parser doesn't stop in the middle of what it
/// is given. So of a client that sends thousands of them at once, hardly more is parsed than is being answered, and the event
/// loop isn't kept by it; what is read without being requested, as happens when the client sends no more, waits here
/// as it came.
final class ByteGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// Bytes of a body, or of a head that is longer.
    static let pieceSize = 16 << 10

    /// Called before the parser receives anything; returns how many bytes of a body are to come, nil where that is
    /// unknown.
    private let notice: () -> Int?
    private var waiting: ByteBuffer?
    /// More was requested.
    private var isAsked = false
    private var isHandingOver = false
    /// What was handed over ends with a line, so that another line's end right behind it ends a head.
    private var hasLineEnded = false
    /// The client sends no more; passed on after what waits.
    private var isInputClosed = false

    init(_ notice: @escaping () -> Int?) {
        self.notice = notice
    }

    /// Whether nothing waits here.
    var isEmpty: Bool { waiting == nil }

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
        // The handler asks again while it processes what it was just given.
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

    /// What waits goes to whatever takes the parser's place.
    func removeHandler(context: ChannelHandlerContext, removalToken: ChannelHandlerContext.RemovalToken) {
        let rest = waiting.take()
        if let rest { context.fireChannelRead(wrapInboundOut(rest)) }
        context.leavePipeline(removalToken: removalToken)
    }

    private func handOver(_ context: ChannelHandlerContext) {
        guard isAsked, var bytes = waiting else { return }
        let length = Self.length(ofPieceOf: bytes, notice(), hasLineEnded: hasLineEnded)
        guard let piece = bytes.readSlice(length: length) else { return }
        isAsked = false
        hasLineEnded = Self.endsLine(piece.readableBytesView, otherwise: hasLineEnded)
        waiting = bytes.readableBytes == 0 ? nil : bytes
        context.fireChannelRead(wrapInboundOut(piece))
    }

    /// Never beyond the end of a request.
    ///
    /// - Parameters:
    ///   - bytesToCome: of a body; nil where that is unknown.
    ///   - hasLineEnded: the piece before ends with a line.
    static func length(ofPieceOf bytes: ByteBuffer, _ bytesToCome: Int?, hasLineEnded: Bool = false) -> Int {
        if let bytesToCome, bytesToCome > 0 { return min(bytes.readableBytes, bytesToCome, pieceSize) }
        return lengthToEmptyLine(bytes.readableBytesView.prefix(pieceSize), hasLineEnded)
    }

    private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

    /// - Parameter otherwise: what is so where there is nothing but carriage returns.
    private static func endsLine(_ bytes: ByteBufferView, otherwise: Bool) -> Bool {
        bytes.last { $0 != carriageReturn }.map { $0 == lineFeed } ?? otherwise
    }

    /// Up to the first empty line, which ends a head and a chunked body; all where there is none.
    private static func lengthToEmptyLine(_ bytes: ByteBufferView, _ hasLineEnded: Bool) -> Int {
        var isLineEmpty = hasLineEnded
        for (index, byte) in bytes.enumerated() {
            if byte == lineFeed {
                if isLineEmpty { return index + 1 }
                isLineEmpty = true
            } else if byte != carriageReturn {
                isLineEmpty = false
            }
        }
        return bytes.count
    }
}
