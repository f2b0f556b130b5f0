import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// RFC 1952, by the compressor of swift-nio-extras: a request is pushed through it without a network.
enum Gzip {
    static func compress(_ bytes: [UInt8]) throws -> ByteBuffer {
        let channel = EmbeddedChannel(handler: NIOHTTPRequestCompressor(encoding: .gzip))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")
        try channel.writeOutbound(HTTPClientRequestPart.head(head))
        try channel.writeOutbound(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: bytes))))
        try channel.writeOutbound(HTTPClientRequestPart.end(nil))
        var result = ByteBuffer()
        while let part = try channel.readOutbound(as: HTTPClientRequestPart.self) {
            if case .body(.byteBuffer(var piece)) = part { result.writeBuffer(&piece) }
        }
        return result
    }
}
