import CarillonHost
import Foundation
import NIOCore

/// A file, or what comes on standard input, as pieces of bytes: never whole in memory.
struct FilePieces: AsyncSequence, BodyStream {
    typealias Element = ByteBuffer

    private let handle: FileHandle

    private static let pieceSize = 256 << 10

    /// - Parameter path: `-` is standard input.
    /// - Throws: where there is no such file, or it may not be read.
    init(path: String) throws {
        handle = path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(filePath: path))
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let handle: FileHandle

        func next() async throws -> ByteBuffer? {
            guard let data = try handle.read(upToCount: pieceSize), !data.isEmpty else { return nil }
            return ByteBuffer(bytes: data)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(handle: handle) }

    func read(_ take: ([UInt8]) async throws -> Void) async throws {
        for try await piece in self { try await take(Array(buffer: piece)) }
    }
}
