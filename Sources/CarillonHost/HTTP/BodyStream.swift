import HummingbirdCore
import NIOCore

/// A request's body that is read as it comes, however large it is.
public protocol BodyStream: Sendable {
    /// Hands over one piece after the other; who sends is slowed down to the speed of `take`.
    ///
    /// - Throws: what `take` throws, a ``Problem`` where there are too many bytes, and another error where the body ends in
    ///   the middle.
    func read(_ take: ([UInt8]) async throws -> Void) async throws
}

/// A body as it comes from a connection.
struct ReceivedBody: BodyStream {
    let body: RequestBody
    /// Bytes.
    let limit: Int

    func read(_ take: ([UInt8]) async throws -> Void) async throws {
        var count = 0
        for try await piece in body {
            count += piece.readableBytes
            guard count <= limit else { throw Problem.tooLarge(limit: limit) }
            try await take(Array(buffer: piece))
        }
    }
}

/// A body that is there already.
struct WholeBody: BodyStream {
    let bytes: [UInt8]

    func read(_ take: ([UInt8]) async throws -> Void) async throws { try await take(bytes) }
}
