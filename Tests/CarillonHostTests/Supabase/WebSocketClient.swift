import CarillonHost
import CarillonModel
import Foundation
import NIOCore
import NIOPosix
import Testing

/// A WebSocket's client that writes whatever bytes a test likes, and reads the host's frames.
///
/// An actor, because what was read and not yet asked for is kept between calls.
actor WebSocketClient {
    enum Frame: Equatable {
        case text(String)
        case ping
        case pong([UInt8])
        /// With the code; nil where none came.
        case close(Int?)
        /// The connection has ended.
        case end
    }

    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var bytes: [UInt8] = []

    private init(
        _ channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>,
        _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
        _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        self.channel = channel
        self.inbound = inbound.makeAsyncIterator()
        self.outbound = outbound
    }

    /// - Parameters:
    ///   - early: bytes that follow the request at once.
    ///   - body: gets the client and the answer's head.
    static func with<Result: Sendable>(
        port: Int,
        _ target: String,
        headers: [String] = [],
        early: [UInt8] = [],
        _ body: @Sendable (WebSocketClient, String) async throws -> Result
    ) async throws -> Result {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            let client = WebSocketClient(channel, inbound, outbound)
            let lines =
                [
                    "GET \(target) HTTP/1.1", "Host: 127.0.0.1", "Connection: keep-alive, Upgrade",
                    "Upgrade: WebSocket",
                    "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                ] + headers
            try await client.write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + early)
            return try await body(client, try await client.head())
        }
    }

    func write(_ bytes: [UInt8]) async throws { try await outbound.write(ByteBuffer(bytes: bytes)) }

    func send(_ text: String) async throws { try await write(Self.frame(0x81, Array(text.utf8))) }

    func send(_ json: JSONValue) async throws { try await send(json.text) }

    /// - Parameter first: the frame's first byte: `FIN`, reserved bits, opcode.
    static func frame(_ first: UInt8, _ content: [UInt8], isMasked: Bool = true) -> [UInt8] {
        let flag: UInt8 = isMasked ? 0x80 : 0
        var frame = [first]
        switch content.count {
        case ..<126: frame.append(flag | UInt8(content.count))
        case ..<65536: frame += [flag | 126, UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
        default: frame += [flag | 127] + (0..<8).reversed().map { UInt8(content.count >> ($0 * 8) & 0xFF) }
        }
        let mask: [UInt8] = [1, 2, 3, 4]
        return isMasked ? frame + mask + content.enumerated().map { $1 ^ mask[$0 % 4] } : frame + content
    }

    /// The next frame of the host.
    func next() async throws -> Frame {
        guard let head = try await take(2) else { return .end }
        var length = Int(head[1] & 0x7F)
        if length >= 126 {
            guard let more = try await take(length == 126 ? 2 : 8) else { return .end }
            length = more.reduce(0) { $0 << 8 | Int($1) }
        }
        #expect(head[1] & 0x80 == 0, "a server's frames have no mask")
        guard let content = try await take(length) else { return .end }
        switch head[0] & 0xF {
        case 1: return .text(String(decoding: content, as: UTF8.self))
        case 8: return .close(content.count < 2 ? nil : Int(content[0]) << 8 | Int(content[1]))
        case 9: return .ping
        case 10: return .pong(content)
        default: return .end
        }
    }

    func json() async throws -> JSONValue {
        let frame = try await next()
        guard case .text(let text) = frame else {
            Issue.record("a text was expected, and \(frame) came")
            return .null
        }
        return try JSONValue(parsing: Array(text.utf8))
    }

    private func head() async throws -> String {
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                bytes.removeFirst(text[..<end.upperBound].utf8.count)
                return String(text[..<end.lowerBound])
            }
            guard try await more() else { return text }
        }
    }

    private func take(_ count: Int) async throws -> [UInt8]? {
        while bytes.count < count { guard try await more() else { return nil } }
        defer { bytes.removeFirst(count) }
        return Array(bytes.prefix(count))
    }

    private func more() async throws -> Bool {
        var iterator = inbound
        let buffer: ByteBuffer?
        do {
            buffer = try await iterator.next(isolation: self)
        } catch {
            buffer = nil
        }
        inbound = iterator
        guard let buffer else { return false }
        bytes += Array(buffer: buffer)
        return true
    }
}
