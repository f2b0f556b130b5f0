import CarillonHost
import NIOCore
import NIOPosix
import Testing

/// A connection on which a test writes whatever it likes, and reads what comes back.
struct RawClient: Sendable {
    /// Made before anything can come: a server's end that comes earlier is told to nobody, and waited for without end.
    private let connection: KeptConnection<NIOAsyncChannel<ByteBuffer, ByteBuffer>>

    init(port: Int) async throws {
        connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    KeptConnection(
                        try NIOAsyncChannel(
                            wrappingChannelSynchronously: channel,
                            configuration: .init(isOutboundHalfClosureEnabled: true)
                        )
                    )
                }
            }
    }

    /// Writes each request once the answer to the one before has come, and reads until the server says that there is no more.
    ///
    /// Once only: the connection ends with it.
    ///
    /// - Parameter end: with what an answer ends.
    func converse(_ requests: [String], answersEndWith end: String) async throws -> String {
        let channel = try #require(connection.take())
        return try await channel.executeThenClose { inbound, outbound in
            var text = ""
            var left = requests[...]
            if let first = left.popFirst() { try await outbound.write(ByteBuffer(string: first)) }
            for try await bytes in inbound {
                text += String(buffer: bytes)
                guard text.hasSuffix(end), let next = left.popFirst() else { continue }
                try await outbound.write(ByteBuffer(string: next))
            }
            return text
        }
    }

    /// Writes a request, and reads until the server says that there is no more, or `enough` is so.
    ///
    /// Once only: the connection ends with it.
    func bytes(of request: String, until enough: @Sendable ([UInt8]) -> Bool) async throws -> [UInt8] {
        let channel = try #require(connection.take())
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request))
            var bytes: [UInt8] = []
            for try await piece in inbound {
                bytes += piece.readableBytesView
                if enough(bytes) { break }
            }
            return bytes
        }
    }

    /// Writes the pieces, and reads until the server says that there is no more, or `enough` is so.
    ///
    /// Once only: the connection ends with it.
    ///
    /// - Parameter isAll: says after the pieces that there will be no more.
    func exchange(
        _ pieces: [String],
        isAll: Bool = false,
        until enough: @Sendable (String) -> Bool = { _ in false }
    ) async throws -> String {
        let channel = try #require(connection.take())
        return try await channel.executeThenClose { inbound, outbound in
            for piece in pieces { try await outbound.write(ByteBuffer(string: piece)) }
            if isAll { outbound.finish() }
            var text = ""
            for try await bytes in inbound {
                text += String(buffer: bytes)
                if enough(text) { break }
            }
            return text
        }
    }
}
