import CarillonHost
import CarillonProfiles
import Foundation
import NIOCore

/// A file or standard input as chunks of bytes, never held in memory as a whole.
struct FilePieces: AsyncSequence, BodyStream {
    typealias Element = ByteBuffer

    /// Why it can't be read, with the system's message.
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    private let handle: FileHandle
    private let path: String

    private static let pieceSize = 256 << 10

    /// - Parameter path: `-` is standard input.
    /// - Throws: where there is no such file, where it is a folder, or where it can't be opened.
    init(path: String) throws(Unreadable) {
        self.path = path == "-" ? "standard input" : path
        guard path != "-" else {
            handle = .standardInput
            return
        }
        do {
            if case .folder = try FileSystem.kind(of: path) {
                throw Unreadable(description: "\(path): it is a folder")
            }
            handle = try FileHandle(forReadingFrom: URL(filePath: path))
        } catch let error as Unreadable {
            throw error
        } catch let error as UnreadablePath {
            throw Unreadable(description: error.description)
        } catch {
            throw Unreadable(description: "\(path): \(Self.reason(error))")
        }
    }

    fileprivate static func reason(_ error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        return cause.map { String(cString: strerror(CInt($0.code))) } ?? "the system gives no reason"
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let handle: FileHandle
        fileprivate let path: String

        func next() async throws -> ByteBuffer? {
            do {
                guard let data = try handle.read(upToCount: pieceSize), !data.isEmpty else { return nil }
                return ByteBuffer(bytes: data)
            } catch {
                throw Unreadable(description: "\(path): \(FilePieces.reason(error))")
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(handle: handle, path: path) }

    func read(_ take: ([UInt8]) async throws -> Void) async throws {
        for try await piece in self { try await take(Array(buffer: piece)) }
    }
}
