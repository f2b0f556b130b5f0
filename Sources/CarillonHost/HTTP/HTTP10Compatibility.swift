import NIOCore
import NIOHTTP1

/// Translates to HTTP/1.1 what an older client, or one that writes it otherwise, means.
///
/// A client of HTTP/1.0 need not name a host, and its connection ends with the answer: it is never kept open, which RFC
/// 9112, section 9.3, leaves to the server; nor does it have Transfer-Encoding (RFC 9112, section 6.1): an answer
/// without a length is over when the connection is. `Connection` is a list, and its tokens have no case. A target in
/// absolute form specifies the host, whatever `Host` contains. Sits where the version is still known.
final class HTTP10Compatibility: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The host of who names none: a name that is nobody's (RFC 6761, section 6.4), so that the tenant is found by the path.
    static let unnamed = "unnamed.invalid"

    /// Of each request whose answer isn't written whole, in their order.
    private var areOlder: [Bool] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where areOlder.first == true && !head.headers.contains(name: "content-length"):
            // Makes the encoder leave the body unframed.
            head.version = .http1_0
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            if !areOlder.isEmpty { areOlder.removeFirst() }
            context.write(data, promise: promise)
        case .head, .body: context.write(data, promise: promise)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let isOlder = head.version.major < 1 || head.version.major == 1 && head.version.minor == 0
        areOlder.append(isOlder)
        if let target = AbsoluteTarget(head.uri), isOlder || head.headers["host"].count == 1 {
            head.uri = target.rest
            head.headers.replaceOrAdd(name: "host", value: target.authority)
        }
        if isOlder, !head.headers.contains(name: "host") { head.headers.add(name: "host", value: Self.unnamed) }
        let ends = head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "close" }
        if isOlder || ends { head.headers.replaceOrAdd(name: "connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
